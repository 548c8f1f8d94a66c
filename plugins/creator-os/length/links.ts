import { domainToASCII } from 'node:url'
import { topLevelDomains } from './top-level-domains.js'

/** Where a link stands in a text, in UTF-16 units. */
export interface Link {
  readonly start: number
  readonly end: number
}

// The grammar of links is that of twitter-text 3 (github.com/twitter/twitter-text): what a host, a path and a query may hold,
// what they may end with, and what may stand before a link.
const latin =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253-\\u025b\\u0263-\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff'
const marks = '\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069'
const letter = `[^\\s\\u0085\\u180e!'#%&()*+,\\\\\\-./:;<=>?@[\\]^_{|}~$\\ufffe\\uffff${marks}]`
const label = `${letter}+(?:[_-]+${letter}+)*`
const hosts = new RegExp(`([^A-Za-z0-9@＠$#＃\\ufeff\\ufffe\\uffff]|^)(https?://)?(${label}(?:\\.${label})+)`, 'giu')
const plainHosts = new RegExp(`([-a-z0-9${latin}]+(?:\\.[-a-z0-9${latin}]+)*)\\.${letter}+(?:-+${letter}+)*`, 'giu')
const pathCharacter = `[a-z0-9${latin}\\u0400-\\u04ff!*';:=+,.$/%#[\\]\\-–_~@|&]`
const parentheses = `\\((?:${pathCharacter}+|${pathCharacter}*\\(${pathCharacter}+\\)${pathCharacter}*)\\)`
const path = `/(?:(?:${pathCharacter}|${parentheses})*(?:[a-z0-9${latin}\\u0400-\\u04ff+\\-=_#/]|${parentheses}))?`
const query = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]"
const pathAndQuery = new RegExp(`(?::[0-9]+)?(?:${path})?(?:${query})?`, 'iuy')

/** What every link has: a dot between other characters, with a letter behind it. */
const innerDot = /[^\s.]\.\p{L}/u
/** Longest link in characters. */
const longestLink = 4096
/** Longest label of a host as it is encoded (RFC 1035, 2.3.4). */
const longestLabel = 63

/** The links that X finds in a text, in their order: those with a protocol, and bare hosts of a known top-level domain. */
export function findLinks(text: string): readonly Link[] {
  if (!innerDot.test(text)) return []
  const links: Link[] = []
  hosts.lastIndex = 0
  for (let match = hosts.exec(text); match; match = hosts.exec(text)) {
    const { index, 1: before = '', 2: protocol = '', 3: run = '' } = match
    const start = index + before.length
    const hostStart = start + protocol.length
    const host = longestHost(run, text[hostStart + run.length])
    const hostEnd = hostStart + host.length
    if (protocol && host) {
      hosts.lastIndex = endOfPath(text, hostEnd)
      links.push({ start, end: hosts.lastIndex })
      continue
    }
    const plain = /[-_./]/.test(before) ? [] : plainLinks(host, hostStart)
    hosts.lastIndex = plain.length > 0 ? endOfPath(text, hostEnd) : hostStart + beforeProtocol(run)
    const hasPath = /^(?::[0-9]+)?\//.test(text.slice(hostEnd, hosts.lastIndex))
    links.push(...plain.map(link => (hasPath && link === plain.at(-1) ? { ...link, end: hosts.lastIndex } : link)))
  }
  return links.filter(({ start, end }) => end - start <= longestLink)
}

/** The length of a run up to the character before `http` or `https` at its end, with which a link may begin. */
function beforeProtocol(run: string): number {
  return run.length - (/.https?$/iu.exec(run)?.[0].length ?? 0)
}

/** The hosts without a protocol inside a run of letters and dots; X links only their part in Latin letters. */
function plainLinks(run: string, start: number): readonly Link[] {
  const links: Link[] = []
  plainHosts.lastIndex = 0
  for (let match = plainHosts.exec(run); match; match = plainHosts.exec(run)) {
    const { 0: candidate, 1: plain = '', index } = match
    const host = longestHost(candidate, run[index + candidate.length])
    plainHosts.lastIndex = index + (host || plain).length
    if (host) links.push({ start: start + index, end: start + index + host.length })
  }
  return links
}

/** The run up to its last label that begins with a top-level domain; empty when there is none. */
function longestHost(run: string, after: string | undefined): string {
  const labels = run.split('.')
  for (let last = labels.length - 1; last > 0; last--) {
    const next = last < labels.length - 1 ? '.' : after
    const tail = topLevelDomain(labels[last] ?? '', next)
    const names = labels.slice(0, last)
    if (tail && !names.at(-1)?.includes('_') && names.every(isLabel)) return [...names, tail].join('.')
  }
  return ''
}

function isLabel(name: string): boolean {
  return (domainToASCII(name) || name).length <= longestLabel
}

/** The longest top-level domain that a label begins with, where no ASCII letter, digit, `@`, `+` or `-` follows. */
function topLevelDomain(label: string, after = ''): string | undefined {
  for (let end = label.length; end > 0; end--) {
    const name = label.slice(0, end)
    const isKnown = topLevelDomains.has(name.toLowerCase()) || /^xn--[-0-9a-z]+$/i.test(name)
    if (isKnown && !/[0-9a-z@+-]/i.test(label[end] ?? after)) return name
  }
  return undefined
}

function endOfPath(text: string, start: number): number {
  pathAndQuery.lastIndex = start
  return start + (pathAndQuery.exec(text)?.[0].length ?? 0)
}
