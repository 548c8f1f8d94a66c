import { type ComponentType, lazy } from 'react'
import { SignIn } from './pages/enter/sign-in.js'
import { matchPath, type PathValues } from './router/match.js'

/** A page and who may see it. */
export interface Route {
  readonly path: string
  readonly page: ComponentType<PathValues>
  readonly isPublic?: true
}

/** The pages that everybody or somebody signed in may see; each is loaded when it is first shown. */
const routes: readonly Route[] = [
  { path: '/', page: lazy(() => import('./pages/home/home.js')) },
  { path: '/sign-in', page: SignIn, isPublic: true },
  { path: '/sign-up', page: lazy(() => import('./pages/enter/sign-up.js')), isPublic: true },
  { path: '/verify-email', page: lazy(() => import('./pages/enter/verify-email.js')), isPublic: true },
  { path: '/confirm-email', page: lazy(() => import('./pages/enter/confirm-email.js')), isPublic: true },
  { path: '/reset-password', page: lazy(() => import('./pages/enter/reset-password.js')), isPublic: true },
  {
    path: '/second-factor-recovery',
    page: lazy(() => import('./pages/enter/second-factor-recovery.js')),
    isPublic: true
  },
  { path: '/cancel-removal', page: lazy(() => import('./pages/enter/cancel-removal.js')), isPublic: true },
  { path: '/developers', page: lazy(() => import('./pages/developers/developers.js')), isPublic: true },
  { path: '/billing', page: lazy(() => import('./pages/billing/billing.js')) },
  { path: '/keys', page: lazy(() => import('./pages/keys/keys.js')) },
  { path: '/products', page: lazy(() => import('./pages/products/products.js')) },
  { path: '/products/:slug', page: lazy(() => import('./pages/product/product.js')) },
  { path: '/products/:slug/config', page: lazy(() => import('./pages/config/config.js')) },
  { path: '/usage', page: lazy(() => import('./pages/usage/usage.js')) },
  { path: '/data', page: lazy(() => import('./pages/data/data.js')) },
  { path: '/account', page: lazy(() => import('./pages/account/account.js')) }
]

/** The page at a path, with the values of its variable parts. */
export function findRoute(path: string): { route: Route; values: PathValues } | undefined {
  for (const route of routes) {
    const values = matchPath(route.path, path)
    if (values) return { route, values }
  }
  return undefined
}
