import { type ReactNode, useEffect, useState } from 'react'
import { farewell, wasSignedIn } from './api/account.js'
import { call } from './api/call.js'
import { paths } from './api/paths.js'
import type { Account } from './api/shapes.js'
import { useSubmit } from './api/submit.js'
import { Button } from './parts/button.js'
import { Link } from './router/link.js'
import { navigate } from './router/location.js'

interface ShellProps {
  /** Who is signed in; undefined while that is asked. */
  readonly account: Account | null | undefined
  readonly path: string
  readonly children: ReactNode
}

const places = [
  ['/', 'Home'],
  ['/products', 'Products'],
  ['/keys', 'API keys'],
  ['/usage', 'Usage'],
  ['/data', 'Data'],
  ['/billing', 'Billing'],
  ['/account', 'Account'],
  ['/developers', 'Developers']
] as const

/** What stands around every page: the name, and the ways to the others. */
export function Shell({ account, path, children }: ShellProps) {
  const hasSide = account === undefined ? wasSignedIn() : account !== null
  return (
    <div className={`shell ${hasSide ? 'with-side' : ''}`}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="bar">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" />
          Product Host
        </Link>
        {hasSide ? <Side path={path} email={account?.email ?? ''} /> : <Door />}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Side({ path, email }: { readonly path: string; readonly email: string }) {
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page is shown
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <nav id="menu" className={`side ${isOpen ? 'open' : ''}`} aria-label="Dashboard">
        {places.map(([place, name]) => (
          <Link key={place} to={place} aria-current={isHere(place, path) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
        <hr />
        <p className="quiet who">{email}</p>
        <SignOut />
      </nav>
    </>
  )
}

function SignOut() {
  const { run, isRunning } = useSubmit(async () => {
    await call('DELETE', paths.session('current'))
    farewell()
    navigate('/sign-in')
  })
  return (
    <Button isBusy={isRunning} onClick={() => run()}>
      Sign out
    </Button>
  )
}

function Door() {
  return (
    <nav className="door" aria-label="Product Host">
      <Link to="/developers">Developers</Link>
      <Link to="/sign-in">Sign in</Link>
    </nav>
  )
}

function isHere(place: string, path: string): boolean {
  return place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`)
}
