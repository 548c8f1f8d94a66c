import type { ComponentType } from 'react'

/** A page of the dashboard. The host serves the same paths: see `pagePaths` in `host/http/dashboard/static-files.ts`. */
export interface PageRoute {
  readonly path: string
  /** Loads the code of the page; left out where it comes with the frame. */
  readonly load?: () => Promise<ComponentType>
  /** What the page reads first, as its queries in `api/` write it; a name of the path stands for what the address has there. */
  readonly reads?: readonly string[]
  /** Whether the page is also for users who are not signed in. */
  readonly isPublic?: true
  /** The text of its link in the navigation, which shows the links in the order of this table. */
  readonly navigation?: string
  /** Whether the navigation shows the link to operators alone. */
  readonly isForOperators?: true
}

const emailLinks = () => import('./pages/sign-in/email-links.js')

/** Every page. Those of signing in come with the frame; every other one is loaded when it is first shown. */
export const routes: readonly PageRoute[] = [
  {
    path: '/',
    load: async () => (await import('./pages/home.js')).Home,
    reads: [
      '/dashboard/api/billing',
      '/dashboard/api/keys?limit=50',
      '/dashboard/api/products/usage?',
      '/dashboard/api/products/usage?period=24h',
      '/dashboard/api/confirmations'
    ],
    navigation: 'Home'
  },
  { path: '/sign-in', isPublic: true },
  { path: '/sign-up', reads: ['/dashboard/api/site'], isPublic: true },
  { path: '/verify-email', load: async () => (await emailLinks()).VerifyEmail, isPublic: true },
  { path: '/confirm-email', load: async () => (await emailLinks()).ConfirmEmail, isPublic: true },
  { path: '/cancel-removal', load: async () => (await emailLinks()).CancelRemoval, isPublic: true },
  {
    path: '/reset-password',
    load: async () => (await emailLinks()).ResetPassword,
    reads: ['/dashboard/api/site'],
    isPublic: true
  },
  {
    path: '/second-factor-recovery',
    load: async () => (await emailLinks()).SecondFactorRecovery,
    reads: ['/dashboard/api/site'],
    isPublic: true
  },
  {
    path: '/products',
    load: async () => (await import('./pages/products/products.js')).Products,
    reads: ['/api/v1/products'],
    navigation: 'Products'
  },
  {
    path: '/products/:slug',
    load: async () => (await import('./pages/products/product.js')).Product,
    reads: ['/api/v1/products/:slug/execute', '/dashboard/api/products/:slug/access']
  },
  { path: '/products/:slug/config', load: async () => (await import('./pages/products/settings.js')).Settings },
  {
    path: '/keys',
    load: async () => (await import('./pages/keys/keys.js')).Keys,
    navigation: 'API keys'
  },
  { path: '/connect', load: async () => (await import('./pages/apps/connect.js')).Connect },
  {
    path: '/confirmations/:id',
    load: async () => (await import('./pages/confirmations/confirmation.js')).Confirmation,
    reads: ['/dashboard/api/confirmations/:id']
  },
  {
    path: '/usage',
    load: async () => (await import('./pages/usage/usage.js')).Usage,
    navigation: 'Usage'
  },
  {
    path: '/calls',
    load: async () => (await import('./pages/calls/calls.js')).Calls,
    navigation: 'Calls'
  },
  {
    path: '/runs',
    load: async () => (await import('./pages/runs/runs.js')).Runs,
    navigation: 'Runs'
  },
  {
    path: '/runs/:id',
    load: async () => (await import('./pages/runs/run.js')).Run,
    reads: ['/dashboard/api/products/runs/:id']
  },
  {
    path: '/schedules',
    load: async () => (await import('./pages/runs/schedules.js')).Schedules,
    reads: ['/dashboard/api/products/schedules'],
    navigation: 'Schedules'
  },
  {
    path: '/schedules/:id',
    load: async () => (await import('./pages/runs/schedule.js')).Schedule,
    reads: ['/dashboard/api/products/schedules/:id']
  },
  {
    path: '/paused',
    load: async () => (await import('./pages/paused.js')).Paused,
    reads: ['/dashboard/api/products/schedules', '/dashboard/api/products/hooks', '/dashboard/api/products/webhooks']
  },
  {
    path: '/webhook-endpoints',
    load: async () => (await import('./pages/webhooks/endpoints.js')).Endpoints,
    reads: ['/dashboard/api/products/webhooks'],
    navigation: 'Webhooks'
  },
  {
    path: '/webhook-endpoints/:id',
    load: async () => (await import('./pages/webhooks/endpoint.js')).Endpoint,
    reads: ['/dashboard/api/products/webhooks/:id']
  },
  {
    path: '/hooks',
    load: async () => (await import('./pages/hooks/hooks.js')).Hooks,
    reads: ['/dashboard/api/products/hooks'],
    navigation: 'Hooks'
  },
  {
    path: '/hooks/:id',
    load: async () => (await import('./pages/hooks/hook.js')).Hook,
    reads: ['/dashboard/api/products/hooks/:id']
  },
  {
    path: '/data',
    load: async () => (await import('./pages/data/data.js')).Data,
    navigation: 'Data'
  },
  {
    path: '/billing',
    load: async () => (await import('./pages/billing.js')).Billing,
    navigation: 'Billing'
  },
  {
    path: '/account',
    load: async () => (await import('./pages/account/account.js')).Account,
    reads: ['/dashboard/api/accounts/me/second-factor'],
    navigation: 'Account'
  },
  {
    path: '/operator',
    load: async () => (await import('./pages/operator/operator.js')).Operator,
    navigation: 'Operator',
    isForOperators: true
  },
  {
    path: '/developers',
    load: async () => (await import('./pages/developers/developers.js')).Developers,
    reads: ['/api/v1/products', '/dashboard/api/site'],
    isPublic: true,
    navigation: 'Developers'
  },
  {
    path: '/developers/changelog',
    load: async () => (await import('./pages/developers/changelog.js')).Changelog,
    isPublic: true
  },
  {
    path: '/developers/guides/:guide',
    load: async () => (await import('./pages/developers/reference-page.js')).Guide,
    isPublic: true
  },
  {
    path: '/developers/products/:slug',
    load: async () => (await import('./pages/developers/product/product-reference.js')).ProductReference,
    reads: ['/api/v1/products/:slug/execute', '/dashboard/api/reference/:slug'],
    isPublic: true
  },
  {
    path: '/developers/products/:slug/:action',
    load: async () => (await import('./pages/developers/product/action-reference.js')).ActionReference,
    reads: ['/api/v1/products/:slug/execute', '/dashboard/api/reference/:slug'],
    isPublic: true
  }
]

const loaded = new Map<string, ComponentType>()

/** Loads the code of a page; undefined where it comes with the frame. Rejects if it cannot be loaded. */
export async function loadPage({ path, load }: PageRoute): Promise<ComponentType | undefined> {
  const page = await load?.()
  if (page) loaded.set(path, page)
  return page
}

/** The page at a path if its code is there already. */
export function loadedPage(path: string): ComponentType | undefined {
  return loaded.get(path)
}

/** The page at a path, and what it reads first there. */
export function pageAt(path: string): { readonly route: PageRoute; readonly reads: readonly string[] } | undefined {
  for (const route of routes) {
    const names = route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${names}$`).exec(path)
    if (!match) continue
    const filled = (address: string) => address.replaceAll(/:(\w+)/g, (_, name) => match.groups?.[name] ?? '')
    return { route, reads: (route.reads ?? []).map(filled) }
  }
  return undefined
}
