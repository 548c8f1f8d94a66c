import { readdir, readFile } from 'node:fs/promises'
import { Type } from '@product-host/sdk'
import { compileOutput } from '@product-host/sdk/runtime'
import t from 'tap'
import { meaningNames } from '../dist/scoring/weights.js'

/** Without white space at its ends. */
const Text = Type.String({ pattern: '^\\S(?:.*\\S)?$' })
const Texts = Type.Array(Text, { uniqueItems: true })
/** In lower-case letters without accents. */
const Plain = Type.String({ pattern: "^[a-z0-9']+(?: [a-z0-9']+)*$" })
const Plains = Type.Array(Plain, { uniqueItems: true })
/** Words that may have a stem or a tail: "approv*", "sagt .. ab". */
const Groups = Type.Array(Type.String({ pattern: '^[a-z0-9]+\\*?(?: (?:\\.\\.|[a-z0-9]+\\*?))*$' }), {
  uniqueItems: true
})
const Names = Type.Array(Type.String({ pattern: '^[a-z]+[a-zA-Z]*$' }), { uniqueItems: true })

type TSchema = Parameters<typeof Type.Array>[0]

function closed(members: Record<string, TSchema>) {
  return Type.Object(members, { additionalProperties: false })
}

/** A table that says where it is from, and what each of its members is for. */
function table(members: Record<string, TSchema>) {
  const about = Object.fromEntries(['source', ...Object.keys(members)].map(name => [name, Text]))
  return closed({ about: closed(about), ...members })
}

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+=*$' })

const languages = ['en', 'de', 'fr', 'es']

const numbers = Type.Record(Plain, Type.Integer({ minimum: 0 }))

const notes = closed({ for: Texts, against: Texts, neither: Texts })

/** Lower-case phrases, as they are looked for in a text in lower case. */
const Lower = Type.Array(Type.String({ pattern: '^[^A-Z\\s]+(?: [^A-Z\\s]+)*$' }), { uniqueItems: true, minItems: 1 })

const Domain = Type.String({ pattern: '^[a-z0-9_-]+(?:\\.[a-z0-9-]+)+$' })
const Domains = Type.Array(Domain, { uniqueItems: true })

/** The same in each tone. */
function byTone(schema: TSchema) {
  return closed({ plain: schema, warm: schema, direct: schema })
}

/** Three ways to say the same. */
function variants(schema: TSchema) {
  return byTone(Type.Array(schema, { minItems: 3, maxItems: 3, uniqueItems: true }))
}

const followUp = variants(
  closed({ subject: Text, sentences: Type.Array(Text, { minItems: 1, uniqueItems: true }), question: Text })
)

const openings = Type.Array(closed({ observation: Text, problem: Text }), {
  minItems: 3,
  maxItems: 3,
  uniqueItems: true
})

const themes = [
  'reply',
  'interest',
  'timing',
  'trigger',
  'finance',
  'need',
  'stack',
  'compliance',
  'size',
  'access',
  'referral',
  'none'
]

const forms = Type.Array(closed({ begins: Lower, fact: Text, topic: Text }), { uniqueItems: true })

const intents = closed({ phrases: Texts, keywords: Lower })

const schemas = {
  'actions/intents.json': closed({ source: Text, score_lead: intents, draft_outreach: intents, enrich: intents }),
  'addresses/domains.json': table({
    commonProviders: Domains,
    endingTypos: Type.Record(Type.String({ pattern: '^[a-z.]+$' }), Type.String({ pattern: '^[a-z.]+$' })),
    knownSlips: Type.Record(Domain, Domain)
  }),
  'addresses/local-parts.json': table({
    roleWords: closed(
      Object.fromEntries([...languages, 'it', 'pt', 'nl', 'pl', 'sv', 'da'].map(language => [language, Plains]))
    ),
    firstNames: Plains
  }),
  'addresses/mail-services.json': table({
    providers: Type.Array(closed({ name: Text, isGateway: Type.Boolean(), mailServers: Domains, includes: Domains }), {
      uniqueItems: true
    }),
    tools: Type.Array(closed({ name: Text, include: Domain }), { uniqueItems: true })
  }),
  'addresses/universities.json': closed({ source: Text, domains: Domains }),
  'outreach/hooks.json': table({
    hooks: Type.Record(
      Type.String({ pattern: '^[a-z_]+$' }),
      closed({ theme: Type.Enum(themes), topic: Text, fact: Type.String({ pattern: '^(?:\\S.*\\S)?$' }) })
    ),
    quotingOpenings: variants(Text),
    factForms: forms,
    requestForms: forms,
    singleThings: Plains,
    massNouns: Plains,
    notesOnly: Plains,
    readersOwn: Plains
  }),
  'outreach/lint-phrases.json': table({
    spamPhrases: Lower,
    cliches: Lower,
    stockPhrases: Lower,
    optOutPhrases: Lower,
    figureWords: Lower,
    plainCapitals: Lower,
    genericWords: Plains
  }),
  'outreach/names.json': table({
    titles: Lower,
    qualifications: Lower,
    particles: Lower,
    groups: Lower,
    nobody: Lower,
    roles: Lower
  }),
  'outreach/sentences.json': table({
    greetings: byTone(closed({ named: Text, unnamed: Text })),
    closings: byTone(Text),
    offerLines: variants(Text),
    noOfferLines: variants(Text),
    recalls: variants(Text),
    companyRecalls: byTone(Text),
    questions: variants(Text),
    replyQuestions: variants(Text),
    optOuts: byTone(Text),
    firstSubjects: variants(Text),
    plainSubject: Text,
    openingLines: byTone(closed(Object.fromEntries(themes.map(theme => [theme, openings])))),
    followUps: closed({
      request: followUp,
      decision: followUp,
      work: followUp,
      proof: followUp,
      outline: followUp,
      breakUp: followUp
    })
  }),
  'scoring/notes.json': closed({ source: Text, notes: closed({ en: notes, de: notes, fr: notes, es: notes }) }),
  'scoring/phrases.json': table({
    labelled: Type.Array(
      closed({
        meaning: Type.Enum(meaningNames),
        subject: Text,
        event: Text,
        polarity: Type.Enum(['for', 'against', 'neither']),
        tense: Type.Enum(['past', 'present', 'future']),
        ...Object.fromEntries(languages.map(language => [language, Texts]))
      }),
      { minItems: 1 }
    ),
    otherMeanings: Plains
  }),
  'scoring/times.json': table({ daysAgo: numbers, daysOf: numbers, counts: numbers, months: numbers }),
  'scoring/word-classes.json': table({
    classes: Type.Record(
      Type.String({ pattern: '^[a-z]+[a-zA-Z]*$' }),
      closed({
        kind: Type.Enum(['subject', 'event', 'deny', 'denyAll', 'fail', 'former', 'contrast']),
        ...Object.fromEntries(languages.map(language => [language, Groups]))
      })
    )
  }),
  'scoring/words.json': table({
    fillers: closed(Object.fromEntries(languages.map(language => [language, Plains]))),
    prepositions: Plains,
    beforeVendors: Plains,
    people: Plains,
    staff: Plains,
    rough: Plains,
    movements: Plains,
    favourableClasses: Names,
    adverseClasses: Names,
    rivalClasses: Names,
    rivalWords: Plains,
    ourWords: Plains,
    endPhrases: Plains,
    joints: Plains,
    useClasses: Names,
    useWords: Plains,
    endedWords: Plains,
    toolKinds: Plains
  }),
  'scoring/wording-model.json': closed({
    source: Text,
    labels: Type.Array(Type.Enum(['for', 'against', 'neither']), { minItems: 3, uniqueItems: true }),
    samples: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    scales: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
    biases: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
    words: Base64,
    weights: Base64
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
