import { ageInDays, headcountIn } from './figures.js'
import { type Item, itemsOf, plain } from './lexicon.js'
import { isDenying, type Match, matchesIn } from './matches.js'
import type { LabelledPhrases } from './phrases.js'
import { readTools } from './unused-tools.js'
import {
  companyNews,
  denialFactor,
  type GroupName,
  groups,
  halfLifeDays,
  type Meaning,
  type MeaningName,
  meanings,
  strictGroups
} from './weights.js'
import { type Side, sideAgainst, sideOf } from './wording.js'
import wordTable from './words.json' with { type: 'json' }

const prepositions = new Set(wordTable.prepositions)

/** What one phrase says in one group. */
export interface Hit {
  readonly phrase: string
  /** The meaning's or the headcount band's. */
  readonly id: string
  readonly group: GroupName
  readonly label: string
  /** Points of the table, before denial and age. */
  readonly points: number
  readonly isDenied: boolean
  /** 1 when fresh or of no known age. */
  readonly decay: number
  /** What it counts by itself: points after denial and age. In the penalty group above 0 is a risk. */
  readonly worth: number
  readonly disqualifies: boolean
}

/**
 * What a phrase says, at most once a group; empty when it was not understood. It is compared with the labelled phrases by its whole wording: a
 * denial, a failed event or an unknown word beside a subject is never passed over. `asOf` is the time that ages count from.
 */
export function readPhrase(phrase: string, asOf: number): readonly Hit[] {
  const said = phrase.replace(concession, '')
  const text = plain(said)
  const age = ageInDays(text, asOf)
  const meantBy = (id: MeaningName) => hitOf(phrase, { id, ...meanings[id] }, { age })
  const found = new Map<GroupName, Hit>()
  const headcount = headcountIn(text)
  if (headcount) {
    const isDenied = itemsOf(said).some(isDenying)
    found.set('size', hitOf(phrase, { ...headcount.band, group: 'size' }, { age, isDenied }))
  }
  const items = itemsOf(headcount ? text.replace(headcount.words, ' ') : said)
  const tools = clausesOf(items).map(readTools)
  const clauses = tools.map(({ rest }) => rest)
  for (const { row, isDenied } of readClauses(clauses)) {
    const meaning = meanings[row.meaning]
    if (found.has(meaning.group)) continue
    found.set(meaning.group, hitOf(phrase, { id: row.meaning, ...meaning }, { age, isDenied }))
  }
  if (!found.has('need') && tools.some(({ isGivenUp }) => isGivenUp)) found.set('need', meantBy('dissatisfied'))
  if (found.size === 0 && tools.some(({ isUnused }) => isUnused)) return [meantBy('no_tool')]
  if (found.size === 0) return clauses.some(isOfOthers) ? [] : readWording(phrase, age)
  const hits = [...found.values()]
  if (headcount || clauses.every(isExplainedClause)) return hits
  if (hits.every(({ worth }) => worth === 0))
    return sideOf(phrase) === 'for' ? [...hits, ...hitsOn('for', phrase, age)] : hits
  return contradiction(hits, phrase, age) ?? hits
}

/** Whether the table says something of every word of a clause that says something; names and numbers need no explanation. */
function isExplainedClause(clause: readonly Item[]): boolean {
  const used = new Set(matchesIn(clause).flatMap(({ items }) => items))
  return clause.every(
    item => used.has(item) || item.isName || item.kinds.has('filler') || item.kinds.has('number') || isDenying(item)
  )
}

/**
 * What the wording of a phrase says where that surely contradicts what the table reads in some of its words: "won't be extending with our
 * rival". Undefined where it does not. A lead that is not to be contacted stays that.
 */
function contradiction(hits: readonly Hit[], phrase: string, age: number | undefined): readonly Hit[] | undefined {
  if (hits.some(({ disqualifies }) => disqualifies)) return undefined
  const sum = hits.reduce((total, { group, worth }) => total + (group === 'penalty' ? -worth : worth), 0)
  const side = sideAgainst(sideWith(sum), phrase)
  return side && hitsOn(side, phrase, age)
}

function sideWith(points: number): Side {
  if (points === 0) return 'neither'
  return points > 0 ? 'for' : 'against'
}

/** What something holds in spite of: "still keen despite the delay". */
const concession = /(?<=\S) (?:despite|in spite of|regardless of|trotz|ungeachtet|malgré|en dépit de|a pesar de) .*$/iu

const wordings = { for: 'wording_for', against: 'wording_against', neither: undefined } as const

/** What the words of a phrase most resemble that is in no labelled phrase: a few points, or nothing where that is unsure. */
function readWording(phrase: string, age: number | undefined): readonly Hit[] {
  return hitsOn(sideOf(phrase), phrase, age)
}

function hitsOn(side: Side, phrase: string, age: number | undefined): readonly Hit[] {
  const id = wordings[side]
  return id === undefined ? [] : [hitOf(phrase, { id, ...meanings[id] }, { age })]
}

/** Whether a phrase denies something. */
export function deniesAnything(phrase: string): boolean {
  return itemsOf(phrase).some(isDenying)
}

/** A hit on a meaning; fresh and affirmed unless said. The age is in days. */
export function hitOf(
  phrase: string,
  { id, group, points, label, disqualifies }: Meaning & { readonly id: string },
  { age, isDenied = false }: { readonly age?: number | undefined; readonly isDenied?: boolean } = {}
): Hit {
  const { dimension } = groups[group]
  const decay = age === undefined || disqualifies ? 1 : 0.5 ** (age / halfLifeDays[dimension])
  return {
    phrase,
    id,
    group,
    label,
    points,
    isDenied,
    decay,
    worth: points * decay * (isDenied ? deniedShare(dimension === 'risk' || points < 0) : 1),
    disqualifies: disqualifies === true && !isDenied
  }
}

/** What speaks against a lead and is denied says nothing; what speaks for it and is denied speaks against it. */
function deniedShare(speaksAgainst: boolean): number {
  return speaksAgainst ? 0 : denialFactor
}

/** A row of the table that was found in a clause. */
interface Reading {
  readonly row: LabelledPhrases
  readonly isDenied: boolean
}

/**
 * The readings of all clauses. What a later clause says against the lead outweighs what an earlier one says of its intent: "good demo, but
 * no budget". What the last one says for it ends a state that an earlier one tells of: "uses a competitor, but the contract ends".
 */
function readClauses(parts: readonly (readonly Item[])[]): readonly Reading[] {
  const clauses = parts.map(readClause)
  const lastAgainst = clauses.findLastIndex(readings => readings.some(speaksAgainst))
  const last = clauses.length - 1
  return clauses.flatMap((readings, index) => {
    if (index < lastAgainst) return readings.filter(reading => speaksAgainst(reading) || !isOfIntent(reading))
    const isEnded = lastAgainst < last && clauses[last]?.some(actsAgain)
    return isEnded ? readings.filter(({ row }) => !passing.has(row.meaning)) : readings
  })
}

/** Whether a reading says that the lead itself does something or needs something, which news of its company do not. */
function actsAgain({ row }: Reading): boolean {
  const { group } = meanings[row.meaning]
  return group !== 'trigger' && (isOfIntent({ row, isDenied: false }) || group === 'need')
}

/** States of a lead that end when it acts again. */
const passing: ReadonlySet<string> = new Set([
  'competitor',
  'satisfied_elsewhere',
  'built_in_house',
  'lost',
  'churned',
  'on_hold',
  'not_now',
  'no_interest',
  'silent',
  'fell_through',
  'declined_offer'
])

function clausesOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const clauses: Item[][] = [[]]
  for (const item of items) {
    if (item.kinds.has('contrast')) clauses.push([])
    else clauses.at(-1)?.push(item)
  }
  return clauses
}

function speaksAgainst({ row, isDenied }: Reading): boolean {
  return (row.polarity === 'against' && !isDenied) || (row.polarity === 'for' && isDenied)
}

function isOfIntent({ row }: Reading): boolean {
  return groups[meanings[row.meaning].group].dimension === 'intent'
}

/** The readings of one clause: what speaks against the lead, else what speaks for it, else what would, were it not denied. */
function readClause(clause: readonly Item[]): readonly Reading[] {
  if (clause.some(({ classes }) => classes.has('elsewhere'))) return []
  const matches = matchesIn(clause).filter(match => !isOfCompetitor(match, clause))
  const used = new Set(matches.flatMap(({ items }) => items))
  const left = clause.filter(item => !used.has(item) && !item.kinds.has('filler') && !item.kinds.has('number'))
  const denials = [...used].some(isDenying)
    ? []
    : left.filter(item => isDenying(item) && !isHalfDenial(item, matches, clause))
  const against = matches.filter(
    match =>
      match.pattern.rows.some(({ polarity }) => polarity === 'against') &&
      !(isOpinion(match) && isGuess(match, left, clause))
  )
  if (against.length > 0)
    return against.flatMap(match =>
      match.pattern.rows.map(row => ({ row, isDenied: isDeniedBy(denials, match, clause) }))
    )
  const hasFailed = left.some(({ kinds }) => kinds.has('fail'))
  const isLess = left.some(({ classes }) => classes.has('shrink'))
  const readings = matches
    .filter(match => !isGuess(match, left, clause))
    .flatMap(match =>
      match.pattern.rows.map(row => ({
        row,
        isDenied: hasFailed || (isLess && canShrink(row)) || isDeniedBy(denials, match, clause)
      }))
    )
  const affirmed = readings.filter(({ isDenied }) => !isDenied)
  return affirmed.length > 0 ? affirmed : readings
}

/** Whether a clause tells of another company or customer: "the firm next door closed", "our competitor is hiring". */
function isOfOthers(clause: readonly Item[]): boolean {
  return (
    clause.some(({ classes }) => classes.has('elsewhere')) ||
    matchesIn(clause).some(match => isOfCompetitor(match, clause))
  )
}

/** Whether news of a company stand after a competitor, of whom they are. */
function isOfCompetitor({ pattern, items }: Match, clause: readonly Item[]): boolean {
  if (!pattern.rows.every(({ meaning }) => companyNews.has(meaning))) return false
  const first = Math.min(...items.map(item => clause.indexOf(item)))
  return clause.some((item, index) => index < first && item.classes.has('competitor') && !items.includes(item))
}

/** Whether a match is no more than a word such as "awful" or "closed", which needs something to be about. */
function isOpinion({ items }: Match): boolean {
  return items.length === 1 && items.every(({ classes }) => vague.some(name => classes.has(name)))
}

const vague = ['bad', 'upset', 'complain', 'shrink'] as const

/** The French "ne" beside what holds its denial already: "n'est pas venu", "n'a plus de budget". */
function isHalfDenial({ text }: Item, matches: readonly Match[], clause: readonly Item[]): boolean {
  const isAgainst = matches.some(({ pattern }) => pattern.rows.some(({ polarity }) => polarity === 'against'))
  return (text === 'n' || text === 'ne') && (isAgainst || clause.some(({ kinds }) => kinds.has('fail')))
}

function canShrink({ meaning }: LabelledPhrases): boolean {
  const { group } = meanings[meaning]
  return groups[group].dimension === 'intent' || group === 'need'
}

/** "No" denies what follows it in its clause, "nicht", "pas" and the like what stands before as well. */
function isDeniedBy(denials: readonly Item[], { items }: Match, clause: readonly Item[]): boolean {
  return denials.some(
    denial => denial.kinds.has('denyAll') || items.some(item => clause.indexOf(item) > clause.indexOf(denial))
  )
}

/** A subject alone says nothing certain beside words that are not understood, unless they are names or say for whom or about what. */
function isGuess({ pattern, items }: Match, left: readonly Item[], clause: readonly Item[]): boolean {
  const [only] = items
  const isVague = vague.some(name => only?.classes.has(name))
  const isStrict = isVague || pattern.rows.some(({ meaning }) => strictGroups.has(meanings[meaning].group))
  if (!only || items.length > 1 || !isStrict || isVerbatim(only)) return false
  return left.some(item => {
    if (isDenying(item) || item.kinds.has('fail') || item.classes.has('shrink') || item.isName) return false
    if (!item.kinds.has('unknown'))
      return ['competitor', 'leave', 'buyOther', 'end', 'former'].some(name => item.classes.has(name))
    return isVague || !isExplained(item, only, clause)
  })
}

/** Whether an item is a phrase of the table word by word. */
function isVerbatim({ classes }: Item): boolean {
  return [...classes].every(name => name.startsWith('='))
}

/** Whether a word stands after the subject and a preposition: "demo for the warehouse", "referred by an accountant". */
function isExplained(item: Item, subject: Item, clause: readonly Item[]): boolean {
  if (clause.indexOf(item) < clause.indexOf(subject)) return false
  const between = clause.slice(clause.indexOf(subject), clause.indexOf(item))
  return between.some(({ text }) => prepositions.has(text.split(' ').at(-1) ?? ''))
}
