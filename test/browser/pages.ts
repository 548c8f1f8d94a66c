/** Every page that somebody sees who is signed in: its name, its address, and what shows that it is all there. */
export const ownPages = [
  ['home', '/', 'Calls by day'],
  ['products', '/products', 'Sentinel Lite'],
  ['product-home', '/products/core', 'Newest memories'],
  ['product', '/products/core?action=remember', 'Replace it'],
  ['product-with-alternatives', '/products/creator-os?action=schedule', 'Three posts on LinkedIn'],
  ['config', '/products/leadconnect/config', 'Check without saving'],
  ['keys', '/keys', 'first key'],
  ['usage', '/usage', '95th percentile'],
  ['calls', '/calls', 'Record inputs and answers'],
  ['runs', '/runs', 'No runs yet'],
  ['schedules', '/schedules', 'No schedules yet'],
  ['paused', '/paused', 'None is paused.'],
  ['webhooks', '/webhook-endpoints', 'No webhooks yet'],
  ['hooks', '/hooks', 'No hooks yet'],
  ['data', '/data', 'Prefers meetings in the morning'],
  ['billing', '/billing', 'Payment card'],
  ['account', '/account', 'This device'],
  ['not-found', '/nowhere', 'There is no page at']
] as const

/** Every page for everyone. */
export const openPages = [
  ['welcome', '/', '$PRODUCT_HOST_KEY'],
  ['sign-in', '/sign-in', 'New here?'],
  ['sign-up', '/sign-up', 'Create account'],
  ['reset-password', '/reset-password', 'This demo sends no e-mail'],
  ['verify-email', '/verify-email', 'A part of it is missing'],
  ['confirm-email', '/confirm-email', 'A part of it is missing'],
  ['second-factor-recovery', '/second-factor-recovery', 'This demo sends no e-mail'],
  ['cancel-removal', '/cancel-removal', 'A part of it is missing'],
  ['developers', '/developers', 'Or run both here'],
  ['product-reference', '/developers/products/leadconnect', 'destination.<name>.url'],
  ['action-reference', '/developers/products/leadconnect/ingest', 'This sends a request from your browser'],
  ['guide-requests', '/developers/guides/requests', 'at the same time'],
  ['guide-errors', '/developers/guides/errors', 'rate_limited'],
  ['guide-retries', '/developers/guides/retries', 'It only reads'],
  ['guide-pagination', '/developers/guides/pagination', 'Ask for the first page.'],
  ['guide-webhooks', '/developers/guides/webhooks', 'budget.threshold_reached'],
  ['guide-agents', '/developers/guides/agents', 'claude mcp add'],
  ['changelog', '/developers/changelog', 'field by field']
] as const
