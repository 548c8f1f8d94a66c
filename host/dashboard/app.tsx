import { Component, type ReactNode, Suspense } from 'react'
import { useAccount } from './api/account.js'
import { SignIn } from './pages/enter/sign-in.js'
import { Welcome } from './pages/enter/welcome.js'
import { NotFound } from './pages/not-found.js'
import { Skeleton } from './parts/loaded.js'
import { Notice } from './parts/notice.js'
import { useLocation } from './router/location.js'
import { findRoute } from './routes.js'
import { Shell } from './shell.js'

/** The whole dashboard: the page of the address, for whoever is signed in. */
export function App() {
  const { path } = useLocation()
  const account = useAccount()
  const person = account.state === 'ready' ? account.body : null
  return (
    <Shell account={person} isKnown={account.state !== 'loading'} path={path}>
      <Guard key={path}>
        <Suspense fallback={<Waiting />}>
          <Routed path={path} isSignedIn={person !== null} isKnown={account.state !== 'loading'} />
        </Suspense>
      </Guard>
    </Shell>
  )
}

interface RoutedProps {
  readonly path: string
  readonly isSignedIn: boolean
  readonly isKnown: boolean
}

function Routed({ path, isSignedIn, isKnown }: RoutedProps) {
  const found = findRoute(path)
  if (!found) return <NotFound />
  const { page: Shown, isPublic } = found.route
  if (!isPublic && !isKnown) return <Waiting />
  if (!isPublic && !isSignedIn) return path === '/' ? <Welcome /> : <SignIn />
  return <Shown {...found.values} />
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
