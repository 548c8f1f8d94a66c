import { createRequire } from 'node:module'
import { asciiDomain, unicodeDomain } from '@product-host/sdk/addresses'
import { parse } from 'tldts'
import {
  alsoFree,
  carrierEndings,
  documentationDomains,
  endingCountries,
  genericEndings,
  neverDisposable,
  notFree,
  relayDomains,
  reservedEndings,
  sharedEndings
} from './domain-lists.js'

export {
  type AddressCleaning,
  type MailAddress,
  mailboxDomains,
  mailboxOf,
  readAddress
} from '@product-host/sdk/addresses'
export { endingCountries, genericEndings } from './domain-lists.js'

/**
 * Whether a name can be somebody's: `reserved` is reserved for tests, documentation or private networks, `unknown_tld` has an ending
 * that does not exist, `public_suffix` is an ending itself, such as `co.uk`. Mail never arrives at one of these.
 */
export type DomainStatus = 'ordinary' | 'reserved' | 'unknown_tld' | 'public_suffix'

/** What a domain name says by itself, without asking anybody. */
export interface DomainReading {
  /** The whole name, lower case, in ASCII. */
  readonly host: string
  /**
   * The part that its owner was given: `acme.co.uk` of `mail.acme.co.uk`, `acme.onmicrosoft.com` of `acme.mail.onmicrosoft.com`,
   * `jane.github.io` of itself.
   */
  readonly name: string
  /** What stands before the owner's part; empty if nothing does. */
  readonly subdomain: string
  /** The ending below which the owner was given the name, such as `co.uk` or `onmicrosoft.com`. */
  readonly suffix: string
  /** The ending is a company's, such as `github.io`: the owner of the name is one of its customers. */
  readonly hasPrivateSuffix: boolean
  /** The last label. */
  readonly tld: string
  readonly status: DomainStatus
  /** The country of the ending by ISO 3166, such as `GB`. Left out where the ending is none of a country or is used worldwide. */
  readonly country?: string
  /** As people write it, where that is not ASCII. */
  readonly unicode?: string
}

/** Reads a domain name, in whatever letters and case, with or without a dot at its end; undefined when the text is none. */
export function readDomain(text: string): DomainReading | undefined {
  const host = asciiDomain(text.trim())
  if (host === undefined) return undefined
  const tld = host.slice(host.lastIndexOf('.') + 1)
  const owner = ownerOf(host)
  const status = statusOf(owner?.name, tld)
  const country = status === 'unknown_tld' ? undefined : countryOf(tld)
  const unicode = unicodeDomain(host)
  return {
    host,
    ...(owner ?? { name: host, subdomain: '', suffix: host, hasPrivateSuffix: false }),
    tld,
    status,
    ...(country !== undefined && { country }),
    ...(unicode !== host && { unicode })
  }
}

type DomainOwner = Pick<DomainReading, 'name' | 'subdomain' | 'suffix' | 'hasPrivateSuffix'>

/**
 * The owner by the longest ending: of the Public Suffix List with its private part, or of the companies that it lacks. A company's ending
 * itself is the company's. Undefined for an ending of the registries.
 */
function ownerOf(host: string): DomainOwner | undefined {
  const carrier = carrierEndings.find(ending => host.endsWith(`.${ending}`))
  const carried = carrier === undefined ? undefined : asciiDomain(host.slice(0, -carrier.length - 1))
  if (carried !== undefined) return ownerOf(carried)
  const withPrivate = parse(host, { allowPrivateDomains: true })
  const { domain, subdomain, publicSuffix, isPrivate } = withPrivate.domain === null ? parse(host) : withPrivate
  const shared = sharedOwnerOf(host)
  if (shared && shared.suffix.length > (publicSuffix ?? '').length) return shared
  if (domain === null) return undefined
  return {
    name: domain,
    subdomain: subdomain ?? '',
    suffix: publicSuffix ?? '',
    hasPrivateSuffix: isPrivate === true
  }
}

/** The customer of a company whose ending the Public Suffix List lacks. */
function sharedOwnerOf(host: string): DomainOwner | undefined {
  const labels = host.split('.')
  const start = labels.findIndex((_, index) => index > 0 && Object.hasOwn(sharedEndings, labels.slice(index).join('.')))
  const suffix = start < 0 ? undefined : sharedEndings[labels.slice(start).join('.')]
  if (suffix === undefined) return undefined
  const subdomain = labels.slice(0, start - 1).join('.')
  return { name: `${labels[start - 1]}.${suffix}`, subdomain, suffix, hasPrivateSuffix: true }
}

function statusOf(name: string | undefined, tld: string): DomainStatus {
  if (reservedEndings.includes(tld) || (name !== undefined && documentationDomains.includes(name))) return 'reserved'
  if (parse(`name.${tld}`).isIcann !== true) return 'unknown_tld'
  return name === undefined ? 'public_suffix' : 'ordinary'
}

function countryOf(tld: string): string | undefined {
  if (genericEndings.has(tld)) return undefined
  return endingCountries[tld] ?? (/^[a-z]{2}$/.test(tld) ? tld.toUpperCase() : undefined)
}

/**
 * Whose the mail boxes of a domain are: `disposable` for a short time, `free` of people at a free provider, `relay` of people whose address
 * it hides, `own` of the owner of the domain.
 */
export type MailboxKind = 'disposable' | 'free' | 'relay' | 'own'

/** The kind of a domain's mail boxes: the lists are searched for the whole name and for the owner's part. */
export function mailboxKind({ host, name }: Pick<DomainReading, 'host' | 'name'>): MailboxKind {
  const isOn = (list: ReadonlySet<string>) => list.has(host) || list.has(name)
  const { disposable, free } = mailboxDomainLists()
  if (isOn(relayDomains)) return 'relay'
  if (isOn(disposable) && !isOn(neverDisposable)) return 'disposable'
  return isOn(free) ? 'free' : 'own'
}

/**
 * The domain that stands for an organisation: the same for all its subdomains, and another for each customer below a shared ending.
 * Undefined for mail boxes of people (`mailboxKind` says which), for an ending, which is nobody's, and where no domain was read.
 */
export function organisationOf(domain: DomainReading | undefined): string | undefined {
  if (!domain || domain.status === 'public_suffix') return undefined
  return mailboxKind(domain) === 'own' ? domain.name : undefined
}

interface MailboxDomainLists {
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
}

/** Read when the first domain is looked up: they hold 20,000 names. */
let lists: MailboxDomainLists | undefined

function mailboxDomainLists(): MailboxDomainLists {
  lists ??= readLists()
  return lists
}

function readLists(): MailboxDomainLists {
  const require = createRequire(import.meta.url)
  const disposable: typeof import('disposable-email-domains-js') = require('disposable-email-domains-js')
  const free: typeof import('email-providers') = require('email-providers')
  return {
    disposable: new Set(disposable.disposableEmailBlocklist()),
    free: new Set([...free.default, ...alsoFree].filter(domain => !notFree.has(domain)))
  }
}
