import { type Issue, ProductError } from '../errors.js'
import type { Answer } from '../products.js'
import { type Check, memberPointer } from './compile-schema.js'
import { isRecord } from './wire-schema.js'

/** A field that the action does not have, and the absent field that its name is close to. */
export interface MisspeltField {
  readonly field: string
  readonly meant: string
  /** Asks, in a sentence, whether the other field was meant. */
  readonly warning: string
}

/** What is said of the names of an input's fields, as members of the answer's `detail`; a member without content is left out. */
export interface FieldNotes {
  /** The names that the action does not have, in the order in which they were sent. */
  readonly ignoredFields?: readonly string[]
  /** Those of them, and of fields within fields, that were probably meant for a field which is absent. */
  readonly misspeltFields?: readonly MisspeltField[]
}

/** An input after its check. */
export interface CheckedInput {
  readonly issues: readonly Issue[]
  readonly notes: FieldNotes
  /** Set when a field that decides was probably misspelt: the answer to give, where there is no issue, instead of running the action. */
  readonly refusal?: Answer
}

/** The parts of a mounted action by which its input is checked. */
export interface InputRules {
  readonly checkInput: Check
  readonly fields: InputFields
}

/** The code of the expected failure of a call whose input misspells a field that decides. */
export const misspeltField = 'misspelt_field'

/**
 * Checks an input and fills in its defaults. `issues` of the same input that were found before are the first of the result. This is
 * the one place where the fields of an input are checked, for the host and for the test kit.
 */
export function checkedInput(
  { checkInput, fields }: InputRules,
  input: Record<string, unknown>,
  issues: readonly Issue[] = []
): CheckedInput {
  const { ignored, misspelt } = fields.inspect(input)
  const all = [...issues, ...checkInput(input)].map(issue => withMeant(issue, misspelt))
  const notes = {
    ...(ignored.length > 0 && { ignoredFields: ignored }),
    ...(misspelt.length > 0 && {
      misspeltFields: misspelt.map(({ field, meant, warning }) => ({ field, meant, warning }))
    })
  }
  const decisive = misspelt.filter(({ isDecisive }) => isDecisive)
  if (decisive.length === 0) return { issues: all, notes }
  return { issues: all, notes, refusal: withNotes(refusalOf(decisive), notes) }
}

/** An answer with what is said of the names of the input's fields. */
export function withNotes(answer: Answer, notes: FieldNotes): Answer {
  return Object.keys(notes).length === 0 ? answer : { ...answer, detail: { ...answer.detail, ...notes } }
}

/** Tells whoever left out a field, or sent one that is not accepted, which name is close to it. */
function withMeant(issue: Issue, misspelt: readonly FoundField[]): Issue {
  const found = misspelt.find(({ pointer, meantPointer }) => [pointer, meantPointer].includes(issue.pointer))
  return found ? { ...issue, fix: `${issue.fix} Was "${found.field}" meant to be "${found.meant}"?` } : issue
}

function refusalOf(decisive: readonly FoundField[]): Answer {
  const pairs = decisive.map(({ field, meant }) => `"${field}" is not a field of this action; did you mean "${meant}"?`)
  const message = `${pairs.join(' ')} Nothing was done. Correct the name, or leave the field out.`
  const { code } = new ProductError(misspeltField, message)
  return { ok: false, summary: message, metrics: {}, detail: { error: { code, message, retryable: false } } }
}

/** A misspelt field with its places. */
interface FoundField extends MisspeltField {
  readonly pointer: string
  readonly meantPointer: string
  readonly isDecisive: boolean
}

/** Most misspelt fields that are named; the first ones are. */
const mostNamed = 20

/** Most unknown names of one input that are compared, so that no body makes it long. */
const mostCompared = 200

/** A longer name is that of no field. */
const longestName = 64

/** The fields that an action's input declares, and the search for names that are close to theirs. */
export class InputFields {
  /** The names of the input's properties; others are ignored. */
  readonly known: ReadonlySet<string>
  readonly #declared: DeclaredObject | undefined
  readonly #decisive: ReadonlySet<string>

  constructor(input: unknown, decisiveFields: readonly string[] = []) {
    this.known = new Set(Object.keys(isRecord(input) && isRecord(input.properties) ? input.properties : {}))
    this.#declared = declaredObject(input)
    this.#decisive = new Set(decisiveFields)
  }

  /** The names that are not known, and those that are close to an absent one; of an input without defaults. */
  inspect(input: Readonly<Record<string, unknown>>): {
    readonly ignored: readonly string[]
    readonly misspelt: readonly FoundField[]
  } {
    const ignored = Object.keys(input).filter(name => !this.known.has(name))
    const misspelt: FoundField[] = []
    if (this.#declared) this.#search(this.#declared, input, [], misspelt, { left: mostCompared })
    return { ignored, misspelt }
  }

  #search(
    { names, inner }: DeclaredObject,
    value: Readonly<Record<string, unknown>>,
    path: readonly string[],
    found: FoundField[],
    comparisons: { left: number }
  ): void {
    let absent: readonly Name[] | undefined
    for (const [field, member] of Object.entries(value)) {
      if (found.length >= mostNamed || comparisons.left === 0) return
      const part = inner.get(field)
      if (part) for (const each of itemsOf(member, [...path, field])) this.#search(part, ...each, found, comparisons)
      if (names.has(field) || member === null || field.length > longestName) continue
      comparisons.left--
      absent ??= [...names.values()].filter(({ name }) => (Object.hasOwn(value, name) ? value[name] : null) === null)
      const meant = nearest(field, absent)
      if (meant === undefined) continue
      const [sent, right] = [
        [...path, field],
        [...path, meant]
      ]
      const [dotted, rightDotted] = [sent.join('.'), right.join('.')]
      found.push({
        field: dotted,
        meant: rightDotted,
        warning: `"${dotted}" is not a field of this action and was ignored. Did you mean "${rightDotted}"?`,
        pointer: pointerOf(sent),
        meantPointer: pointerOf(right),
        isDecisive: this.#decisive.has(right[0] ?? '')
      })
    }
  }
}

function pointerOf(path: readonly string[]): string {
  return path.reduce(memberPointer, '#')
}

/** An object itself, or the objects of a list, each with its place. */
function itemsOf(
  member: unknown,
  path: readonly string[]
): readonly (readonly [Readonly<Record<string, unknown>>, readonly string[]])[] {
  if (isRecord(member)) return [[member, path]]
  if (!Array.isArray(member)) return []
  return member.flatMap((item, index) => (isRecord(item) ? [[item, [...path, String(index)]] as const] : []))
}

/** An object whose schema declares all members that are read: their names, and the objects in it or in its lists. */
interface DeclaredObject {
  readonly names: ReadonlyMap<string, Name>
  readonly inner: ReadonlyMap<string, DeclaredObject>
}

/** Keywords by which an object has members in addition to its properties, or another schema decides about it. */
const further = [
  'patternProperties',
  'unevaluatedProperties',
  'anyOf',
  'allOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  '$dynamicRef'
]

function declaredObject(schema: unknown): DeclaredObject | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties) || further.some(keyword => keyword in schema)) return undefined
  if ((schema.additionalProperties ?? false) !== false) return undefined
  const inner = Object.entries(schema.properties).flatMap(([name, part]) => {
    const items = isRecord(part) && part.type === 'array' ? part.items : part
    const declared = declaredObject(items)
    return declared ? [[name, declared] as const] : []
  })
  const names = Object.keys(schema.properties).map(name => [name, nameOf(name)] as const)
  return { names: new Map(names), inner: new Map(inner) }
}

/** A name with the words that it consists of, in lower case. */
interface Name {
  readonly name: string
  readonly words: readonly string[]
}

function nameOf(name: string): Name {
  const spaced = name.replaceAll(/(\p{Ll}(?=\p{Lu})|[\p{Lu}\p{N}](?=\p{Lu}\p{Ll})|\p{L}(?=\p{N}))/gu, '$1 ')
  return {
    name,
    words: spaced
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  }
}

function nearest(field: string, absent: readonly Name[]): string | undefined {
  const sent = nameOf(field)
  const near = absent
    .filter(each => isNear(sent.words, each.words))
    .map(({ name, words }) => ({ name, distance: distanceOf(sent.words.join(''), words.join('')) }))
  return near.sort((left, right) => left.distance - right.distance)[0]?.name
}

/**
 * Whether one name was probably meant for another: the same letters (`cached_tokens`), the same words in any order, some letters
 * wrong, a unit that is missing or another one, or at least two words that stand in the other name (`expectedStatusCode`). One
 * common word alone is not enough: most payloads have members such as `companyEmail` beside an `email`.
 */
function isNear(sent: readonly string[], meant: readonly string[]): boolean {
  if (sent.join('') === meant.join('')) return true
  return isAlike(sent, meant) || isAlike(withoutUnits(sent), withoutUnits(meant)) || isPart(sent, meant)
}

function isAlike(sent: readonly string[], meant: readonly string[]): boolean {
  if (sent.length !== meant.length) {
    const [shorter, longer] = sent.length < meant.length ? [sent, meant] : [meant, sent]
    return !shorter.every(word => longer.includes(word)) && isTypo(sent.join(''), meant.join(''))
  }
  const left = [...meant]
  return sent.every(word => {
    const index = left.findIndex(other => isSameWord(word, other, sent.length > 1))
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}

/** Whether the shorter of two names, of two words or more, stands in the longer one. */
function isPart(sent: readonly string[], meant: readonly string[]): boolean {
  const [shorter, longer] = sent.length < meant.length ? [sent, meant] : [meant, sent]
  if (shorter.length < 2) return false
  return longer.some((_, start) => shorter.every((word, index) => isSameWord(word, longer[start + index] ?? '', true)))
}

/** In a name of several words, the forms of a verb are one word: `expect` and `expected`. */
function isSameWord(left: string, right: string, isOfSeveral: boolean): boolean {
  if (isTypo(left, right)) return true
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left]
  const ending = longer.startsWith(shorter) ? longer.slice(shorter.length) : undefined
  if (ending === 's' || ending === 'es') return true
  if (longer.endsWith('ies') && `${longer.slice(0, -3)}y` === shorter) return true
  return isOfSeveral && shorter.length >= 4 && (ending === 'd' || ending === 'ed' || ending === 'ing')
}

/** Words that say in what a value is measured, at the end of a name: `timeoutMs`, `pricePer1kGbp`. */
const units = new Set(
  (
    'ms msec millis millisecond milliseconds sec secs second seconds minute minutes hour hours day days week weeks month months ' +
    'per 1k 1m 1000 1000000 thousand million gbp usd eur pct percent kb mb bytes'
  ).split(' ')
)

function withoutUnits(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex(word => !units.has(word))
  return end < 0 ? words : words.slice(0, end + 1)
}

/** Up to this length, another letter makes another word: `date` and `data`. */
const shortWord = 5

/** One letter wrong in a word of four or more, two in one of ten or more; the first letter is seldom the wrong one. */
function isTypo(left: string, right: string): boolean {
  if (left === right) return true
  const shortest = Math.min(left.length, right.length)
  const most = shortest >= 10 ? 2 : shortest >= 4 ? 1 : 0
  if (most === 0 || Math.abs(left.length - right.length) > most || left[0] !== right[0]) return false
  if (left.length === right.length && left.length <= shortWord) return isSwapped(left, right)
  return distanceOf(left, right) <= most
}

/** Whether two neighbouring letters changed places, and nothing else. */
function isSwapped(left: string, right: string): boolean {
  const at = [...left].findIndex((letter, index) => letter !== right[index])
  return left[at] === right[at + 1] && left[at + 1] === right[at] && left.slice(at + 2) === right.slice(at + 2)
}

/** How many letters are added, left out, replaced or swapped with their neighbour (optimal string alignment). */
function distanceOf(left: string, right: string): number {
  let [before, row] = [[] as number[], Array.from({ length: right.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      next.push(swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
