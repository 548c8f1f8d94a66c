import { functionWords } from '@product-host/toolkit/stopwords'
import { words } from '@product-host/toolkit/text'
import type { Goal, Tone } from '../input.js'
import type { Intent } from '../intent.js'
import { commonEnglish } from './common-words.js'
import english from './english.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import spanish from './spanish.json' with { type: 'json' }
import wordTable from './words.json' with { type: 'json' }

/** What the rules write in each language beside the words of the author. */
const banks = { en: bankOf(english), de: bankOf(german), fr: bankOf(french), es: bankOf(spanish) }

/** The phrases of a table, in which a guide and a list ask the same questions and have the same angles. */
function bankOf({ topic, copy, practice, kinds, brief, discovery }: typeof english): Phrases {
  const withPractice = { 'how-to': { ...practice, ...kinds['how-to'] }, list: { ...practice, ...kinds.list } }
  return { topic, copy, kinds: { ...kinds, ...withPractice }, brief, discovery }
}

/** A language that the rules write: its code in ISO 639-1. */
export type WrittenLanguage = keyof typeof banks

/** The languages that the rules write, in the order in which messages name them. */
export const writtenLanguages = ['en', 'de', 'fr', 'es'] as const satisfies readonly WrittenLanguage[]

/** Whether the rules write a language. */
export function isWritten(code: string): code is WrittenLanguage {
  return Object.hasOwn(banks, code)
}

/** The phrases of a language. */
export function phrasesOf(language: WrittenLanguage): Phrases {
  return banks[language]
}

/**
 * The language of texts, as its code in ISO 639-1: by the script of the first where that is not the Latin one, otherwise by words, letters and
 * endings. English where nothing shows another language; a language that the rules do not write needs twice the evidence.
 */
export function detectLanguage(texts: readonly string[]): string {
  const text = texts.join('\n').replaceAll(/https?:\/\/\S+|[#@][\p{L}\p{N}_]+/gu, ' ')
  const script = otherScript(texts.find(each => /\p{L}/u.test(each)) ?? '') ?? otherScript(text)
  if (script !== undefined) return script
  const scores = scoresOf(text)
  const english = scores.get('en') ?? 0
  const [best] = [...scores].filter(([language]) => language !== 'en').sort(([, left], [, right]) => right - left)
  if (!best) return 'en'
  const [language, score] = best
  const isEnough = score > english && score >= (neighbours.has(language) ? 1 : 2)
  return isEnough ? language : 'en'
}

/** Whether a text is surely in another language than this one. */
export function isInAnother(text: string, language: string): boolean {
  const found = detectLanguage([text])
  if (found === language) return false
  const scores = scoresOf(text)
  return (scores.get(found) ?? 10) > 2 * (scores.get(language) ?? 0) + 3
}

/** Languages that the rules write beside English. */
const neighbours: ReadonlySet<string> = new Set(['de', 'fr', 'es'])

/** Scripts that show a language; the first with letters in the text decides. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu]
]

/** The language of a text that is not mainly in Latin letters; `und` where the script shows none. */
function otherScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin >= letters / 2) return undefined
  return scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) > 0)?.[0] ?? 'und'
}

/** What speaks for each language. A word that is English too counts half for English, and its letters and endings show nothing. */
function scoresOf(text: string): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  const add = (language: string, weight: number) => scores.set(language, (scores.get(language) ?? 0) + weight)
  if (/[¿¡]/.test(text)) add('es', 2)
  for (const word of words(text.replaceAll('’', "'").toLowerCase())) {
    const isEnglish = commonEnglish().has(word)
    if (functionWords.has(word)) add('en', 1)
    else if (isEnglish) add('en', 0.5)
    for (const [language, known] of Object.entries(signWords)) if (known.has(word)) add(language, 1)
    if (isEnglish) continue
    for (const { language, weight, pattern } of signPatterns) if (pattern.test(word)) add(language, weight)
  }
  return scores
}

/** The English name of a language. */
export function languageName(code: string): string {
  if (code === 'und') return 'the language of the topic'
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
}

/** What a text is planned by: the intent of its topic, or that its topic is sensitive. */
export type Kind = Intent | 'sensitive'

/** A way into a topic. */
export type AngleKind = 'contrarian' | 'how-to' | 'story'

/** One section of an outline: its heading, and what belongs there. */
interface OutlineSection {
  readonly heading: string
  readonly note: string
}

/** What plans a text of one kind. */
export interface KindPhrases {
  readonly outline: readonly OutlineSection[]
  /** Questions that readers bring: who, what, why, how much, what risk. */
  readonly questions: readonly string[]
  /** What has to be shown for the text to be believed. */
  readonly proofs: readonly string[]
  /** What a reader should know or be able to do after reading. */
  readonly lesson: string
  /** What each angle does, and what an author fills into its first line. */
  readonly angles: Readonly<Record<AngleKind, { readonly idea: string; readonly ask: string }>>
}

/** What serves a text, and what harms it. */
interface Manners {
  readonly do: readonly string[]
  readonly avoid: readonly string[]
}

/** The words of a text around those of the author. No sentence among them states anything about a topic. */
interface CopyPhrases {
  /** The first line of an outline. */
  readonly outline: string
  /** What to do with an outline. */
  readonly fillIn: string
  readonly proof: string
  /** Where the request to the reader goes. */
  readonly request: string
  /** What follows a first line that does not name the audience. */
  readonly address: string
  /** First lines that name topic and audience. */
  readonly firstLines: { readonly named: string; readonly addressed: string; readonly counted: string }
  readonly title: string
  /** What stands before a link. */
  readonly linkLead: string
  readonly chapters: string
  readonly headings: { readonly points: string; readonly body: string }
  /** What the reader is asked, by what the text is for. */
  readonly closings: Readonly<Record<'discuss' | 'sell' | 'announce', Readonly<Record<Tone, string>>>>
  /** The words for two to ten. */
  readonly numerals: readonly string[]
}

/** The parts of a brief that no kind of text decides. */
interface BriefPhrases {
  readonly keyMessages: Readonly<Record<Exclude<Goal, 'educate'>, string>>
  /** What stands for an audience that was not named. */
  readonly anyReader: string
  /** What is asked of the author about the audience. */
  readonly forWhom: { readonly unknown: string; readonly known: string }
  readonly sourceFor: string
  readonly manners: Readonly<Record<Goal, Manners>>
  readonly sensitive: Manners & { readonly cta: string }
  readonly checks: readonly string[]
}

/** How to find a topic: what a brief offers when none is known. */
interface DiscoveryPhrases {
  readonly keyMessage: string
  readonly angles: Readonly<Record<AngleKind, { readonly idea: string; readonly hook: string }>>
  readonly outline: readonly OutlineSection[]
  readonly questions: readonly string[]
  readonly proof: string
  readonly cta: string
}

/** All phrases of one language. */
export interface Phrases {
  /** How a sentence names a topic: `{topic}` in the marks of the language, or the noun that its wording gives. */
  readonly topic: string
  readonly copy: CopyPhrases
  readonly kinds: Readonly<Record<Kind, KindPhrases>>
  readonly brief: BriefPhrases
  readonly discovery: DiscoveryPhrases
}

/** Articles, pronouns, prepositions and the like of a language; those of English for one that the rules do not write. */
export function functionWordsOf(language: string): ReadonlySet<string> {
  const known =
    wordsByLanguage.get(language) ??
    new Set([...(signWords[language] ?? functionWords)].filter(word => !topicWords.has(word)))
  wordsByLanguage.set(language, known)
  return known
}

const wordsByLanguage = new Map<string, ReadonlySet<string>>()

const topicWords = new Set(wordTable.topicWords)

/** Words by which a language shows, each with a weight of 1. */
const signWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(wordTable.signWords).map(([language, known]) => [language, new Set(known)])
)

/** Letters and endings by which a language shows. Own lists. */
const signPatterns: readonly { readonly language: string; readonly weight: number; readonly pattern: RegExp }[] = [
  { language: 'de', weight: 1, pattern: /[äöü]/ },
  { language: 'de', weight: 2, pattern: /ß/ },
  {
    language: 'de',
    weight: 1.5,
    pattern: /^.{4,}(?:ung|ungen|keit|keiten|heit|heiten|schaft|schaften|lich|liche|lichen|tät|ieren|wechsel)$/
  },
  {
    language: 'de',
    weight: 1,
    pattern:
      /^.{3,}(?:isch|ische|ischen|chen|gespräch|gespräche|sorge|kosten|stoff|recht|kraft|kräfte|mangel|tausch|werk|platz|plan|zeit)$/
  },
  { language: 'fr', weight: 1, pattern: /[êœùûîôè]|^(?:l|d|qu|n|s|j|c)'\p{L}/u },
  { language: 'fr', weight: 0.75, pattern: /[éàç]/ },
  { language: 'fr', weight: 1, pattern: /^.{3,}(?:ement|ements|eux|euse|euses|eaux|ité|ités|ées|aire|aires|eurs)$/ },
  { language: 'es', weight: 2, pattern: /[ñ¿¡]|(?:ción|ciones|sión)$/ },
  { language: 'es', weight: 0.75, pattern: /[áéíóú]/ },
  { language: 'es', weight: 1, pattern: /^.{3,}(?:dad|dades|miento|mientos|ando|iendo|ares|eros|adores)$/ },
  { language: 'it', weight: 2, pattern: /(?:zione|zioni|ità)$/ },
  { language: 'it', weight: 0.75, pattern: /[àèìòù]/ },
  { language: 'pt', weight: 3, pattern: /[ãõ]/ },
  { language: 'pt', weight: 0.75, pattern: /[áâéêíóôúç]/ },
  { language: 'nl', weight: 1, pattern: /^.{2,}(?:lijk|lijke|heid|ij|aar|eren|baar)$|aa.|uu.|ijk/ },
  { language: 'pl', weight: 2, pattern: /[łąęśżźćń]/ },
  { language: 'sv', weight: 1.5, pattern: /å|^[^äö]*[äö].*(?:ar|ing)$/ },
  { language: 'da', weight: 1.5, pattern: /[åøæ]/ },
  { language: 'tr', weight: 2, pattern: /[ğşı]/ },
  { language: 'fi', weight: 1.5, pattern: /ää|yy|öö|[aä](?:ssa|ssä|lla|llä|sta|stä)$/ },
  { language: 'cs', weight: 2, pattern: /[řěů]/ },
  { language: 'ro', weight: 2, pattern: /[ățș]/ },
  { language: 'hu', weight: 3, pattern: /[őű]/ }
]
