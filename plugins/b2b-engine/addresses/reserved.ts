/** Top-level names that never lead anywhere. Sources: RFC 2606, RFC 6761, RFC 6762 (.local), ICANN (.internal). */
export const reservedEndings: readonly string[] = [
  'test',
  'example',
  'invalid',
  'localhost',
  'local',
  'internal',
  'onion',
  'alt'
]

/** Names that are kept for documentation. Source: RFC 2606, section 3. */
export const documentationDomains: readonly string[] = ['example.com', 'example.net', 'example.org']
