import { numberWords } from './amounts.js'
import { allOf } from './entities.js'
import type { Clause } from './reading.js'
import { withoutCourtesy } from './sentences.js'
import { commonCapitals, masked } from './words.js'

const subject = String.raw`(?:the|my|our|his|her|their|\p{Lu}[\p{L}'’-]*)(?:\s+[\p{L}\p{N}'’-]+){0,5}?`

const states = String.raw`(?:is|are|was|were|will\s+be|has|have|likes?|prefers?|hates?|needs?|wants?|works?|lives?|drinks?|eats?|owns?|costs?|takes?)`

const stated = new RegExp(String.raw`^${subject}\s+${states}\s+(?:(?!\s(?:is|are|was|were)\s).)+$`, 'isu')

const happened = String.raw`(?:has\s+|have\s+|just\s+)*(?:finished|failed|started|succeeded|completed|crashed|broke|ran|is\s+done|are\s+done)(?:\s+(?:with\s+exit\s+code\s+\d+|fine|successfully|well|again))?`

const link = String.raw`\s*(?:,\s*and|,|;|\band\b)\s*`

/** What may stand before facts that are to be stored: each form up to where the facts begin, the surest first. */
const beforeFacts = [/\bthat\s+/giu, /:\s+/gu, /^(?:please\s+)?(?:remember|note|save|record)\s+/giu]

/** Places of each form at which facts are looked for. */
const mostPlaces = 4

const betweenFacts = new RegExp(String.raw`${link}(?=${subject}\s+${states}\s)`, 'iu')

/** `heartbeats: `, before several events. */
const heading =
  /^(?=[^:,]*:\s)[^:,]*?\b(?:heartbeats?|pings?|signals?|jobs?|tasks?|scripts?|monitors?|runs?|reports?)\b[^:,]*:\s+/iu

const named = String.raw`(?:(?:the|my|our)\s+)?(?!an?\s)[\p{L}\p{N}_.-]+(?:\s+[\p{L}\p{N}_.-]+){0,2}?`

const linked = new RegExp(link, 'iu')

const between = /\s*,\s*(?:and\s+|but\s+)?|\s*;\s*|\s+(?:and|but)\s+/iu

/** `milk-tank succeeded`, behind a heading. */
const listedEvent = new RegExp(String.raw`^${named}\s+${happened}$`, 'iu')

/** `the backup failed`. */
const toldEvent = new RegExp(String.raw`^${subject}\s+${happened}$`, 'iu')

/** Words with one space between, so that what may surround them cannot be a part of them. */
const phrase = String.raw`[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+)*`

const sharedEvent = new RegExp(
  String.raw`^((?:the|my|our)\s+${phrase}(?:\s*,\s*${phrase})*?\s*,?\s+and\s+${phrase}?)\s+((?:jobs?\s+)?${happened})$`,
  'iu'
)

const likewise = new RegExp(
  String.raw`^(${subject})\s+(${happened})\s*,?\s+(?:and\s+|but\s+)?(?:so\s+(?:did|has|is)\s+)?((?:the|my|our)\s+[\p{L}\p{N} -]+?)(?:\s+(?:too|as\s+well|also|likewise))?$`,
  'isu'
)

const forgotten = new RegExp(
  String.raw`^(\W*(?:please\s+)?(?:forget|delete|remove|erase)\s+)((?:the|my|our)\s+${phrase}(?:\s*,\s*(?:the|my|our)\s+${phrase})*\s*,?\s+and\s+(?:the|my|our)\s+${phrase})$`,
  'iu'
)

const keyed =
  /\b(?:the\s+)?key\s*[:=]?\s*["“']?([\w.-]+)["”']?\s*,?\s+(?:(?:with|and|has|gets)\s+)?(?:the\s+)?value\s*[:=]?\s*("[^"]*"|“[^”]*”|'[^']*'|[^\s"“'](?:[^"“',;](?!\bkey\s))*)/giu

/** `the note gate: 1199 and the note safe: 7340`. */
const titled =
  /\b(?:the\s+)?(?:note|memory|entry)\s+["“]?([\w.-]+)["”]?\s*:\s*(.+?)(?=\s*(?:,|;|\band\b|,\s*and\b)\s*(?:the\s+)?(?:note|memory|entry)\s+["“]?[\w.-]+["”]?\s*:|$)/giu

/** `edge-port = 8443 and edge-host = gw2`; `key = x, value = y` is about one. */
const assigned =
  /(?<![\w.-])(?!(?:key|value|tags?|ttl|mode)\s*=)([\w.-]+)\s*=\s*("[^"]*"|“[^”]*”|.+?)(?=\s*(?:,\s*and|,|;|\band\b)\s*[\w.-]+\s*=|[\s.]*$)/giu

const storing = /\b(?:remember|note|save|store|keep|record|put|add)\b/iu

/** One clause for each of several facts, events or memories that one clause joins: `the backup finished and the import failed`. */
export function oneForEachPart(clause: Clause): readonly Clause[] {
  const { text } = clause
  const parts = keyedIn(text) ?? factsIn(text) ?? eventsIn(text) ?? memoriesIn(text)
  return parts ? parts.map(part => ({ ...clause, text: part })) : [clause]
}

/** `Save two notes: key van-1 value "MOT", key van-2 value "tyres"`, in the form in which one is asked for. */
function keyedIn(text: string): readonly string[] | undefined {
  const several = [titled, assigned].map(form => [...text.matchAll(form)]).find(({ length }) => length > 1)
  const pairs = several ?? [...text.matchAll(keyed)]
  const [first] = pairs
  const verb = storing.exec(text.slice(0, first?.index))?.[0]
  if (!first || verb === undefined || /["“]/u.test(text.slice(0, first.index))) return undefined
  const last = pairs.at(-1) ?? first
  const rest = text.slice(last.index + last[0].length).replace(/^[\s,;.]*(?:and\s+)?/iu, '')
  const all = pairs.map(([, key = '', value = '']) => `${verb} this under the key ${key}: ${value.replace(edge, '')}`)
  return rest === '' ? all : [...all, rest]
}

const edge = /^\s+|(?<![\s,;])[\s,;]*(?:\band)?(?:\s+the)?\s*$/giu

/** What joins a part to the next one. */
const openEnd = /(?<![\s,;])[\s,;]*(?:\band\b)?\s*$/iu

function factsIn(text: string): readonly string[] | undefined {
  for (const form of beforeFacts)
    for (const { 0: lead, index } of [...text.matchAll(form)].slice(0, mostPlaces)) {
      const begin = index + lead.length
      const all = text.slice(begin).split(betweenFacts)
      if (all.length < 2 || !all.every(part => stated.test(part))) continue
      const head = text.slice(0, begin)
      return all.map(part => head + part.trim().replace(/^that\s+(?=\S)/iu, ''))
    }
  return undefined
}

function eventsIn(text: string): readonly string[] | undefined {
  const [head] = heading.exec(text) ?? []
  // "Heartbeats: milk-tank failed" says before the colon that it is a job.
  if (head !== undefined) {
    const listed = text.slice(head.length)
    if (listed.split(linked).every(part => listedEvent.test(part)))
      return listed.split(between).map(part => part.replace(/^(?!(?:the|my|our)\s)([\w.-]+)(?=\s)/iu, 'the $1 job'))
  }
  const told = text.split(between)
  if (told.length > 1 && told.every(part => toldEvent.test(part))) return told
  const also = /\s(?:too|as\s+well|also|likewise)$|\bso\s+(?:did|has|is)\s/iu.test(text) ? likewise.exec(text) : null
  if (also) return [`${also[1]} ${also[2]}`, `${also[3]} ${also[2]}`]
  const [, names = '', event = ''] = sharedEvent.exec(text) ?? []
  if (names === '') return undefined
  return names
    .split(/\s*,?\s+and\s+|\s*,\s*/iu)
    .map(name => `${/^(?:the|my|our)\s/iu.test(name) ? '' : 'the '}${name} ${event}`)
}

function memoriesIn(text: string): readonly string[] | undefined {
  const [, lead = '', list = ''] = forgotten.exec(text) ?? []
  return list === '' ? undefined : list.split(/\s*,?\s+and\s+|\s*,\s*/iu).map(part => lead + part)
}

const connector = String.raw`\s*(?:,\s*(?:who|which|because|since|they)\s|\s(?:who|which|because|since|with)\s|[:(]|\s[–—-]\s)`

const remarkable = new RegExp(
  String.raw`\p{Lu}[\p{L}\p{N}&'’.-]{0,60}(?:\s+\p{Lu}[\p{L}\p{N}&'’.-]{0,60}){0,8}(?=${connector})`,
  'gu'
)

/** One clause for each company that a remark follows: `score Acme with a budget and Globex without`. */
export function oneForEachRemark(clause: Clause): readonly Clause[] {
  const { text } = clause
  const names = [...text.matchAll(remarkable)].filter(({ index }) => index > 0)
  const [first] = names
  if (!first || names.length < 2) return [clause]
  const lead = text.slice(0, first.index)
  return names.map(({ index }, position) => ({
    ...clause,
    text: lead + text.slice(index, names[position + 1]?.index).replace(openEnd, '')
  }))
}

/**
 * One clause for each of several things that differ in a choice: `record a success heartbeat for backup and a fail heartbeat for
 * import`.
 */
export function oneForEachChoice(clause: Clause, choices: readonly string[]): readonly Clause[] {
  const { text } = clause
  const words = choices.map(choice => choice.replaceAll(/[^\p{L}\p{N}-]/gu, '')).filter(word => word !== '')
  if (words.length < 2) return [clause]
  const pattern = new RegExp(String.raw`\b(?:an?|one|another)\s+(${words.join('|')})\s+(\p{L}+)`, 'giu')
  const places = [...masked(text).matchAll(pattern)]
  const [first] = places
  const nouns = new Set(places.map(([, , noun = '']) => noun.toLowerCase()))
  if (!first || places.length < 2 || nouns.size > 1) return [clause]
  return places.map(({ index }, position) => ({
    ...clause,
    text: text.slice(0, first.index) + text.slice(index, places[position + 1]?.index).replace(openEnd, '')
  }))
}

const counted = new RegExp(
  String.raw`^(?:please\s+)?(?<verb>\p{L}+)\s+(?:(?:down|up|me|us|the|these|those|my|our|following)\s+)*(?<count>both|\d{1,2}|${Object.keys(numberWords).join('|')})\s+(?:of\s+)?(?:(?!and\s)\p{L}+\s+){0,2}?\p{L}{3,}s(?![\p{L}'’])(?<tail>\s*(?:$|[:,]|key\b))?`,
  'iu'
)

/** How many things a clause says that it asks for: `save two notes: …`, `score both leads`. */
export function countIn(text: string): number | undefined {
  const { verb = '', count = '', tail } = counted.exec(masked(withoutCourtesy(text) ?? text))?.groups ?? {}
  const word = count.toLowerCase()
  if (count === '' || (tail === undefined && (word !== 'both' || storing.test(verb)))) return undefined
  return word === 'both' ? 2 : (numberWords[word] ?? Number(word))
}

/** What an action takes one of. */
type SingleKind = 'url' | 'email' | 'domain' | 'company' | 'name'

const item = String.raw`(\p{Lu}[\p{L}\p{N}&'’.-]*(?: [\p{L}\p{N}&'’.-]+)*)\s*\(([^()]*)\)`

const items = new RegExp(String.raw`^(.+?):?\s+(${item}(?:\s*(?:,|;|\band\b|,\s*and\b)\s*${item})+)\s*$`, 'su')

const plural =
  /^((?:please\s+)?\p{L}+)\s+(?:(?:these|those|the|my|our|all|following|\d+|\p{L}+teen|two|three|four|five|six|seven|eight|nine|ten)\s+)*(\p{L}+?)s\s*$/iu

/** One clause for each thing with its remark in brackets: `score these leads: Acme (hiring), Globex (no budget)`. */
export function withRemarks(clause: Clause): readonly Clause[] {
  const [, head = '', list = ''] = items.exec(clause.text) ?? []
  if (list === '') return [clause]
  const [, verb = head, noun] = plural.exec(head.replace(/:\s*$/u, '')) ?? []
  return [...list.matchAll(new RegExp(item, 'gu'))].map(([, name = '', remark = '']) => ({
    ...clause,
    text: `${verb}${noun === undefined ? '' : ` the ${noun}`} ${name.trim()}: ${remark.trim()}`
  }))
}

const onlyLink = /^\s*(?:,|,?\s*\band\b|,?\s*\bor\b|&)\s*(?:of\s+|to\s+)?$/iu

const company = /\p{Lu}[\p{L}\p{N}&'’.-]{0,60}(?:(?:\s+(?:&|of|de|van|von))?\s+\p{Lu}[\p{L}\p{N}&'’.-]{0,60}){0,8}/gu

const betweenSeveral = /\b(?:between|among|with|versus|vs|compare)\s*$/iu

/** One clause for each of several things of a kind of which the action takes one: `probe https://a.io and https://b.io`. */
export function oneForEach(clause: Clause, kind: SingleKind): readonly Clause[] {
  const { text } = clause
  const colon = text.indexOf(': ')
  const head = colon === -1 ? text : text.slice(0, colon)
  const all = kind === 'company' ? companiesIn(head) : kind === 'name' ? slugsIn(head) : allOf(kind, head)
  const several = runOf(all, head)
  const [first] = several
  const last = several.at(-1)
  if (!first || !last || several.length < 2) return [clause]
  return several.map(each => ({
    ...clause,
    text: text.slice(0, first.from) + each.text + text.slice(last.to)
  }))
}

interface Place {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Jobs by names with hyphens within, such as `stock-import`. */
function slugsIn(text: string): readonly Place[] {
  return [...masked(text).matchAll(/(?<![\p{L}\p{N}@./_-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![@./\p{L}])/gu)].map(
    ({ 0: name, index }) => ({ text: name, from: index, to: index + name.length })
  )
}

function companiesIn(text: string): readonly Place[] {
  const all = [...text.matchAll(company)]
    .filter(({ 0: name, index }) => index > 0 && !commonCapitals.has(name.toLowerCase()))
    .map(({ 0: name, index }) => ({
      text: name.replace(/(?<![.'’-])[.'’-]+$/u, ''),
      from: index,
      to: index + name.length
    }))
  const [first] = all
  return first && betweenSeveral.test(text.slice(0, first.from)) ? [] : all
}

/** The first run of things with nothing but commas and "and" between them. */
function runOf(all: readonly Place[], text: string): readonly Place[] {
  const run: Place[] = []
  for (const each of all) {
    const last = run.at(-1)
    if (last && !onlyLink.test(text.slice(last.to, each.from))) {
      if (run.length > 1) break
      run.length = 0
    }
    run.push(each)
  }
  return run
}
