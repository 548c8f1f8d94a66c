import t from 'tap'
import { type Phrases, phrasesOf, writtenLanguages } from '../dist/languages/languages.js'
import { slop } from '../dist/writing/lint.js'

/** Every text of a bank with its path, however deep. */
function texts(bank: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof bank === 'string') return [[path, bank]]
  if (typeof bank !== 'object' || bank === null) return []
  return Object.entries(bank).flatMap(([key, value]) => texts(value, `${path}/${key}`))
}

const banks = writtenLanguages.map(language => ({ language, phrases: phrasesOf(language) }))
const english = phrasesOf('en')

/** The placeholders of a text. */
const placeholders = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

t.test('every language has a phrase wherever English has one', async t => {
  const paths = (phrases: Phrases) => texts(phrases).map(([path]) => path)
  for (const { language, phrases } of banks) t.strictSame(paths(phrases), paths(english), language)
  t.ok(texts(english).length > 250)
})

t.test('no two languages share a sentence', async t => {
  const owners = new Map<string, Set<string>>()
  for (const { language, phrases } of banks)
    for (const [, text] of texts(phrases)) owners.set(text, (owners.get(text) ?? new Set()).add(language))
  const shared = [...owners].filter(([text, languages]) => languages.size > 1 && / .* /.test(text))
  t.strictSame(
    shared.map(([text]) => text),
    []
  )
})

t.test('no phrase has a cliché, a figure, a claim, an exclamation mark or a curly apostrophe', async t => {
  const plain = banks.flatMap(({ phrases }) => texts(phrases).map(([, text]) => text.replaceAll(/\{\w+\}/g, 'topic')))
  t.strictSame(
    plain.filter(text => slop().some(({ pattern }) => pattern.test(text.toLowerCase()))),
    []
  )
  const mark = /[!—\d%£$€’]/
  const claim =
    /\b(?:(?:most|many) (?:people|teams|companies)|always|never|guarantee|proven|studies|research|experts)\b/i
  const otherClaim = /\b(?:niemals|toujours|jamais|siempre|nunca)\b/i
  t.strictSame(
    plain.filter(text => [mark, claim, otherClaim].some(pattern => pattern.test(text))),
    []
  )
})

t.test('no verb has to agree with a topic, which may be one thing or many', async t => {
  const agreeing =
    /(?:^|[.?] |, )\{(?:noun|audience|first|second)\} (?:is|are|was|were|has|have|does|do|needs?|looks?|works?)\b/i
  const asking = /\b(?:is|are|was|were|has|have|does) \{(?:noun|audience|reader)\}/i
  t.strictSame(
    texts(english).filter(([, text]) => agreeing.test(text) || asking.test(text)),
    []
  )
})

t.test('every placeholder is one that texts fill in', async t => {
  const known = [
    'noun',
    'topic',
    'heading',
    'Heading',
    'first',
    'second',
    'First',
    'Second',
    'audience',
    'reader',
    'count',
    'point'
  ]
  for (const { language, phrases } of banks)
    t.strictSame(
      texts(phrases).flatMap(([path, text]) =>
        placeholders(text)
          .filter(name => !known.includes(name))
          .map(name => [path, name])
      ),
      [],
      language
    )
})

t.test('every kind of text has five or six sections, eight questions, proof and three angles', async t => {
  for (const { language, phrases } of banks)
    for (const [kind, { outline, questions, proofs, angles }] of Object.entries(phrases.kinds)) {
      t.ok(outline.length === 5 || outline.length === 6, `${language} ${kind}`)
      t.equal(new Set(questions).size, 8)
      t.ok(proofs.length >= 2)
      t.strictSame(Object.keys(angles), ['contrarian', 'how-to', 'story'])
    }
})

t.test('notes, questions and advice are sentences', async t => {
  const isSentence = /(?:\.|\?|\)|\])$/
  for (const { language, phrases } of banks) {
    const { kinds, brief, discovery } = phrases
    const sentences = texts([
      Object.values(kinds).map(({ outline, questions, proofs, lesson }) => [
        outline.map(({ note }) => note),
        questions,
        proofs,
        lesson
      ]),
      [brief.keyMessages, brief.forWhom, brief.manners, brief.sensitive, brief.checks],
      [discovery.keyMessage, discovery.questions, discovery.outline.map(({ note }) => note)]
    ])
    t.strictSame(
      sentences.filter(([, text]) => !isSentence.test(text)),
      [],
      language
    )
  }
})
