import { readdir, readFile } from 'node:fs/promises'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'

type TSchema = Parameters<typeof Type.Array>[0]

/** Without white space at its ends. */
const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })
const Texts = Type.Array(Text, { uniqueItems: true, minItems: 1 })
/** Words in lower case. */
const Word = Type.String({ pattern: '^[^A-Z\\s]+$' })
const Words = Type.Array(Word, { uniqueItems: true, minItems: 1 })

function closed(members: Readonly<Record<string, TSchema>>) {
  return Type.Object(members, { additionalProperties: false })
}

/** An object that has the same of each name. */
function each(names: readonly string[], schema: TSchema) {
  return closed(Object.fromEntries(names.map(name => [name, schema])))
}

/** A table that says where it is from, and what each of its members is for. */
function table(members: Readonly<Record<string, TSchema>>) {
  return closed({ about: each(['source', ...Object.keys(members)], Text), ...members })
}

const outline = Type.Array(closed({ heading: Text, note: Text }), { uniqueItems: true, minItems: 5 })
const questions = Type.Array(Text, { uniqueItems: true, minItems: 8, maxItems: 8 })
const angles = ['contrarian', 'how-to', 'story']
const practice = { questions, angles: each(angles, closed({ idea: Text, ask: Text })) }
const kind = { outline, proofs: Texts, lesson: Text }
const manners = { do: Texts, avoid: Texts }
const tones = each(['plain', 'bold', 'friendly', 'expert'], Text)

const phrases = closed({
  source: Text,
  topic: Text,
  copy: closed({
    outline: Text,
    fillIn: Text,
    proof: Text,
    request: Text,
    address: Text,
    firstLines: each(['named', 'addressed', 'counted'], Text),
    title: Text,
    linkLead: Text,
    chapters: Text,
    headings: each(['points', 'body'], Text),
    closings: each(['discuss', 'sell', 'announce'], tones),
    numerals: Type.Array(Word, { uniqueItems: true, minItems: 9, maxItems: 9 })
  }),
  practice: closed(practice),
  kinds: closed({
    'how-to': closed(kind),
    list: closed(kind),
    ...Object.fromEntries(
      ['comparison', 'opinion', 'announcement', 'case', 'sensitive'].map(name => [
        name,
        closed({ ...kind, ...practice })
      ])
    )
  }),
  brief: closed({
    keyMessages: each(['sell', 'engage', 'announce'], Text),
    anyReader: Text,
    forWhom: each(['unknown', 'known'], Text),
    sourceFor: Text,
    manners: each(['educate', 'sell', 'engage', 'announce'], closed(manners)),
    sensitive: closed({ ...manners, cta: Text }),
    checks: Texts
  }),
  discovery: closed({
    keyMessage: Text,
    angles: each(angles, closed({ idea: Text, hook: Text })),
    outline,
    questions,
    proof: Text,
    cta: Text
  })
})

/** Phrases in lower case, which may leave letters open at their end. */
const Lower = Type.Array(Type.String({ pattern: '^[^A-Z\\s]+(?: [^A-Z\\s]+)*$' }), { uniqueItems: true })

const intent = closed({ begins: Lower, holds: Lower })

const asked = closed({ phrases: Texts, keywords: Lower })

const schemas = {
  'actions/intents.json': closed({ source: Text, brief: asked, synthesize: asked, schedule: asked }),
  'languages/common-english.json': closed({ source: Text, licence: Text, words: Words }),
  'languages/english.json': phrases,
  'languages/french.json': phrases,
  'languages/german.json': phrases,
  'languages/spanish.json': phrases,
  'languages/words.json': table({
    signWords: Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Words),
    topicWords: Words
  }),
  'tables/intents.json': table({
    languages: each(
      ['en', 'de', 'fr', 'es'],
      closed({
        article: Words,
        or: Word,
        numbers: Words,
        announcement: intent,
        comparison: intent,
        case: intent,
        list: intent,
        'how-to': intent,
        opinion: intent
      })
    )
  }),
  'tables/sensitive.json': table({
    kinds: each(['death', 'illness', 'war', 'crime', 'minors'], each(['en', 'de', 'fr', 'es'], Lower))
  }),
  'tables/top-level-domains.json': closed({
    source: Text,
    domains: Type.Array(Type.String({ pattern: '^[^A-Z\\s.]+$' }), { uniqueItems: true, minItems: 1 })
  }),
  'tables/words.json': table({
    weakWords: Words,
    commonWords: Words,
    openingVerbs: Words,
    doubtfulVerbs: Words,
    afterVerbs: Words,
    doubling: Words,
    listNouns: Words,
    countedNouns: Words,
    trailing: Lower,
    clauseBegins: Words,
    clauseVerbs: Words
  }),
  'writing/phrases.json': table({
    worn: Lower,
    requests: Lower,
    general: Lower,
    generalWords: each(['en', 'de', 'fr', 'es'], Words),
    dateNames: Words,
    times: Lower,
    amounts: Lower,
    deeds: Words,
    shares: Lower,
    multitudes: Lower,
    sources: Lower,
    superlatives: Lower
  })
}

const root = new URL('../', import.meta.url)

const otherwise = /^(?:contracts|dist|dist-test|node_modules|test)\/|^(?:package|tsconfig)\.json$/

t.test('every file of data has a schema', async t => {
  const files = (await readdir(root, { recursive: true })).filter(
    path => path.endsWith('.json') && !otherwise.test(path)
  )
  t.strictSame(files.sort(), Object.keys(schemas).sort())
})

for (const [name, schema] of Object.entries(schemas))
  t.test(`${name} has its members, and no entry that is empty or there twice`, async t => {
    const text = await readFile(new URL(name, root), 'utf8')
    t.strictSame(compileOutput(schema)(JSON.parse(text)), [])
  })
