/** Every page that somebody sees who is signed in: its name, its address, and what shows that it is all there. */
export const ownPages = [
  ['home', '/', 'ms, half within'],
  ['products', '/products', 'Sentinel Lite'],
  ['product', '/products/core', 'Run remember'],
  ['product-with-alternatives', '/products/creator-os?action=schedule', 'Run schedule'],
  ['config', '/products/leadconnect/config', 'Check only'],
  ['keys', '/keys', 'first key'],
  ['usage', '/usage', '95 % within'],
  ['data', '/data', 'mem:'],
  ['billing', '/billing', 'Payment card'],
  ['account', '/account', 'this one'],
  ['not-found', '/nowhere', 'The address leads to no page']
] as const

/** Every page for everyone. */
export const openPages = [
  ['welcome', '/', 'Create the account'],
  ['sign-in', '/sign-in', 'New here?'],
  ['sign-up', '/sign-up', 'Create the account'],
  ['reset-password', '/reset-password', 'Send me a link'],
  ['verify-email', '/verify-email', 'The link is not whole'],
  ['confirm-email', '/confirm-email', 'The link is not complete'],
  ['second-factor-recovery', '/second-factor-recovery', 'Request the removal'],
  ['cancel-removal', '/cancel-removal', 'The link is not complete'],
  ['developers', '/developers', 'By hand']
] as const
