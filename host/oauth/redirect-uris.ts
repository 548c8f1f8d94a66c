/** Schemes that a browser or the system handles itself: none of them leads back to an application. */
const foreignSchemes: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'http:',
  'intent:',
  'javascript:',
  'ldap:',
  'mailto:',
  'rdp:',
  'resource:',
  'search:',
  'search-ms:',
  'sftp:',
  'shell:',
  'smb:',
  'ssh:',
  'tel:',
  'telnet:',
  'vbscript:',
  'view-source:',
  'vnc:',
  'ws:',
  'wss:'
])

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * What is wrong with an address that an application wants to be sent back to, in a sentence; undefined when it may be used.
 * Allowed are https, http to this machine, and schemes of the application's own (RFC 8252, section 7).
 */
export function redirectUriIssue(text: string): string | undefined {
  const uri = URL.parse(text)
  if (!uri || !/^[\x21-\x7e]+$/.test(text)) return 'A redirect URI is not an absolute URI.'
  if (text.includes('#')) return 'A redirect URI has a fragment.'
  if (uri.username !== '' || uri.password !== '') return 'A redirect URI holds a user name.'
  if (uri.protocol === 'https:' || isLoopback(uri)) return undefined
  // Windows and Office open theirs, such as ms-msdt, with what the address says (learn.microsoft.com, "Office URI Schemes").
  if (foreignSchemes.has(uri.protocol) || uri.protocol.startsWith('ms-') || !text.includes('://'))
    return 'A redirect URI is neither https, nor http to this machine, nor of a scheme of the application itself.'
  return undefined
}

/**
 * Whether an address is one of those that an application has registered: the same text. An address on the same machine may have
 * another port, which applications without a fixed one choose when they start (RFC 8252, section 7.3).
 */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  if (registered.includes(text)) return true
  const uri = URL.parse(text)
  if (!uri || !isLoopback(uri) || redirectUriIssue(text) !== undefined) return false
  return registered.some(each => {
    const other = URL.parse(each)
    return other !== null && isLoopback(other) && withoutPort(text) === withoutPort(each)
  })
}

/** Where an address leads, for a person to read: a host, this computer, or an application's own scheme. */
export function destinationOf(text: string): string {
  const uri = new URL(text)
  if (isLoopback(uri)) return 'this computer'
  return uri.protocol === 'https:' ? uri.host : `the application for ${uri.protocol}`
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.has(hostname)
}

/** The text, not its parsed form: everything but the port has to be the same to the letter. */
function withoutPort(text: string): string {
  return text.replace(/^(http:\/\/(?:\[::1\]|[^/?#:]*)):\d{1,5}(?=[/?#]|$)/i, '$1')
}
