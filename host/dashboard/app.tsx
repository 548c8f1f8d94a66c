import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter'
import { type SignedInAccount, useAccount } from './api/account.js'
import { usePendingConfirmation } from './api/confirmation.js'
import { queryClient } from './api/query-client.js'
import { wasSignedIn } from './early-requests.js'
import { NotFound } from './pages/not-found.js'
import { SignIn } from './pages/sign-in/sign-in.js'
import { SignUp, Welcome } from './pages/sign-in/sign-up.js'
import { Loaded, type LoadedQuery, Skeleton } from './parts/loaded.js'
import { Notice } from './parts/notice.js'
import { Page } from './parts/page.js'
import { hasUnsaved, LeaveQuestion, mayLeave, useGuardedLocation } from './parts/unsaved.js'
import { loadedPage, loadPage, type PageRoute, routes } from './routes.js'
import { Shell } from './shell.js'

/** The pages whose code comes with the frame. */
const framePages: Readonly<Record<string, ComponentType>> = { '/sign-in': SignIn, '/sign-up': SignUp }

const pages = new Map(routes.map(route => [route.path, framePages[route.path] ?? lazyPage(route)]))

function lazyPage(route: PageRoute): ComponentType {
  return lazy(async () => ({ default: (await loadPage(route)) ?? NotFound }))
}

const ConfirmPassword = lazy(async () => ({
  default: (await import('./pages/sign-in/confirm-password.js')).ConfirmPassword
}))

/** The dashboard: the page of the current address, inside the shell. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router hook={useGuardedLocation} aroundNav={askAndScroll}>
        <RoutedShell />
      </Router>
    </QueryClientProvider>
  )
}

/** Asks before a link leaves what would be lost; another page is shown from its top. */
const askAndScroll: AroundNavHandler = (navigate, to, options) => {
  const [path = ''] = to.split(/[?#]/)
  const isSamePage = path === location.pathname || path === ''
  const go = () => {
    navigate(to, options)
    if (!isSamePage && !to.includes('#')) scrollTo(0, 0)
  }
  if (isSamePage || !hasUnsaved()) return go()
  void mayLeave().then(isLeaving => isLeaving && go())
}

function RoutedShell() {
  const [path] = useLocation()
  const account = useAccount()
  return (
    <Shell account={account.data === undefined && account.isError ? null : account.data} path={path}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<LoadingPage />}>
          <Switch>
            {routes.map(route => (
              <Route key={route.path} path={route.path}>
                {route.isPublic ? <PageOf route={route} /> : <PrivatePage route={route} account={account} />}
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
      <PasswordConfirmation />
      <LeaveQuestion />
    </Shell>
  )
}

function PasswordConfirmation() {
  const pending = usePendingConfirmation()
  return <Suspense fallback={null}>{pending && <ConfirmPassword key={pending.reason} {...pending} />}</Suspense>
}

/** The page of a route. If its code is there already, no placeholder is shown, which React would keep for 300 ms. */
function PageOf({ route: { path } }: { readonly route: PageRoute }) {
  const [Found] = useState<ComponentType>(() => loadedPage(path) ?? pages.get(path) ?? NotFound)
  return <Found />
}

interface PrivatePageProps {
  readonly route: PageRoute
  readonly account: LoadedQuery<SignedInAccount | null>
}

/** A page for signed-in users; others see the start page or the sign-in. */
function PrivatePage({ route, account }: PrivatePageProps) {
  if (account.data) return <PageOf route={route} />
  if (account.data === null) return route.path === '/' ? <Welcome /> : <SignIn />
  if (!account.error) return <LoadingPage />
  return (
    <Page title="The dashboard could not be loaded">
      <Loaded query={account}>{() => null}</Loaded>
    </Page>
  )
}

/** A page whose code, or whose account, is not there yet: its title as the navigation has it, above a card of placeholders. */
function LoadingPage() {
  const [path] = useLocation()
  const title = wasSignedIn() ? routes.find(route => route.path === path)?.navigation : undefined
  return (
    <div className="page">
      {title && (
        <div className="page-head">
          <h1>{title}</h1>
        </div>
      )}
      <div className="card">
        <Skeleton lines={6} />
      </div>
    </div>
  )
}

/** Shows a message if a page throws or its code cannot be loaded, where React would show an empty page. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="page">
        <Notice tone="danger" title="This page could not be shown">
          <p>A new release may have replaced it.</p>
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </Notice>
      </div>
    )
  }
}
