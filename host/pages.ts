/** The pages of the dashboard that the host itself leads people to, below the public address. */
export const pages = {
  billing: '/billing',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email'
} as const
