import { readDomain } from '@product-host/toolkit/addresses'
import { rounded } from '@product-host/toolkit/numbers'
import { anyLetter, phrasePattern } from '@product-host/toolkit/text'
import { classOf, readEmail } from '../addresses/address.js'
import { notADomain, notAnEmail, refuse, splitCompetitors, splitIcp, splitSignals } from '../input.js'
import { bandOf } from './figures.js'
import { deniesAnything, type Hit, hitOf, readPhrase } from './read.js'
import {
  addressRisk,
  confidence,
  type Dimension,
  type Group,
  type GroupName,
  groupNames,
  groups,
  letters,
  meanings,
  type NextAction,
  nextActions,
  numbers,
  share,
  start,
  type Tier,
  tiers
} from './weights.js'

/** What a lead is scored from. */
interface ScoreInput extends Profile {
  readonly signals: string
  readonly icp?: string
  readonly competitors?: string
  /** ISO 8601. */
  readonly asOf?: string
}

/** A lead's score with what it was made of. */
export interface Assessment {
  readonly score: Score
  readonly tier: Tier
  readonly grade: string
  readonly hits: readonly Hit[]
  readonly phrases: readonly string[]
  readonly unrecognised: readonly string[]
  /** Groups of which there is no evidence. */
  readonly missing: readonly GroupName[]
  readonly confidence: number
}

/** Reads and scores a lead. Throws `InvalidInput` for what the schema of the input cannot say. */
export function assess(input: ScoreInput, now: number): Assessment {
  const asOf = input.asOf === undefined ? now : readInstant(input.asOf, '#/asOf')
  const phrases = splitSignals(input.signals)
  const generalised = withoutNames(splitCompetitors(input.competitors ?? ''))
  const phraseHits = [
    ...phrases.flatMap(phrase => readPhrase(generalised(phrase), asOf).map(hit => ({ ...hit, phrase }))),
    ...readIcp(splitIcp(input.icp ?? ''), input.company, phrases)
  ]
  const hits = [...phraseHits, ...readProfile(input)]
  const read = new Set(phraseHits.map(({ phrase }) => phrase))
  const unrecognised = phrases.filter(phrase => !read.has(phrase))
  const guessed = phraseHits.filter(({ group }) => group === 'wording').length
  const score = scoreOf(hits)
  return {
    score,
    tier: tierOf(score.score),
    grade: gradeOf(score),
    hits,
    phrases,
    unrecognised,
    missing: evidenceGroups.filter(name => hits.every(({ group }) => group !== name)),
    confidence: confidenceIn(phrases.length, phrases.length - unrecognised.length - guessed)
  }
}

/** Replaces the names of competitors by what they are, so that a phrase has one reading: "uses Acme CRM" is "uses competitor". */
function withoutNames(competitors: readonly string[]): (phrase: string) => string {
  if (competitors.length === 0) return phrase => phrase
  const pattern = phrasePattern(competitors, anyLetter, 'giu')
  return phrase => phrase.replaceAll(pattern, 'competitor')
}

/** The groups of which there can be evidence in so many words. */
const evidenceGroups = groupNames.filter(name => groups[name].example !== undefined)

/** What is known of a lead beside its signals. */
interface Profile {
  readonly company: string
  readonly email?: string
  readonly domain?: string
  readonly employees?: number
}

/** What the fields of a lead say. Throws `InvalidInput` for an e-mail address or a domain that is none. */
function readProfile({ email, domain, employees }: Profile): readonly Hit[] {
  const address = email === undefined ? undefined : readEmail(email)
  const site = domain === undefined ? undefined : readDomain(domain)
  refuse([email !== undefined && !address && notAnEmail, domain !== undefined && !site && notADomain])
  const host = address?.domain ?? site
  const risk = host && addressHit(address?.address ?? host.host, classOf(host).class)
  const size =
    employees === undefined ? undefined : hitOf(`${employees} employees`, { ...bandOf(employees), group: 'size' })
  return [...(risk ? [risk] : []), ...(size ? [size] : [])]
}

/** One hit for each keyword of the ideal customer profile that the company's name or a phrase holds and does not deny. */
function readIcp(keywords: readonly string[], company: string, phrases: readonly string[]): readonly Hit[] {
  return keywords.flatMap(keyword => {
    const text = [company, ...phrases].find(each => holds(each.toLowerCase(), keyword))
    return text === undefined
      ? []
      : [hitOf(text, { id: 'icp', group: 'icp', points: 8, label: `matches "${keyword}" of your ideal customer` })]
  })
}

function holds(text: string, keyword: string): boolean {
  return indexOfWord(text, keyword) >= 0 && !deniesAnything(text)
}

function indexOfWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + word.length))) return at
  }
  return -1
}

function addressHit(address: string, mailboxClass: string): Hit | undefined {
  const id = mailboxClass === 'disposable' || mailboxClass === 'free' ? addressRisk[mailboxClass] : undefined
  return id && hitOf(address, { id, ...meanings[id] })
}

/** The milliseconds of an ISO 8601 date or date-time, without a zone in UTC. Throws `InvalidInput` with the pointer for any other text. */
function readInstant(text: string, pointer: string): number {
  const [, date, time = 'T00:00:00', zone = 'Z'] = form.exec(text) ?? []
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}${time}${zone}`)
  const isInstant = !Number.isNaN(instant) && isRealDay(date)
  refuse([
    !isInstant && {
      pointer,
      code: 'format',
      detail: 'is not a date or date-time of ISO 8601',
      fix: 'Send such as 2026-05-31 or 2026-05-31T09:30:00Z.'
    }
  ])
  return instant
}

const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/

/** Whether the month has that day, which `Date.parse` would otherwise take for one of the next month. */
function isRealDay(date = ''): boolean {
  return new Date(date).toISOString().startsWith(date)
}

/** A hit with what it counts beside the others of its group. */
export interface CountedHit extends Hit {
  /** 1 for the strongest of its group and sign, then halves, or always 1. */
  readonly rankShare: number
  /** Points in its dimension after rank and cap; a risk is above 0. */
  readonly counted: number
  /** Points of the score; a risk is below 0. */
  readonly gain: number
}

/** A lead's score with its parts. */
export interface Score {
  /** A whole number from 0 to 100. */
  readonly score: number
  /** 0 to 100, unrounded. */
  readonly fit: number
  /** 0 to 100, unrounded. */
  readonly intent: number
  readonly risk: number
  /** The sums before they were limited to 0 to 100. */
  readonly unbounded: { readonly fit: number; readonly intent: number }
  readonly hits: readonly CountedHit[]
  readonly isDisqualified: boolean
}

/**
 * The score of what is known. One more hit that speaks for a lead never lowers it, one more that speaks against it never raises
 * it: within a group what counts for and what counts against are added apart, each the strongest first, every next one half.
 */
export function scoreOf(hits: readonly Hit[]): Score {
  const counted = groupNames.flatMap(name =>
    countGroup(
      groups[name],
      hits.filter(({ group }) => group === name)
    )
  )
  const unbounded = { fit: start.fit + sumOf(counted, 'fit'), intent: start.intent + sumOf(counted, 'intent') }
  const fit = within100(unbounded.fit)
  const intent = within100(unbounded.intent)
  const risk = sumOf(counted, 'risk')
  const isDisqualified = hits.some(({ disqualifies }) => disqualifies)
  const score = isDisqualified ? 0 : within100(Math.round(share.fit * fit + share.intent * intent - risk))
  return { score, fit, intent, risk, unbounded, hits: counted, isDisqualified }
}

/** What a lead of this score is called. */
/** The tier of a score from 0 to 100. */
export function tierOf(score: number): Tier {
  return tiers.find(({ from }) => score >= from)?.tier ?? 'cold'
}

/** The letter of the fit and the number of the intent, such as "B1". */
function gradeOf({ fit, intent }: Pick<Score, 'fit' | 'intent'>): string {
  const letter = letters.find(({ from }) => fit >= from)?.letter ?? 'D'
  const number = numbers.find(({ from }) => intent >= from)?.number ?? 4
  return `${letter}${number}`
}

function countGroup(group: Group, hits: readonly Hit[]): readonly CountedHit[] {
  return [
    ...countSide(
      group,
      hits.filter(({ worth }) => worth >= 0)
    ),
    ...countSide(
      group,
      hits.filter(({ worth }) => worth < 0)
    )
  ]
}

function countSide({ dimension, cap, rank }: Group, hits: readonly Hit[]): readonly CountedHit[] {
  let left = cap
  return hits
    .toSorted((one, other) => Math.abs(other.worth) - Math.abs(one.worth))
    .map((hit, index) => {
      const rankShare = rank === 'halving' ? 0.5 ** index : 1
      const size = Math.min(Math.abs(hit.worth) * rankShare, left)
      left -= size
      const counted = Math.sign(hit.worth) * size
      return { ...hit, rankShare, counted, gain: counted * (dimension === 'risk' ? -1 : share[dimension]) }
    })
}

function sumOf(hits: readonly CountedHit[], dimension: Dimension): number {
  return hits
    .filter(({ group }) => groups[group].dimension === dimension)
    .reduce((sum, { counted }) => sum + counted, 0)
}

function within100(value: number): number {
  return Math.min(100, Math.max(0, value))
}

/** What to do next. No lead is dropped for a lack of evidence: one of which nothing was understood is nurtured. */
export function nextActionFor({ isDisqualified, hits }: Score, grade: string): NextAction {
  if (isDisqualified) return 'drop'
  const action = nextActions[grade] ?? 'nurture'
  return action === 'drop' && hits.length === 0 ? 'nurture' : action
}

/** How far a score can be trusted, 0 to 1. */
function confidenceIn(phrases: number, recognised: number): number {
  if (phrases === 0) return confidence.withoutPhrases
  const factor = phrases >= confidence.enoughPhrases ? 1 : confidence.fewFactor
  return rounded((recognised / phrases) * factor, 2)
}

/** Evidence that would raise a score, and by how much. */
interface Raise {
  readonly group: GroupName
  readonly phrase: string
  readonly points: number
}

/** The three kinds of evidence that would raise the score most, by trying each. */
export function bestRaises(hits: readonly Hit[], { score }: Pick<Score, 'score'>): readonly Raise[] {
  return examples
    .map(hit => ({ group: hit.group, phrase: hit.phrase, points: scoreOf([...hits, hit]).score - score }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, 3)
}

const examples = groupNames.flatMap(group => {
  const { example } = groups[group]
  return example ? [hitOf(example.phrase, { id: group, group, points: example.points, label: example.phrase })] : []
})
