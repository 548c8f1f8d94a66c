import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type AroundNavHandler, Route, Router, Switch, useLocation, useParams } from 'wouter'
import { type SignedInAccount, useAccount } from './api/account.js'
import { hasCode, ProblemError } from './api/problem.js'
import { useProduct } from './api/products.js'
import { queryClient } from './api/query-client.js'
import { usePendingConfirmation } from './api/request.js'
import { wasSignedIn } from './early-requests.js'
import { NoProduct, NoSettings, NotFound } from './pages/not-found.js'
import { SignIn } from './pages/sign-in/sign-in.js'
import { SignUp } from './pages/sign-in/sign-up.js'
import { Welcome } from './pages/sign-in/welcome.js'
import { Button } from './parts/button.js'
import { type LoadedQuery, Loading } from './parts/loaded.js'
import { RequestReference } from './parts/notice.js'
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
    <Shell account={account.data} path={path}>
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
  if (account.data)
    return route.path.startsWith('/products/') ? <ProductPage route={route} /> : <PageOf route={route} />
  if (account.data === null) return route.path === '/' ? <Welcome /> : <SignIn />
  if (!account.error) return <LoadingPage />
  return (
    <Page title="The dashboard could not be loaded" lead={account.error.message}>
      <div className="actions">
        <Button tone="primary" isBusy={account.isFetching} onClick={() => account.refetch()}>
          Try again
        </Button>
      </div>
      <RequestReference requestId={account.error instanceof ProblemError ? account.error.body.requestId : undefined} />
    </Page>
  )
}

/** A page of a product; where there is no such product, or it has no settings, a page that says so. */
function ProductPage({ route }: { readonly route: PageRoute }) {
  const { slug = '' } = useParams()
  const { data, error } = useProduct(slug)
  if (hasCode(error, 'unknown_product')) return <NoProduct slug={slug} />
  if (data?.config.supported === false && route.path.endsWith('/config'))
    return <NoSettings slug={slug} title={data.title} />
  return <PageOf route={route} />
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
        <Loading lines={6} retry={() => location.reload()} />
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
    return this.state.hasFailed ? <FailedPage /> : this.props.children
  }
}

/** How often the host is asked whether it answers again, in milliseconds. */
const askEveryMs = 2_000

/** A page that could not be shown: if the host cannot be reached, it is loaded again as soon as it can. */
function FailedPage() {
  const [isReachable, setReachable] = useState<boolean>()
  useEffect(() => {
    let wasAway = false
    const ask = async () => {
      const answers = await isAnswering()
      if (answers && wasAway) return location.reload()
      wasAway = !answers
      setReachable(answers)
    }
    void ask()
    const timer = setInterval(() => wasAway && void ask(), askEveryMs)
    return () => clearInterval(timer)
  }, [])
  if (isReachable === undefined) return <LoadingPage />
  if (!isReachable)
    return (
      <Page title="The host cannot be reached">
        <p>Check your connection. This page is shown as soon as the host answers.</p>
      </Page>
    )
  return (
    <Page title="This page could not be shown" lead="A new release may have replaced it.">
      <div className="actions">
        <Button tone="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </div>
    </Page>
  )
}

/** Whether the host answers at all. */
async function isAnswering(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
