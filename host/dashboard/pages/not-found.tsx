import { Link } from 'wouter'
import { useAccount } from '../api/account.js'
import { Page } from '../parts/page.js'

/** What an address shows that has no page. */
export function NotFound() {
  const isSignedIn = Boolean(useAccount().data)
  return (
    <Page
      title="Page not found"
      lead={
        <>
          There is no page at <code>{location.pathname}</code>. It may have moved, or the address has a mistake.
        </>
      }
    >
      <div className="actions">
        <Link to="/" className="button primary">
          {isSignedIn ? 'Go to Home' : 'Go to the start page'}
        </Link>
        {isSignedIn ? (
          <Link to="/products" className="button">
            Products
          </Link>
        ) : (
          <Link to="/sign-in" className="button">
            Sign in
          </Link>
        )}
        <Link to="/developers" className="button">
          Developers
        </Link>
      </div>
    </Page>
  )
}
