import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useAccount } from './api/account.js'
import { usePendingConfirmation } from './api/confirmation.js'
import { paths } from './api/paths.js'
import { type Resource, reload } from './api/resource.js'
import type { Account } from './api/shapes.js'
import { SignIn } from './pages/enter/sign-in.js'
import { Welcome } from './pages/enter/welcome.js'
import { NotFound } from './pages/not-found.js'
import { Loaded, Skeleton } from './parts/loaded.js'
import { Notice } from './parts/notice.js'
import { Page } from './parts/page.js'
import { useLocation } from './router/location.js'
import { findRoute } from './routes.js'
import { Shell } from './shell.js'

const ConfirmPassword = lazy(() => import('./pages/enter/confirm-password.js'))

/** The whole dashboard: the page of the address, for whoever is signed in. */
export function App() {
  const { path } = useLocation()
  const account = useAccount()
  const person = account.state === 'ready' ? account.body : account.state === 'failed' ? null : undefined
  return (
    <Shell account={person} path={path}>
      <Guard key={path}>
        <Suspense fallback={<Waiting />}>
          <Routed path={path} account={account} />
        </Suspense>
      </Guard>
      <Confirmation />
    </Shell>
  )
}

function Confirmation() {
  const pending = usePendingConfirmation()
  return <Suspense fallback={null}>{pending && <ConfirmPassword {...pending} />}</Suspense>
}

interface RoutedProps {
  readonly path: string
  readonly account: Resource<Account | null>
}

function Routed({ path, account }: RoutedProps) {
  const person = account.state === 'ready' ? account.body : undefined
  const found = findRoute(path)
  if (!found) return <NotFound />
  const { page: Shown, isPublic } = found.route
  if (!isPublic && account.state === 'failed') return <Away account={account} />
  if (!isPublic && person === undefined) return <Waiting />
  if (!isPublic && person === null) return path === '/' ? <Welcome /> : <SignIn />
  return <Shown {...found.values} />
}

function Away({ account }: { readonly account: Resource<Account | null> }) {
  return (
    <Page title="The dashboard cannot be shown now">
      <Loaded resource={account} again={() => reload(paths.account)}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function Waiting() {
  return (
    <div className="page">
      <Skeleton lines={6} />
    </div>
  )
}

/** Says that a page broke, where React would leave a blank one. */
class Guard extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="page">
        <Notice tone="danger" title="This page could not be shown">
          <p>Perhaps a newer release has taken its place.</p>
          <button type="button" onClick={() => location.reload()}>
            Load it again
          </button>
        </Notice>
      </div>
    )
  }
}
