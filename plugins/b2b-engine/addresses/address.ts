import { createRequire } from 'node:module'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import isEmail from 'validator/lib/isEmail.js'
import {
  alsoFree,
  commonProviders,
  documentationDomains,
  educationSuffix,
  endingTypos,
  genericEndings,
  governmentSuffix,
  knownSlips,
  mostEdits,
  neverDisposable,
  notFree,
  otherCodes,
  relayDomains,
  reservedEndings,
  roleWords,
  universityDomains,
  universityName
} from './lists.js'

/**
 * Whether a name can be somebody's: `reserved` is reserved for tests, documentation or private networks, `unknown_tld` has an ending
 * that does not exist, `public_suffix` is an ending itself, such as `co.uk`. Mail never arrives at one of these.
 */
type DomainStatus = 'ordinary' | 'reserved' | 'unknown_tld' | 'public_suffix'

/** What a domain name says by itself, without asking anybody. */
export interface DomainReading {
  /** The whole name, lower case, in ASCII. */
  readonly host: string
  /** The part that somebody registered: `acme.co.uk` of `mail.acme.co.uk`. */
  readonly name: string
  readonly subdomain: string
  /** The public suffix, such as `co.uk`. */
  readonly suffix: string
  /** The suffix is a company's, such as `github.io`: whoever registered the name is one of its customers. */
  readonly hasPrivateSuffix: boolean
  readonly tld: string
  readonly status: DomainStatus
  /** In English; left out where the ending says nothing of a country. */
  readonly country?: string
  /** As people write it, where that is not ASCII. */
  readonly unicode?: string
}

/** Reads a domain name; undefined when the text is none. */
export function readDomain(text: string): DomainReading | undefined {
  const host = domainToASCII(text.trim().toLowerCase().replace(/\.$/, ''))
  if (!hostForm.test(host) || host.length > 253) return undefined
  const tld = host.slice(host.lastIndexOf('.') + 1)
  const withPrivate = parse(host, { allowPrivateDomains: true })
  const { domain, subdomain, publicSuffix, isPrivate, isIp } = withPrivate.domain === null ? parse(host) : withPrivate
  if (isIp) return undefined
  const unicode = domainToUnicode(host)
  const country = countryOf(tld)
  return {
    host,
    name: domain ?? host,
    subdomain: subdomain ?? '',
    suffix: publicSuffix ?? tld,
    hasPrivateSuffix: isPrivate === true,
    tld,
    status: statusOf(domain ?? undefined, tld),
    ...(country !== undefined && { country }),
    ...(unicode !== host && unicode !== '' && { unicode })
  }
}

/** The host of an address of the web, with or without its scheme; undefined when there is none. */
export function hostOfUrl(url: string): string | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
  return URL.canParse(withScheme) ? new URL(withScheme).hostname : undefined
}

function statusOf(name: string | undefined, tld: string): DomainStatus {
  if (reservedEndings.includes(tld) || (name !== undefined && documentationDomains.includes(name))) return 'reserved'
  if (parse(`name.${tld}`).isIcann !== true) return 'unknown_tld'
  return name === undefined ? 'public_suffix' : 'ordinary'
}

/** At least two labels of letters, digits and inner hyphens, 63 characters at most each, the last not of digits alone. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Made when it is first needed: the names of the world's regions take 5 ms to load. */
let regions: Intl.DisplayNames | undefined

function countryOf(tld: string): string | undefined {
  if (!/^[a-z]{2}$/.test(tld) || genericEndings.has(tld)) return undefined
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return regions.of(otherCodes[tld] ?? tld.toUpperCase())
}

/** The class of a mail box. `business` is what is none of the others. */
type MailboxClass = 'disposable' | 'free' | 'education' | 'government' | 'business'

/** A class with its source, and how certain it is (0 to 1). */
export interface ClassReading {
  readonly class: MailboxClass
  readonly source: string
  readonly confidence: number
}

/** The class of a domain: the lists are searched for the full name and for the part that was registered. */
export function classOf({ host, name }: DomainReading): ClassReading {
  const names = [host, name]
  const isOn = (list: ReadonlySet<string>) => names.some(each => list.has(each))
  const lists = domainLists()
  if (isOn(relayDomains)) return { class: 'free', source: 'list of mail relays', confidence: 0.95 }
  if (isOn(lists.disposable) && !isOn(allowed))
    return { class: 'disposable', source: 'list of disposable domains', confidence: 0.9 }
  if (isOn(lists.free)) return { class: 'free', source: 'list of free providers', confidence: 0.95 }
  if (educationSuffix.test(host)) return { class: 'education', source: 'ending of the domain', confidence: 0.95 }
  if (isOn(lists.universities)) return { class: 'education', source: 'list of universities', confidence: 0.9 }
  if (universityName.test(name)) return { class: 'education', source: 'form of the domain', confidence: 0.8 }
  if (governmentSuffix.test(host)) return { class: 'government', source: 'ending of the domain', confidence: 0.95 }
  return { class: 'business', source: 'on no list of free or disposable domains', confidence: 0.7 }
}

/** Whether mail to the domain is forwarded to an address that it hides. */
export function isRelay({ host, name }: Pick<DomainReading, 'host' | 'name'>): boolean {
  return relayDomains.has(host) || relayDomains.has(name)
}

/** Whether the domain is one of a provider of free mail boxes. */
function isFreeProvider(host: string): boolean {
  return domainLists().free.has(host) || relayDomains.has(host)
}

const allowed: ReadonlySet<string> = new Set(neverDisposable)

interface DomainLists {
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
  readonly universities: ReadonlySet<string>
}

/** Read when the first address is classified: they hold 20,000 names. */
let lists: DomainLists | undefined

function domainLists(): DomainLists {
  lists ??= readLists()
  return lists
}

function readLists(): DomainLists {
  const require = createRequire(import.meta.url)
  const disposable: typeof import('disposable-email-domains-js') = require('disposable-email-domains-js')
  const free: typeof import('email-providers') = require('email-providers')
  return {
    disposable: new Set(disposable.disposableEmailBlocklist()),
    free: new Set([...free.default, ...alsoFree].filter(domain => !notFree.includes(domain))),
    universities: new Set(universityDomains.trim().split(/\s+/))
  }
}

/** What an e-mail address says by itself. */
export interface EmailReading {
  /** As it is written out: the domain in lower case, and as people read it. */
  readonly address: string
  readonly local: string
  /** The same person's address without tag, and without dots where the provider ignores them, all in lower case and ASCII domain. */
  readonly canonical: string
  /** What follows a plus in the local part. */
  readonly tag?: string
  readonly isRole: boolean
  readonly domain: DomainReading
  /** The address that was probably meant. */
  readonly suggestion?: string
}

/** Reads an e-mail address; undefined when it is none by RFC 5321 (an address literal such as `jane@[192.0.2.1]` and white space in quotes are not taken). */
export function readEmail(text: string): EmailReading | undefined {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const host = domainToASCII(trimmed.slice(at + 1).toLowerCase())
  if (at < 1 || /[\p{C}\p{Z}]/u.test(local) || !isEmail.default(`${local}@${host}`, { allow_utf8_local_part: true }))
    return undefined
  const domain = readDomain(host)
  if (!domain) return undefined
  const { base, tag } = split(local)
  const suggestion = suggestionFor(host)
  return {
    address: `${local}@${domainToUnicode(host)}`,
    local,
    canonical: `${withoutDots(base, host).toLowerCase()}@${canonicalHost(host)}`,
    ...(tag !== undefined && { tag }),
    isRole: isRole(base),
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

function split(local: string): { readonly base: string; readonly tag?: string } {
  const plus = local.indexOf('+')
  return plus < 1 ? { base: local } : { base: local.slice(0, plus), tag: local.slice(plus + 1) }
}

/** Gmail delivers to the same box whatever dots the name has (support.google.com/mail/answer/7436150). */
function withoutDots(base: string, host: string): string {
  return canonicalHost(host) === 'gmail.com' ? base.replaceAll('.', '') : base
}

function canonicalHost(host: string): string {
  return host === 'googlemail.com' ? 'gmail.com' : host
}

/** The domain that was probably meant, where this one looks like a typing error; undefined when it does not. */
export function suggestionFor(host: string): string | undefined {
  const mended = withMendedEnding(host)
  const suggestion = knownSlips.get(mended) ?? nearProvider(mended) ?? mended
  return suggestion === host ? undefined : suggestion
}

function withMendedEnding(host: string): string {
  const typo = Object.keys(endingTypos).find(ending => host.endsWith(`.${ending}`))
  return typo === undefined ? host : host.slice(0, -typo.length) + endingTypos[typo]
}

function nearProvider(host: string): string | undefined {
  return isFreeProvider(host) ? undefined : commonProviders.find(provider => isNear(host, provider))
}

/** Whether both start alike and are within two edits, of which only so many in the name before the ending as its length allows. */
function isNear(host: string, provider: string): boolean {
  if (host[0] !== provider[0] || editDistance(host, provider) > 2) return false
  const name = nameOf(provider)
  const most = mostEdits.find(({ fromLength }) => name.length >= fromLength)?.edits ?? 0
  return editDistance(nameOf(host), name) <= most
}

function nameOf(host: string): string {
  return host.slice(0, host.indexOf('.'))
}

/** Damerau-Levenshtein distance in its restricted form (insertions, deletions, changes, swaps of neighbours); infinite when lengths differ by more than 2. */
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

const roles: ReadonlySet<string> = new Set(Object.values(roleWords).flatMap(list => list.split(' ')))

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
