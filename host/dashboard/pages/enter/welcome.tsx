import { useCatalogue } from '../../api/products.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { SignUpForm } from './sign-up-form.js'

/** What somebody sees who is not signed in: what there is here, and the way in. */
export function Welcome() {
  const catalogue = useCatalogue()
  return (
    <Page
      title="Products behind one route"
      lead="Sign up, start a trial, make a key, and run any action of any product with one POST."
    >
      <div className="columns two">
        <Card title="Create an account">
          <SignUpForm />
        </Card>
        <Card title="What runs here" aside={<Link to="/developers">For developers</Link>}>
          <Loaded resource={catalogue} lines={12}>
            {({ products }) => (
              <ul className="offers">
                {products.map(({ slug, title, description }) => (
                  <li key={slug}>
                    <h3>{title}</h3>
                    <p className="quiet">{description}</p>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
      </div>
    </Page>
  )
}
