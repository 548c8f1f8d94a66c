/** The addresses that the host itself leads people to, below the public address. */
export const pages = {
  billing: '/billing',
  localCheckout: '/checkout',
  stripeWebhook: '/webhooks/stripe',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email'
} as const
