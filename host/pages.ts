/** The addresses that the host itself leads people to, below the public address. */
export const pages = {
  account: '/account',
  billing: '/billing',
  localCheckout: '/checkout',
  stripeWebhook: '/webhooks/stripe',
  confirmEmail: '/confirm-email',
  cancelRemoval: '/cancel-removal',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email'
} as const
