import {
  BookOpen,
  CalendarClock,
  ChartColumn,
  CircleUserRound,
  CreditCard,
  Database,
  House,
  KeyRound,
  LayoutGrid,
  ListTree,
  type LucideIcon,
  Play,
  Plug,
  Webhook,
  Wrench
} from 'lucide-react'
import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type SignedInAccount, useSignOut } from './api/account.js'
import { useCatalogue } from './api/products.js'
import { wasSignedIn } from './early-requests.js'
import { Button } from './parts/button.js'
import { Glyph } from './parts/glyph.js'
import { mayLeave } from './parts/unsaved.js'
import { routes } from './routes.js'
import { ThemeSwitch } from './theme.js'

const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.js')).CommandMenu }))

interface ShellProps {
  /** Who is signed in; null for nobody, undefined while that is not known. */
  readonly account: SignedInAccount | null | undefined
  readonly path: string
  readonly children: ReactNode
}

/** The frame of every page: the header and the navigation. */
export function Shell({ account, path, children }: ShellProps) {
  const isSignedIn = account === undefined ? wasSignedIn() : account !== null
  // A question that an app has sent somebody to stands alone.
  const hasNavigation = isSignedIn && path !== '/connect'
  return (
    <div className={`shell ${hasNavigation ? 'with-side' : ''}`}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="bar">
        <Link to="/" className="brand">
          <Logo />
          Product Host
        </Link>
        {hasNavigation && <Navigation path={path} account={account} />}
        {!isSignedIn && <PublicLinks path={path} />}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Navigation({ path, account }: Pick<ShellProps, 'path' | 'account'>) {
  const [isOpen, setOpen] = useState(false)
  const [isCommanding, setCommanding] = useCommandKey()
  const signOut = useSignOut()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page is shown
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])
  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Close' : 'Menu'}
      </button>
      <nav id="menu" className={`side ${isOpen ? 'open' : ''}`} aria-label="Dashboard">
        <button type="button" className="go-to" onClick={() => setCommanding(true)}>
          Go to … <kbd className="wide-only">Ctrl K</kbd>
        </button>
        {routes.map(
          route =>
            route.navigation &&
            (!route.isForOperators || account?.isOperator) && (
              <Fragment key={route.path}>
                <Link to={route.path} aria-current={isCurrent(route.path, path) ? 'page' : undefined}>
                  <Icon of={route.path} />
                  {route.navigation}
                </Link>
                {route.path === '/products' && <ProductLinks path={path} />}
              </Fragment>
            )
        )}
        <div className="side-foot">
          <ThemeSwitch />
          <p className="quiet who">{account?.email ?? ''}</p>
          <Button
            isBusy={signOut.isPending}
            onClick={() => void mayLeave().then(isLeaving => isLeaving && signOut.mutate())}
          >
            Sign out
          </Button>
        </div>
      </nav>
      {isCommanding && (
        <EarlyTyping>{early => <CommandMenu early={early} close={() => setCommanding(false)} />}</EarlyTyping>
      )}
    </>
  )
}

/** The icons of the pages in the navigation; `routes.ts` has none, because the first script of a page reads it. */
const icons: Readonly<Record<string, LucideIcon>> = {
  '/': House,
  '/products': LayoutGrid,
  '/keys': KeyRound,
  '/usage': ChartColumn,
  '/calls': ListTree,
  '/runs': Play,
  '/schedules': CalendarClock,
  '/webhook-endpoints': Webhook,
  '/hooks': Plug,
  '/data': Database,
  '/billing': CreditCard,
  '/account': CircleUserRound,
  '/operator': Wrench,
  '/developers': BookOpen
}

function Icon({ of }: { readonly of: string }) {
  const Drawn = icons[of]
  return Drawn ? <Drawn aria-hidden="true" /> : null
}

/** How many products the navigation shows; all of them are on the page above. */
const mostProducts = 6

/** The products by their icons, in a line that is there before they are known. */
function ProductLinks({ path }: { readonly path: string }) {
  const products = useCatalogue().data?.products ?? []
  return (
    <ul className="plain product-links" aria-label="Products">
      {products.slice(0, mostProducts).map(product => (
        <li key={product.slug}>
          <Link
            to={`/products/${product.slug}`}
            title={product.title}
            aria-label={`Open ${product.title}`}
            aria-current={isCurrent(`/products/${product.slug}`, path) ? 'page' : undefined}
          >
            <Glyph of={product} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Collects what is typed until the code of the command menu is there, and hands it over. */
function EarlyTyping({ children }: { readonly children: (early: RefObject<string>) => ReactNode }) {
  const typed = useRef('')
  return <Suspense fallback={<KeyCollector typed={typed} />}>{children(typed)}</Suspense>
}

function KeyCollector({ typed }: { readonly typed: RefObject<string> }) {
  useEffect(() => {
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
    }
    addEventListener('keydown', collect)
    return () => removeEventListener('keydown', collect)
  }, [typed])
  return null
}

/** Whether the command menu is open, which Ctrl-K and ⌘K open on every page, also while the navigation is hidden. */
function useCommandKey() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    // Back and forward show another page, over which it would stay.
    const close = () => setOpen(false)
    addEventListener('keydown', open)
    addEventListener('popstate', close)
    return () => {
      removeEventListener('keydown', open)
      removeEventListener('popstate', close)
    }
  }, [])
  return [isOpen, setOpen] as const
}

/** The picture of `public/icon.svg`, in the page itself so that it is there at the first paint. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2f4fc4" />
      <path d="M9 24V8h8a5 5 0 0 1 0 10H9" fill="none" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
      <circle cx="23" cy="23" r="2.5" fill="#9fe3c4" />
    </svg>
  )
}

/** The links of those who are not signed in; the page to sign in leads to the sign-up. */
function PublicLinks({ path }: Pick<ShellProps, 'path'>) {
  return (
    <nav className="public-links" aria-label="Product Host">
      <Link to="/developers">Developers</Link>
      {path === '/sign-in' ? <Link to="/sign-up">Create an account</Link> : <Link to="/sign-in">Sign in</Link>}
    </nav>
  )
}

function isCurrent(linkPath: string, path: string): boolean {
  return linkPath === '/' ? path === '/' : path === linkPath || path.startsWith(`${linkPath}/`)
}
