import {
  type AddressCleaning,
  type DomainReading,
  mailboxKind,
  readAddress,
  readDomain
} from '@product-host/toolkit/addresses'
import domains from './domains.json' with { type: 'json' }
import localParts from './local-parts.json' with { type: 'json' }
import universityTable from './universities.json' with { type: 'json' }

/** The host of an address of the web, with or without its scheme; undefined when there is none. */
export function hostOfUrl(url: string): string | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
  return URL.canParse(withScheme) ? new URL(withScheme).hostname : undefined
}

/** Made when it is first needed: the names of the world's regions take 5 ms to load. */
let regions: Intl.DisplayNames | undefined

/** The country of the ending in English; undefined where the ending says nothing of a country. */
export function countryName({ country }: DomainReading): string | undefined {
  if (country === undefined) return undefined
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return regions.of(country)
}

/** The class of a mail box. `business` is what is none of the others. */
type MailboxClass = 'disposable' | 'free' | 'education' | 'government' | 'business'

/** A class with its source, and how certain it is (0 to 1). */
export interface ClassReading {
  readonly class: MailboxClass
  readonly source: string
  readonly confidence: number
}

/** The class of a domain: the lists are searched for the full name and for the owner's part. */
export function classOf(domain: DomainReading): ClassReading {
  const { host, name } = domain
  const kind = mailboxKind(domain)
  if (kind === 'relay') return { class: 'free', source: 'list of mail relays', confidence: 0.95 }
  if (kind === 'disposable') return { class: 'disposable', source: 'list of disposable domains', confidence: 0.9 }
  if (kind === 'free') return { class: 'free', source: 'list of free providers', confidence: 0.95 }
  if (educationSuffix.test(host)) return { class: 'education', source: 'ending of the domain', confidence: 0.95 }
  if (universities.has(host) || universities.has(name))
    return { class: 'education', source: 'list of universities', confidence: 0.9 }
  if (universityName.test(name)) return { class: 'education', source: 'form of the domain', confidence: 0.8 }
  if (governmentSuffix.test(host)) return { class: 'government', source: 'ending of the domain', confidence: 0.95 }
  return { class: 'business', source: 'on no list of free or disposable domains', confidence: 0.7 }
}

/** Endings that only schools and universities get: .edu, and .ac and .edu below a country. Source: the registries' own rules. */
const educationSuffix = /(?:^|\.)(?:edu|(?:ac|edu|sch)\.[a-z]{2})$/

const universities = new Set(universityTable.domains)

/** Names that universities of German- and French-speaking countries have: uni-koeln.de, univ-lyon1.fr. Source: the universities' own domains. */
const universityName = /^(?:uni|univ)-[a-z0-9-]+\.(?:de|at|ch|fr)$/

/** Endings that only public bodies get. Source: the registries' own rules; nhs.net is the health service of England and Scotland. */
const governmentSuffix =
  /(?:^|\.)(?:gov|mil|nhs\.net|(?:gov|gob|gouv|gub|govt|mil|mod|nhs|police)\.[a-z]{2}|(?:europa\.eu|bund\.de|admin\.ch|gc\.ca|go\.jp|go\.kr))$/

/** What an e-mail address says by itself. */
export interface EmailReading {
  /** The address to write to, its domain in lower-case ASCII. */
  readonly address: string
  readonly local: string
  /** The same for all addresses of one mailbox. */
  readonly canonical: string
  readonly tag?: string
  /** What stood around the address. */
  readonly cleaned: readonly AddressCleaning[]
  readonly isRole: boolean
  readonly domain: DomainReading
  /** The address that was probably meant. */
  readonly suggestion?: string
}

/** Reads an e-mail address; undefined when it is none. */
export function readEmail(text: string): EmailReading | undefined {
  const read = readAddress(text)
  const domain = read && readDomain(read.domain)
  if (!read || !domain) return undefined
  const { address, local, mailbox: canonical, tag, cleaned } = read
  const suggestion = suggestionFor(domain.host)
  return {
    address,
    local,
    canonical,
    ...(tag !== undefined && { tag }),
    cleaned,
    isRole: isRole(local.split('+')[0] || local),
    domain,
    ...(suggestion !== undefined && { suggestion: `${local}@${suggestion}` })
  }
}

/** The valid address that was probably meant by a text that is none, such as `bob@acme.co.k`. */
export function suggestionForInvalid(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = suggestionFor(
    text
      .slice(at + 1)
      .trim()
      .toLowerCase()
  )
  return domain === undefined ? undefined : readEmail(`${text.slice(0, at)}@${domain}`)?.address
}

/** The domain that was probably meant, where this one looks like a typing error; undefined when it does not. */
export function suggestionFor(host: string): string | undefined {
  const mended = withMendedEnding(host)
  const suggestion = knownSlips.get(mended) ?? nearProvider(mended) ?? mended
  return suggestion === host ? undefined : suggestion
}

const knownSlips = new Map(Object.entries(domains.knownSlips))

function withMendedEnding(host: string): string {
  const [typo, meant] = Object.entries(domains.endingTypos).find(([ending]) => host.endsWith(`.${ending}`)) ?? []
  return typo === undefined ? host : `${host.slice(0, -typo.length)}${meant}`
}

function nearProvider(host: string): string | undefined {
  const kind = mailboxKind({ host, name: host })
  if (kind === 'free' || kind === 'relay') return undefined
  return domains.commonProviders.find(provider => isNear(host, provider))
}

/** Whether both start alike and are within two edits, of which only so many in the name before the ending as its length allows. */
function isNear(host: string, provider: string): boolean {
  if (host[0] !== provider[0] || editDistance(host, provider) > 2) return false
  const name = nameOf(provider)
  const most = mostEdits.find(({ fromLength }) => name.length >= fromLength)?.edits ?? 0
  return editDistance(nameOf(host), name) <= most
}

/** How far the name before the ending may be off, by its length: short names are too near to other good ones. */
const mostEdits: readonly { readonly fromLength: number; readonly edits: number }[] = [
  { fromLength: 7, edits: 2 },
  { fromLength: 5, edits: 1 },
  { fromLength: 0, edits: 0 }
]

function nameOf(host: string): string {
  return host.slice(0, host.indexOf('.'))
}

/**
 * Damerau-Levenshtein distance in its restricted form (insertions, deletions, changes, swaps of neighbours); infinite when lengths differ by
 * more than 2.
 */
export function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return Number.POSITIVE_INFINITY
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

/** Whether the local part of an address belongs to a role: "no-reply", "sales.uk" and "kontakt" do, "steve.jobs" does not. */
export function isRole(local: string): boolean {
  const words = plain(local).split(/[._-]+/)
  return roles.has(words.join('')) || roles.has(words[0] ?? '')
}

/** Whether a word of a local part names a role. */
export function isRoleWord(word: string): boolean {
  return roles.has(plain(word))
}

const roles = new Set(Object.values(localParts.roleWords).flat())

/** Lower case without accents and without digits at the end, as in "info2". */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßłøæ]/g, letter => spelled[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<!\d)\d+$/, '')
}

/** Letters that have no accent to take off. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae' }
