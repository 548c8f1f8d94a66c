/**
 * Schemes of known applications that are no reversed domain names. Every other scheme without a dot may be one that a browser or a
 * system opens itself.
 */
const knownSchemes: ReadonlySet<string> = new Set([
  'antigravity:',
  'cherrystudio:',
  'claude:',
  'codex:',
  'cursor:',
  'goose:',
  'jetbrains:',
  'kiro:',
  'lmstudio:',
  'positron:',
  'raycast:',
  'trae:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
  'zed:'
])

/** A domain name that is written backwards: its first label is a top-level domain. */
const reversedDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9-]{1,63})+:$/

/** Makers of systems, whose own programs open these with what the address says. */
const systemSchemes = /^(?:microsoft|windows|com\.apple|com\.microsoft|com\.android)\./

/** Where applications on this machine listen (RFC 8252, section 7.3); other addresses of its network are none of theirs. */
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
  if (uri.protocol === 'https:' || isLoopback(uri) || isOwnScheme(uri)) return undefined
  return 'A redirect URI is neither https, nor http to this machine, nor of a scheme such as com.example.app.'
}

/** Whether a scheme is an application's own: a reversed domain name (RFC 8252, section 7.1), or one that is known. */
function isOwnScheme({ protocol, host }: URL): boolean {
  if (knownSchemes.has(protocol)) return host !== ''
  return reversedDomain.test(protocol) && !systemSchemes.test(protocol)
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
