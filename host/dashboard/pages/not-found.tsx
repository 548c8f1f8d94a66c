import { Page } from '../parts/page.js'
import { Link } from '../router/link.js'

/** What stands at an address that has no page. */
export function NotFound() {
  return (
    <Page title="There is nothing here" lead="The address leads to no page.">
      <p>
        <Link to="/">Go to the start</Link>
      </p>
    </Page>
  )
}
