import { domainToASCII } from 'node:url'
import { type Static, Type } from '@product-host/sdk'
import { fnv1a } from '@product-host/toolkit/json'
import { formerSlug, identityOf, isWholeInSlug, slugify } from '@product-host/toolkit/slug'
import { countGraphemes, graphemes } from '@product-host/toolkit/text'
import { type Platform, platforms, type Unit, unitText } from './platform-table.js'
import topLevel from './tables/top-level-domains.json' with { type: 'json' }

/** By these X tells a link without a protocol. */
const topLevelDomains = new Set(topLevel.domains)

/** Characters that an unknown platform is taken to allow. */
const genericLimit = 2000

const byName = new Map(
  platforms.flatMap(platform => [platform.name, ...platform.aliases].map(name => [name, platform]))
)

/** The platform of a name or one of its other names; undefined when the table does not have it. */
function knownPlatform(name: string): Platform | undefined {
  return byName.get(identityOf(name))
}

/** The platform of a name; one that the table does not have gets a generic profile. */
export function findPlatform(written: string): { readonly platform: Platform; readonly warning?: string } {
  const known = knownPlatform(written)
  if (known) return { platform: known }
  const title = written.trim()
  const name = identityOf(written) || 'platform'
  const hashed = `platform-${fnv1a(title).toString(36)}`
  const formerNames = [formerSlug(title) || hashed, slugify(title) || hashed].filter(former => former !== name)
  return {
    platform: {
      name,
      ...(formerNames.length > 0 && { former: { names: formerNames, areShared: !isWholeInSlug(title) } }),
      title,
      aliases: [],
      form: 'post',
      limit: genericLimit,
      unit: 'utf16',
      fold: 200,
      hashtags: { advised: { from: 0, to: 3 } },
      format: 'Short paragraphs, the subject in the first line.'
    },
    warning: `"${title}" is not a platform known here: a generic profile of ${genericLimit.toLocaleString('en-GB')} characters was used.`
  }
}

/** What a platform takes, as answers show it. */
export const PlatformSpec = Type.Object({
  platform: Type.String({ title: 'Platform', description: 'Its name in requests, such as `linkedin`.' }),
  title: Type.String({ title: 'Name', description: 'Its name as people write it, such as LinkedIn.' }),
  limit: Type.Integer({ title: 'Limit', description: 'The longest post, in its unit of length.' }),
  unit: Type.String({
    title: 'Unit of length',
    description: unitText
  }),
  fold: Type.Integer({
    title: 'Shown at first',
    description: 'Characters that are seen before a reader opens the text.'
  }),
  hashtags: Type.Object(
    {
      max: Type.Optional(
        Type.Integer({
          title: 'At most',
          description: 'The most hashtags that the platform accepts. Left out if it sets no limit.'
        })
      ),
      advisedFrom: Type.Integer({ title: 'Advised from', description: 'The fewest hashtags that are advised.' }),
      advisedTo: Type.Integer({ title: 'Advised to', description: 'The most hashtags that are advised.' })
    },
    { title: 'Hashtags', description: 'How many hashtags a post may and should have.' }
  ),
  titleLimit: Type.Optional(
    Type.Integer({ title: 'Longest title', description: 'In characters. Left out if posts have no title.' })
  ),
  format: Type.String({ title: 'Form', description: 'What a good post there looks like, in a sentence.' }),
  longest: Type.Optional(
    Type.String({
      title: 'Longest post',
      description: 'The limit in words, such as “280 characters; a link counts as 23”.'
    })
  )
})

/** A platform as answers show it. */
export function specOf({
  name,
  title,
  limit,
  unit,
  fold,
  hashtags,
  titleLimit,
  format
}: Platform): Static<typeof PlatformSpec> {
  const { max, advised } = hashtags
  return {
    platform: name,
    title,
    limit,
    unit,
    fold,
    hashtags: { ...(max !== undefined && { max }), advisedFrom: advised.from, advisedTo: advised.to },
    ...(titleLimit !== undefined && { titleLimit }),
    format,
    longest: `${limit.toLocaleString('en-GB')} ${unitsInWords[unit]}`
  }
}

const unitsInWords: Readonly<Record<Unit, string>> = {
  utf16: 'characters',
  emoji_bytes: 'characters; an emoji counts as its bytes, 4 or more for most',
  bytes: 'bytes; a letter beyond A to Z counts as 2 or more',
  weighted: 'characters; a link counts as 23',
  graphemes: 'characters',
  characters: 'characters; a link counts as 23'
}

/** Measures texts as a platform does. */
export interface Ruler {
  readonly unit: Unit
  readonly limit: number
  measure(text: string): number
  fits(text: string): boolean
}

const measures: Readonly<Record<Unit, (text: string) => number>> = {
  utf16: text => text.length,
  emoji_bytes: lengthWithEmojiBytes,
  bytes: text => Buffer.byteLength(text),
  weighted: weightedLength,
  graphemes: countGraphemes,
  characters: charactersWithLinks
}

/** The ruler of a platform; `maxChars` lowers its limit. */
export function rulerFor({ unit, limit, maxBytes }: Platform, maxChars?: number): Ruler {
  const measure = measures[unit]
  const lowered = Math.min(limit, maxChars ?? limit)
  return {
    unit,
    limit: lowered,
    measure,
    fits: text => measure(text) <= lowered && (maxBytes === undefined || Buffer.byteLength(text) <= maxBytes)
  }
}

/** Counts as Threads does: an emoji by its bytes in UTF-8. */
function lengthWithEmojiBytes(text: string): number {
  const emojis = mayBeEmoji.test(text) ? (text.match(emojiExpression()) ?? []) : []
  return emojis.reduce((length, each) => length - each.length + Buffer.byteLength(each), text.length)
}

/** Counts as Mastodon does: graphemes, and 23 for a link that has a protocol. */
function charactersWithLinks(text: string): number {
  const links = findLinks(text).filter(({ start, end }) => /^https?:\/\//i.test(text.slice(start, end)))
  const linked = links.reduce((sum, { start, end }) => sum + countGraphemes(text.slice(start, end)), 0)
  return countGraphemes(text) - linked + links.length * linkLength
}

/** What a link counts on X and on Mastodon, however long it is. */
const linkLength = 23

/** Emoji that twitter-text also takes as one with a variation selector behind them, which they do not need. */
const selectable =
  '[\\u231a-\\u231b\\u25fd-\\u25fe\\u2614-\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa-\\u26ab\\u26bd-\\u26be\\u26c4-\\u26c5\\u26d4\\u26ea' +
  '\\u26f2-\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b-\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]'

// No literal: the compiler's target does not know the flag `v` yet.
const emojiPattern = `${selectable}\\ufe0f|\\p{RGI_Emoji}`

let emoji: RegExp | undefined

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/

/** What every emoji has in it. */
const mayBeEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The length of a text as X counts it: links 23, an emoji 2, East Asian characters 2, others 1. */
export function weightedLength(text: string): number {
  const composed = text.normalize()
  const links = findLinks(composed)
  let length = links.length * linkLength
  let position = 0
  for (const { start, end } of links) {
    length += plainLength(composed.slice(position, start))
    position = end
  }
  return length + plainLength(composed.slice(position))
}

/** The length of a text without links. */
function plainLength(text: string): number {
  if (ascii.test(text)) return text.length
  const emojis = mayBeEmoji.test(text) ? (text.match(emojiExpression()) ?? []) : []
  let length = 2 * emojis.length
  for (const character of emojis.length > 0 ? text.replaceAll(emojiExpression(), '') : text)
    length += weight(character.codePointAt(0) ?? 0)
  return length
}

/** Compiling it takes 15 ms, which a start need not wait for. */
function emojiExpression(): RegExp {
  emoji ??= new RegExp(emojiPattern, 'gv')
  return emoji
}

/** 1 for the code points of Latin, Arabic and other alphabets and of general punctuation, otherwise 2 (configuration 3 of twitter-text). */
function weight(codePoint: number): number {
  if (codePoint <= 4351) return 1
  const isPunctuation =
    codePoint >= 8192 &&
    codePoint <= 8247 &&
    ![8206, 8207].includes(codePoint) &&
    !(codePoint > 8223 && codePoint < 8242)
  return isPunctuation ? 1 : 2
}

/** Where a link stands in a text, in UTF-16 units. */
interface Link {
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
function findLinks(text: string): readonly Link[] {
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

/** Cut to `fits` at a word, or inside one that is too long, with an ellipsis; as it is when it fits. */
export function cutTo(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const parts = text.split(/(?<=\s)/u)
  const units = fits(`${(parts[0] ?? '').trimEnd()}…`) ? parts : graphemes(text)
  let [low, high] = [0, units.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(withEllipsis(units, middle))) low = middle
    else high = middle
  }
  return low === 0 ? '' : withEllipsis(units, low)
}

function withEllipsis(units: readonly string[], count: number): string {
  return `${units
    .slice(0, count)
    .join('')
    .replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/u, '')}…`
}
