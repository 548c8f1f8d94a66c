import { ageInDays } from './age.js'
import { type Cue, cues, otherMeanings } from './cues.js'
import { deniesCue } from './denial.js'
import { type GroupName, groups, halfLifeDays } from './groups.js'
import { headcountIn } from './headcount.js'
import { denialFactor } from './negations.js'

/** What one phrase says in one group. */
export interface Hit {
  readonly phrase: string
  /** The cue's or the headcount band's. */
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

/** What a phrase says, at most once a group; empty when nothing in it is known. `asOf` is the time that ages count from. */
export function readPhrase(phrase: string, asOf: number): readonly Hit[] {
  const text = plain(phrase)
  const age = ageInDays(text, asOf)
  const found = new Map<GroupName, Hit>()
  const headcount = headcountIn(text)
  if (headcount) {
    const { band, at } = headcount
    found.set('size', hitOf(phrase, { ...band, group: 'size' }, { age, isDenied: deniesCue(text, at, at, 'fit') }))
  }
  for (const { cue, start, end } of cuesIn(text)) {
    if (found.has(cue.group)) continue
    const isDenied = deniesCue(text, start, end, groups[cue.group].dimension)
    found.set(cue.group, hitOf(phrase, cue, { age, isDenied }))
  }
  return [...found.values()]
}

/** A hit on a cue; fresh and affirmed unless said. The age is in days. */
export function hitOf(
  phrase: string,
  { id, group, points, label, disqualifies }: Pick<Cue, 'id' | 'group' | 'points' | 'label' | 'disqualifies'>,
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

/** Lower case, plain letters, apostrophes and hyphens. */
function plain(phrase: string): string {
  return phrase.normalize('NFKC').toLowerCase().replace(/[‘’ʼ]/g, "'").replace(/[‐-―]/g, '-')
}

interface Found {
  readonly cue: Cue
  readonly start: number
  readonly end: number
}

/** The cues in a text from left to right, none within another: where two start together, the longer wording is taken. */
function* cuesIn(text: string): Generator<Found> {
  for (const match of text.matchAll(anyWording)) {
    const index = match.findIndex((part, place) => place > 0 && part !== undefined)
    const cue = wordings[index - 1]?.cue
    if (cue) yield { cue, start: match.index, end: match.index + match[0].length }
  }
}

/** Every wording, the longest first; one without a cue is passed over. */
const wordings: readonly { readonly words: string; readonly cue?: Cue }[] = [
  ...cues.flatMap(cue => cue.phrases.map(words => ({ words, cue }))),
  ...otherMeanings.map(words => ({ words }))
].sort((left, right) => right.words.length - left.words.length)

const anyWording = new RegExp(
  `(?<![a-z0-9])(?:${wordings.map(({ words }) => `(${patternOf(words)})`).join('|')})(?![a-z0-9])`,
  'g'
)

function patternOf(words: string): string {
  return words
    .replace(/(?<=[a-z0-9*])[ -](?=[a-z0-9])/g, '[ -]')
    .replaceAll(' .. ', '(?: [^ ]+){0,3} ')
    .replaceAll('*', '[a-z]*')
}
