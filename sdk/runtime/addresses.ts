import { domainToASCII, domainToUnicode } from 'node:url'
import table from './mailbox-providers.json' with { type: 'json' }

const hyphenTagDomains = new Set(table.hyphenTagDomains)
const subdomainTagDomains = new Set(table.subdomainTagDomains)

/** What stood around or in an address and is no part of it: a name beside it, `<…>`, `mailto:` with its `?subject=…`, and so on. */
export type AddressCleaning =
  | 'brackets'
  | 'display_name'
  | 'full_width'
  | 'mailto'
  | 'quotes'
  | 'separator'
  | 'trailing_dot'
  | 'white_space'

/** An e-mail address as it was read. */
export interface MailAddress {
  /** The address to write to: the local part as it was sent, the domain in lower-case ASCII. */
  readonly address: string
  /** The part before the @, as it was sent. */
  readonly local: string
  /** The whole domain after the @, in lower-case ASCII, without a dot at its end. */
  readonly domain: string
  /**
   * The same text for all addresses of one mailbox: lower case, without tag, without what the provider ignores, and with the first of the
   * provider's domains. It is a name to compare, not an address to write to: not every server knows tags.
   */
  readonly mailbox: string
  /** What follows the sign that begins a tag: `sales` of `jane+sales@acme.com`. Left out if there is none. */
  readonly tag?: string
  /** The name beside the address: `Jane Doe` of `Jane Doe <jane@acme.com>`. Left out if there is none. */
  readonly displayName?: string
  /** What was removed, in the order of the alphabet. Empty for a plain address. */
  readonly cleaned: readonly AddressCleaning[]
}

/** The longest text that is read, in characters: an address of 254 with a long name and the subject of a `mailto:`. */
const longestText = 2_000

/**
 * Reads one e-mail address (RFC 5321 and 6531) as people and exports write it: `Jane Doe <jane@acme.com>`, `jane@acme.com (Jane Doe)`,
 * `mailto:jane@acme.com?subject=Hello`, with quotes, brackets, white space or a separator around it. Undefined for anything else: no
 * address, several addresses, an address literal such as `jane@[192.0.2.1]`, white space in a local part.
 */
export function readAddress(text: string): MailAddress | undefined {
  if (text.length > longestText) return undefined
  const { bare, displayName, cleaned } = unwrapped(text)
  const at = bare.lastIndexOf('@')
  if (at < 1) return undefined
  const [local, written] = [bare.slice(0, at).trimEnd(), bare.slice(at + 1).trimStart()]
  if (local.length + 1 + written.length < bare.length) cleaned.add('white_space')
  const domain = asciiDomain(written)
  if (domain === undefined || !isLocalPart(local)) return undefined
  if (/[.。．｡]$/.test(written)) cleaned.add('trailing_dot')
  const address = `${local}@${domain}`
  if (Buffer.byteLength(address) > 254) return undefined
  const { mailbox, tag } = identityOf(local, domain)
  return {
    address,
    local,
    domain,
    mailbox,
    ...(tag !== undefined && { tag }),
    ...(displayName !== undefined && { displayName }),
    cleaned: [...cleaned].sort()
  }
}

/** The `mailbox` of an address. A text that `readAddress` does not read has an identity too: itself, in lower case. */
export function mailboxOf(text: string): string {
  return readAddress(text)?.mailbox ?? text.trim().toLowerCase()
}

/**
 * The domains at which a name is the same mailbox as at this one, itself included: `icloud.com`, `me.com` and `mac.com` for each of them.
 */
export function mailboxDomains(domain: string): readonly string[] {
  return providerOf(domain)?.domains ?? [domain]
}

/**
 * A domain name in lower-case ASCII, without a dot at its end; undefined when the text is none. Letters outside ASCII become punycode (UTS
 * 46). A name has at least two labels of 63 characters at most, 253 altogether, and does not end in a number.
 */
export function asciiDomain(text: string): string | undefined {
  // What a URL gives a meaning to would be cut off or decoded.
  if (/[\s\p{Cc}/?#\\:@%[\]]/u.test(text)) return undefined
  const host = domainToASCII(text).replace(/\.$/, '')
  return host.length <= 253 && domainForm.test(host) ? host : undefined
}

/** A domain name as people write it; itself where it is of ASCII alone. */
export function unicodeDomain(domain: string): string {
  return domainToUnicode(domain) || domain
}

/** Labels of letters, digits and inner hyphens; the last is not of digits alone. */
const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A text without what stands around the address. */
interface Unwrapped {
  readonly bare: string
  readonly displayName?: string
  readonly cleaned: Set<AddressCleaning>
}

/** Takes off one thing at a time, from the outside in. */
function unwrapped(text: string): Unwrapped {
  const cleaned = new Set<AddressCleaning>()
  const names: string[] = []
  const note = (kind: AddressCleaning, inner: string) => {
    cleaned.add(kind)
    return inner
  }
  let bare = text.replace(/[！-～]/g, sign => note('full_width', String.fromCharCode(sign.charCodeAt(0) - 0xfee0)))
  for (let before = ''; before !== bare; ) {
    before = bare
    const trimmed = trimInvisible(bare)
    if (trimmed !== bare) bare = note('white_space', trimmed)
    else if (/[,;]$/.test(bare)) bare = note('separator', bare.slice(0, -1))
    else if (isQuoted(bare)) bare = note('quotes', bare.slice(1, -1))
    else if (/^mailto:/i.test(bare)) bare = note('mailto', recipientOf(bare))
    else {
      const parts = besideName(bare)
      if (!parts) break
      if (parts.name !== '') names.push(parts.name)
      bare = note(parts.name === '' ? 'brackets' : 'display_name', parts.inner)
    }
  }
  const displayName = names[0]
  return { bare, cleaned, ...(displayName !== undefined && { displayName }) }
}

/** Without white space and characters without width at either end. */
function trimInvisible(text: string): string {
  const isInvisible = (index: number) =>
    /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/.test(text[index] ?? '')
  let [start, end] = [0, text.length]
  while (start < end && isInvisible(start)) start++
  while (end > start && isInvisible(end - 1)) end--
  return text.slice(start, end)
}

const quotePairs: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»'
}

function isQuoted(text: string): boolean {
  return text.length > 2 && text.endsWith(quotePairs[text[0] ?? ''] ?? '\0')
}

/** The recipient of a `mailto:` address (RFC 6068); several stay several, which is no address. */
function recipientOf(url: string): string {
  const [recipient = ''] = url.slice('mailto:'.length).replace(/^\/\//, '').split('?')
  try {
    return decodeURIComponent(recipient)
  } catch {
    return recipient
  }
}

/** The name and the address of `name <address>`, `name [mailto:address]` or `address (name)`; undefined for any other form. */
function besideName(text: string): { readonly name: string; readonly inner: string } | undefined {
  const [open, close] = text.endsWith('>') ? ['<', '>'] : text.endsWith(']') ? ['[', ']'] : ['(', ')']
  if (!text.endsWith(close)) return undefined
  const start = open === '(' ? text.indexOf(open) : text.lastIndexOf(open)
  const [outer, enclosed] = [text.slice(0, start), text.slice(start + 1, -1)]
  if (start < 0 || outer.includes(close)) return undefined
  if (open === '(') return outer.includes('@') ? { name: enclosed.trim(), inner: outer } : undefined
  if (open === '[' && !/^mailto:/i.test(enclosed)) return undefined
  return outer.includes(open) ? undefined : { name: nameIn(outer), inner: enclosed }
}

/** A name without the quotes around it and the backslashes in it. */
function nameIn(text: string): string {
  const name = trimInvisible(text)
  return isQuoted(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1').trim() : name
}

/** A dot-atom, or a text in quotes; with letters of all scripts, without white space, 64 bytes at most. */
function isLocalPart(local: string): boolean {
  if (Buffer.byteLength(local) > 64 || /[\p{C}\p{Z}]/u.test(local)) return false
  return local.split('.').every(atom => atomForm.test(atom)) || quotedForm.test(local)
}

const atomForm = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\u{10ffff}]+$/u

const quotedForm = /^"(?:[^"\\]|\\.)+"$/u

/** The mailbox of an address, and the tag that leads to it. */
function identityOf(local: string, domain: string): { readonly mailbox: string; readonly tag?: string } {
  const name = unquoted(local).normalize('NFC')
  const parent = domain.slice(domain.indexOf('.') + 1)
  if (subdomainTagDomains.has(parent)) {
    // A domain has no underscore: a hyphen stands for that of a name (fastmail.com/blog/two-address-resolving-additions).
    const owner = domain.slice(0, domain.indexOf('.')).replaceAll('-', '_')
    return { mailbox: `${owner}@${parent}`, tag: name }
  }
  const provider = providerOf(domain)
  const { base, tag } = withoutTag(name, hyphenTagDomains.has(domain) ? ['+', '-'] : ['+'])
  const mailbox = `${spelledBy(provider, base.toLowerCase())}@${provider?.domains[0] ?? domain}`
  return tag === undefined ? { mailbox } : { mailbox, tag }
}

/** `"jane"@acme.com` is `jane@acme.com`. */
function unquoted(local: string): string {
  const inner = local.slice(1, -1).replace(/\\(.)/gu, '$1')
  return quotedForm.test(local) && inner.split('.').every(atom => atomForm.test(atom)) ? inner : local
}

/** A name that begins with the sign has no tag. */
function withoutTag(name: string, signs: readonly string[]): { readonly base: string; readonly tag?: string } {
  const starts = signs.map(sign => name.indexOf(sign)).filter(index => index > 0)
  const start = Math.min(...starts)
  return starts.length === 0 ? { base: name } : { base: name.slice(0, start), tag: name.slice(start + 1) }
}

function spelledBy(provider: (typeof table.providers)[number] | undefined, name: string): string {
  const { ignored = '', alike = '' } = provider ?? {}
  return Array.from(name, sign => (ignored.includes(sign) ? '' : alike.includes(sign) ? alike.slice(0, 1) : sign)).join(
    ''
  )
}

function providerOf(domain: string): (typeof table.providers)[number] | undefined {
  return table.providers.find(({ domains }) => domains.includes(domain))
}
