import { type Item, type Pattern, patternsFor } from './lexicon.js'

/** A pattern in a clause with the items that it is made of. */
export interface Match {
  readonly pattern: Pattern
  readonly items: readonly Item[]
}

/** The patterns in a clause, the most specific first, none sharing an item with another; of two alike the one that speaks against the lead. */
export function matchesIn(clause: readonly Item[]): readonly Match[] {
  const known = matched.get(clause) ?? findMatches(clause)
  matched.set(clause, known)
  return known
}

/** Each clause is asked for its matches several times. */
const matched = new WeakMap<readonly Item[], readonly Match[]>()

function findMatches(clause: readonly Item[]): readonly Match[] {
  const candidates = patternsFor(clause)
    .flatMap(pattern => {
      const items = itemsFor(pattern, clause)
      return items ? [{ pattern, items }] : []
    })
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  const taken = new Set<Item>()
  return candidates.filter(({ items }) => {
    if (items.some(item => taken.has(item))) return false
    for (const item of items) taken.add(item)
    return true
  })
}

/** The number of items first; then whether it speaks against the lead, how many classes it needs, and how long the words are. */
function weightOf({ pattern, items }: Match): number {
  const against = pattern.rows.some(({ polarity }) => polarity === 'against') ? 0.5 : 0
  const classes = pattern.needs.reduce((sum, each) => sum + each.size, 0)
  const letters = items.reduce((sum, { text }) => sum + text.length, 0)
  return items.length + against + classes / 100 + letters / 10_000
}

/** The items of a clause that a pattern needs, each used once; undefined when one is missing. */
function itemsFor({ needs }: Pattern, clause: readonly Item[]): readonly Item[] | undefined {
  const found: Item[] = []
  for (const classes of needs) {
    const item = clause.find(each => !found.includes(each) && isWithin(classes, each.classes))
    if (!item) return undefined
    found.push(item)
  }
  return found.some(item => deniesNothing(item, found, clause)) ? undefined : found
}

/** Whether a word that denies what follows it stands behind all that it would deny: "signed without a discount". */
function deniesNothing(item: Item, found: readonly Item[], clause: readonly Item[]): boolean {
  const deniesBehind = item.kinds.has('deny') && !item.kinds.has('denyAll') && found.length > 1
  return deniesBehind && found.every(other => clause.indexOf(other) <= clause.indexOf(item))
}

function isWithin(classes: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of classes) if (!others.has(name)) return false
  return true
}

/** Whether an item denies something. */
export function isDenying({ kinds }: Item): boolean {
  return kinds.has('deny') || kinds.has('denyAll')
}
