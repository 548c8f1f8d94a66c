import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { genericEndings, otherCodes } from './countries.js'
import { documentationDomains, reservedEndings } from './reserved.js'

/**
 * Whether a name can be somebody's: `reserved` is kept for tests, documentation or private networks, `unknown_tld` has an ending
 * that does not exist, `public_suffix` is an ending itself, such as `co.uk`. Mail never arrives at one of these.
 */
export type Standing = 'ordinary' | 'reserved' | 'unknown_tld' | 'public_suffix'

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
  readonly standing: Standing
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
    standing: standingOf(domain ?? undefined, tld),
    ...(country !== undefined && { country }),
    ...(unicode !== host && unicode !== '' && { unicode })
  }
}

/** The host of an address of the web, with or without its scheme; undefined when there is none. */
export function hostOfUrl(url: string): string | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
  return URL.canParse(withScheme) ? new URL(withScheme).hostname : undefined
}

function standingOf(name: string | undefined, tld: string): Standing {
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
