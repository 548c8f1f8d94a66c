const own = '/dashboard/api'
const open = '/api/v1/products'

/** The addresses that the pages read and write; those of products come by session, as the signed-in person. */
export const paths = {
  site: `${own}/site`,
  account: `${own}/accounts/me`,
  accounts: `${own}/accounts`,
  email: `${own}/accounts/me/email`,
  emailChange: (token: string) => `${own}/email-changes/${encodeURIComponent(token)}`,
  password: `${own}/accounts/me/password`,
  events: `${own}/accounts/me/events`,
  secondFactor: `${own}/accounts/me/second-factor`,
  confirmFactor: `${own}/accounts/me/second-factor/confirm`,
  recoveryCodes: `${own}/accounts/me/second-factor/recovery-codes`,
  removal: `${own}/accounts/me/second-factor/removal`,
  recoveries: `${own}/second-factor-recoveries`,
  recovery: (token: string) => `${own}/second-factor-recoveries/${encodeURIComponent(token)}`,
  verification: (token: string) => `${own}/email-verifications/${encodeURIComponent(token)}`,
  resets: `${own}/password-resets`,
  reset: (token: string) => `${own}/password-resets/${encodeURIComponent(token)}`,
  sessions: `${own}/sessions`,
  confirmation: `${own}/sessions/current/confirmation`,
  session: (id: string) => `${own}/sessions/${encodeURIComponent(id)}`,
  billing: `${own}/billing`,
  checkout: `${own}/billing/checkout`,
  portal: `${own}/billing/portal`,
  keys: `${own}/keys`,
  keyPage: (after: string | null) =>
    `${own}/keys?${new URLSearchParams({ limit: '50', ...(after !== null && { after }) })}`,
  key: (id: string) => `${own}/keys/${encodeURIComponent(id)}`,
  rotate: (id: string) => `${own}/keys/${encodeURIComponent(id)}/rotate`,
  usage: `${own}/products/usage`,
  execute: (slug: string) => `${own}/products/${slug}/execute`,
  access: (slug: string) => `${own}/products/${slug}/access`,
  config: (slug: string) => `${own}/products/${slug}/config`,
  revisions: (slug: string) => `${own}/products/${slug}/config/revisions`,
  data: (slug: string) => `${own}/data/${slug}`,
  export: `${own}/export`,
  catalogue: open,
  product: (slug: string) => `${open}/${slug}/execute`
} as const
