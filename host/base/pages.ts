/** The paths of pages that the host links to or redirects to, below the public address. */
export const pages = {
  account: '/account',
  connect: '/connect',
  confirmation: '/confirmations',
  billing: '/billing',
  localCheckout: '/checkout',
  operator: '/operator',
  usage: '/usage',
  stripeWebhook: '/webhooks/stripe',
  hooks: '/hooks',
  paused: '/paused',
  runs: '/runs',
  schedules: '/schedules',
  webhookEndpoints: '/webhook-endpoints',
  confirmEmail: '/confirm-email',
  cancelRemoval: '/cancel-removal',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email'
} as const
