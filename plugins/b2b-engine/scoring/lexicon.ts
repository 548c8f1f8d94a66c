import { oneOf } from '@product-host/toolkit/json'
import { type LabelledPhrases, labelledPhrases } from './phrases.js'
import phraseTable from './phrases.json' with { type: 'json' }
import vocabulary from './word-classes.json' with { type: 'json' }
import wordTable from './words.json' with { type: 'json' }

const kindNames = ['subject', 'event', 'deny', 'denyAll', 'fail', 'former', 'contrast', 'filler'] as const

/**
 * What a word stands for when a phrase is read. A `subject` is what a phrase is about, an `event` what happened to it. `deny` denies what
 * follows, `denyAll` everything in its clause, `fail` says that something planned did not happen, `former` that it no longer holds.
 * `contrast` begins a new clause, `filler` says nothing.
 */
type WordKind = (typeof kindNames)[number]

/** A word of a phrase, or a group of words that the vocabulary knows as one. */
export interface Item {
  /** The classes of the vocabulary, or for an unknown word the word itself in quotation marks, which no class is called. */
  readonly classes: ReadonlySet<string>
  readonly kinds: ReadonlySet<WordKind | 'unknown' | 'number'>
  /** As written, in plain lower-case letters. */
  readonly text: string
  /** An unknown word with a capital that does not begin the phrase, hence most likely a name. */
  readonly isName: boolean
}

/** A phrase of the table as the classes of its words, each of which must be in what is read. */
export interface Pattern {
  readonly needs: readonly ReadonlySet<string>[]
  readonly rows: readonly LabelledPhrases[]
}

/** A text in lower case without accents, with apostrophes as spaces except in "n't". */
export function plain(text: string): string {
  if (/^[a-zA-Z0-9]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/n['’‘ʼ]t\b/g, 'nt')
}

/** The words of a phrase with what they stand for, fillers included. */
export function itemsOf(phrase: string): readonly Item[] {
  return classify(tokensOf(phrase), lexicon().words)
}

/** The patterns of the table that a list of words might hold. */
export function patternsFor(items: readonly Item[]): readonly Pattern[] {
  const { patterns } = lexicon()
  const found = new Set<Pattern>()
  for (const { classes } of items)
    for (const name of classes) for (const pattern of patterns.get(name) ?? []) found.add(pattern)
  return [...found]
}

/** A phrase of the table with its row. */
interface TablePhrase {
  readonly phrase: string
  readonly row: LabelledPhrases
  readonly language: Language
}

/** Every phrase of the table with its row and language. */
export function* tablePhrases(): Generator<TablePhrase> {
  for (const each of writtenPhrases()) yield { ...each, phrase: each.phrase.replace(exact, '') }
}

function* writtenPhrases(): Generator<TablePhrase> {
  for (const row of labelledPhrases)
    for (const language of languages) for (const phrase of row[language]) yield { phrase, row, language }
}

interface Token {
  readonly text: string
  readonly isCapital: boolean
}

function tokensOf(phrase: string): readonly Token[] {
  if (/^[a-z0-9 ]+$/.test(phrase))
    return phrase
      .split(' ')
      .filter(Boolean)
      .map(text => ({ text, isCapital: false }))
  const words = phrase.match(/[\p{L}\p{M}\p{N}]+(?:['’‘ʼ]t\b|\*)?/gu) ?? []
  return words.map((word, index) => ({ text: plain(word), isCapital: index > 0 && /^\p{Lu}/u.test(word) }))
}

/** A word group of the vocabulary, in plain words; `tail` stands up to five words later: "sagt die Demo ab". */
interface WordGroup {
  readonly words: readonly string[]
  readonly tail: readonly string[]
  readonly name: string
  readonly kind: WordKind
  readonly language: Language
}

type Language = 'en' | 'de' | 'fr' | 'es'

/** Groups by their first word. */
type Words = ReadonlyMap<string, readonly WordGroup[]>

interface Lexicon {
  readonly words: Words
  readonly patterns: ReadonlyMap<string, readonly Pattern[]>
}

/** Made when the first phrase is read. */
let made: Lexicon | undefined

function lexicon(): Lexicon {
  made ??= makeLexicon()
  return made
}

const exact = /^=/

function makeLexicon(): Lexicon {
  const words = groupByFirst([...vocabularyGroups(), ...exactGroups()])
  return { words, patterns: indexed(patternsOf(words)) }
}

/** Patterns by a class that they need, of all that they need the one that the fewest others need. */
function indexed(patterns: readonly Pattern[]): ReadonlyMap<string, readonly Pattern[]> {
  const counts = new Map<string, number>()
  for (const { needs } of patterns)
    for (const classes of needs) for (const name of classes) counts.set(name, (counts.get(name) ?? 0) + 1)
  const byClass = new Map<string, Pattern[]>()
  for (const pattern of patterns) {
    let rarest = ''
    for (const classes of pattern.needs)
      for (const name of classes)
        if (rarest === '' || (counts.get(name) ?? 0) < (counts.get(rarest) ?? 0)) rarest = name
    const others = byClass.get(rarest)
    if (others) others.push(pattern)
    else byClass.set(rarest, [pattern])
  }
  return byClass
}

const noTail: readonly string[] = []

function* vocabularyGroups(): Generator<WordGroup> {
  for (const [name, { kind: kindName, ...lists }] of Object.entries(vocabulary.classes)) {
    const kind = oneOf(kindNames, kindName)
    for (const language of languages)
      for (const group of lists[language]) {
        const [words = '', tail] = group.split(' .. ')
        yield { words: wordsOf(words), tail: tail === undefined ? noTail : wordsOf(tail), name, kind, language }
      }
  }
  for (const language of languages)
    for (const word of wordTable.fillers[language])
      yield { words: [plain(word)], tail: noTail, name: 'filler', kind: 'filler', language }
  for (const other of phraseTable.otherMeanings)
    yield { words: wordsOf(other), tail: noTail, name: 'filler', kind: 'filler', language: 'en' }
}

/** Phrases of the table that begin with `=` stand for these very words in this order. */
function* exactGroups(): Generator<WordGroup> {
  for (const { phrase, language } of writtenPhrases())
    if (exact.test(phrase)) yield { words: wordsOf(phrase), tail: noTail, name: phrase, kind: 'subject', language }
}

const languages: readonly Language[] = ['en', 'de', 'fr', 'es']

function wordsOf(text: string): readonly string[] {
  if (/^[a-z0-9* ]+$/.test(text)) return text.split(' ')
  return tokensOf(text).map(({ text: word }) => word)
}

function groupByFirst(groups: Iterable<WordGroup>): Words {
  const byFirst = new Map<string, WordGroup[]>()
  for (const group of groups) {
    const [word = ''] = group.words
    const first = word.endsWith('*') ? `${word.slice(0, stemKey)}*` : word
    const others = byFirst.get(first)
    if (others) others.push(group)
    else byFirst.set(first, [group])
  }
  return byFirst
}

function patternsOf(words: Words): readonly Pattern[] {
  const found = new Map<string, { needs: readonly ReadonlySet<string>[]; rows: LabelledPhrases[] }>()
  for (const { phrase, row, language } of writtenPhrases()) {
    const needs = needsOf(phrase, words, language)
    const key = needs.map(keyOf).toSorted().join(' ')
    const known = found.get(key)
    if (!known) found.set(key, { needs, rows: [row] })
    else if (!known.rows.includes(row)) known.rows.push(row)
  }
  return [...found.values()]
}

/** What a phrase of the table needs: one set of classes for each word that says something. */
function needsOf(phrase: string, words: Words, language: Language): readonly ReadonlySet<string>[] {
  const needs = new Map<string, ReadonlySet<string>>()
  for (const { classes, kinds } of classify(tokensOf(phrase), words, language))
    if (!kinds.has('filler') && !kinds.has('number') && !kinds.has('contrast')) needs.set(keyOf(classes), classes)
  return [...needs.values()]
}

function keyOf(classes: ReadonlySet<string>): string {
  if (classes.size > 1) return [...classes].toSorted().join('/')
  for (const only of classes) return only
  return ''
}

const longestGap = 5

/** The items of a list of words: at each the longest group that the vocabulary has, in the language of the phrase where that has one. */
function classify(tokens: readonly Token[], words: Words, language = languageOf(tokens, words)): readonly Item[] {
  const items: Item[] = []
  const used = new Set<number>()
  for (let at = 0; at < tokens.length; at++) {
    if (used.has(at)) continue
    const found = longestAt(tokens, at, words)
    const own = found.length > 1 ? found.filter(({ group }) => group.language === language) : found
    const groups = own.length > 0 ? own : found
    const [first] = groups
    if (!first) items.push(unknownItem(tokens[at], tokens[at - 1]?.text))
    else {
      const { words: text, tail } = first.group
      for (let index = 1; index < text.length; index++) used.add(at + index)
      for (let index = 0; index < tail.length; index++) used.add(first.tailAt + index)
      items.push(itemOf(text.join(' '), groups))
    }
  }
  return items
}

/** The language that most of the words belong to which belong to one alone; undefined for none or a tie. */
function languageOf(tokens: readonly Token[], words: Words): Language | undefined {
  const counts = { en: 0, de: 0, fr: 0, es: 0 }
  for (const { text } of tokens) {
    const known = new Set(
      words
        .get(text)
        ?.filter(each => each.words.length === 1)
        .map(each => each.language)
    )
    const [only] = known
    if (only && known.size === 1) counts[only]++
  }
  const [first, second] = languages.toSorted((one, other) => counts[other] - counts[one])
  return first && second && counts[first] > counts[second] ? first : undefined
}

/** A group in a text, with the position of its tail, or that behind it for a group without one. */
interface GroupAt {
  readonly group: WordGroup
  readonly tailAt: number
}

function longestAt(tokens: readonly Token[], at: number, words: Words): readonly GroupAt[] {
  let longest = 0
  let found: GroupAt[] = []
  for (const group of groupsAt(tokens[at]?.text ?? '', words)) {
    const length = group.words.length + group.tail.length
    if (length < longest || !stands(group.words, tokens, at)) continue
    const tailAt = tailOf(group, tokens, at)
    if (tailAt === undefined) continue
    if (length > longest) found = []
    longest = length
    found.push({ group, tailAt })
  }
  return found
}

/** Whether words stand in a text from a position on. */
function stands(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  for (let index = 0; index < words.length; index++)
    if (!isForm(tokens[at + index]?.text ?? '', words[index] ?? '')) return false
  return true
}

/** Where the tail of a group stands, at most five words on; undefined when it does not. */
function tailOf({ words, tail }: WordGroup, tokens: readonly Token[], at: number): number | undefined {
  const after = at + words.length
  if (tail.length === 0) return after
  for (let start = after; start <= after + longestGap; start++) if (stands(tail, tokens, start)) return start
  return undefined
}

/** Whether a word is the one of the vocabulary, or begins with its stem. */
function isForm(text: string, word: string): boolean {
  return word.endsWith('*') ? text.startsWith(word.slice(0, -1)) : text === word
}

const stemKey = 4

/** The groups that begin with a word, or with a stem of it such as "approv*". */
function groupsAt(word: string, words: Words): readonly WordGroup[] {
  const whole = words.get(word) ?? []
  const stems = word.length >= stemKey ? words.get(`${word.slice(0, stemKey)}*`) : undefined
  return stems ? [...whole, ...stems] : whole
}

/** What an item stands for. */
type ItemMeaning = Pick<Item, 'classes' | 'kinds'>

/** The meanings that were met, by the names of their groups: most items share one. */
const met = new Map<string, ItemMeaning>()

function itemOf(text: string, groups: readonly GroupAt[]): Item {
  const key = groups.length === 1 ? (groups[0]?.group.name ?? '') : groups.map(({ group }) => group.name).join(' ')
  const meaning = met.get(key) ?? meaningOf(groups.map(({ group }) => group))
  met.set(key, meaning)
  return { classes: meaning.classes, kinds: meaning.kinds, text, isName: false }
}

/** A filler that another class knows as well is of that class; very words of the table are of no other. */
function meaningOf(groups: readonly WordGroup[]): ItemMeaning {
  const telling = groups.filter(({ kind }) => kind !== 'filler')
  const verbatim = telling.filter(({ name }) => exact.test(name))
  const meant = [verbatim, telling, groups].find(({ length }) => length > 0) ?? []
  return { classes: new Set(meant.map(className)), kinds: new Set(meant.map(({ kind }) => kind)) }
}

function className({ name, kind }: WordGroup): string {
  return kind === 'denyAll' ? 'deny' : name
}

/** A name behind a word such as "with" or "using" is taken for that of a vendor as well: "signed with Globex". */
function unknownItem(token: Token | undefined, before: string | undefined): Item {
  const { text, isCapital } = token ?? { text: '', isCapital: false }
  if (isCapital && beforeVendors.has(before ?? ''))
    return { classes: new Set([`"${text}"`, 'tool']), kinds: unknowns, text, isName: true }
  const isNumber = /^\p{N}+(?:k|m|mio|st|nd|rd|th|x|h|min)?$/u.test(text)
  return { classes: new Set([`"${text}"`]), kinds: isNumber ? numbers : unknowns, text, isName: isCapital }
}

const numbers: Item['kinds'] = new Set(['number'])

const unknowns: Item['kinds'] = new Set(['unknown'])

const beforeVendors = new Set(wordTable.beforeVendors)
