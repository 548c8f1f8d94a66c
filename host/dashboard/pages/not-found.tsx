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

/** What the address of a product shows that this deployment does not have. */
export function NoProduct({ slug }: { readonly slug: string }) {
  return (
    <Page
      title="Product not found"
      lead={
        <>
          There is no product called <code>{slug}</code>. The address may have a mistake, or the product was removed.
        </>
      }
    >
      <div className="actions">
        <Link to="/products" className="button primary">
          All products
        </Link>
        <Link to="/" className="button">
          Home
        </Link>
      </div>
    </Page>
  )
}

/** What the address of a product's settings shows if it has none. */
export function NoSettings({ slug, title }: { readonly slug: string; readonly title: string }) {
  return (
    <Page title={`${title} has no settings`} lead="There is nothing to set up: you can run its actions.">
      <div className="actions">
        <Link to={`/products/${slug}`} className="button primary">
          Open {title}
        </Link>
        <Link to="/products" className="button">
          All products
        </Link>
      </div>
    </Page>
  )
}
