import t from 'tap'
import { fill } from '../../dist/reading/fill.js'
import { entitiesOf } from '../../dist/reading/named.js'
import { weighedTerms } from '../../dist/reading/words.js'

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const text = { type: 'string', minLength: 1, maxLength: 200 }
const number = { type: 'number', minimum: 0, maximum: 1e9 }
const whole = { type: 'integer', minimum: 0, maximum: 100 }

/** What is read out of a sentence for an action of these fields. */
function read(sentence: string, properties: Properties, required: readonly string[] = [], reading?: object) {
  const target = {
    product: 'test',
    productTitle: 'Test',
    name: 'act',
    id: 'test.act',
    title: 'Act',
    description: 'Acts.',
    effect: 'write' as const,
    intents: { phrases: [], keywords: ['remember', 'note down'] },
    inputSchema: { type: 'object', properties, required },
    reading: reading && { ...reading }
  }
  const reads = (input: Readonly<Record<string, unknown>>) => input.signal === 'check'
  return fill(sentence, entitiesOf(sentence, new Set(['score', 'write', 'rate'])), target, {
    known: new Set(weighedTerms('Act Acts remember note down')),
    reads,
    now: Date.parse('2026-11-22T12:00:00Z')
  })
}

t.test('a field gets what its name and its type ask for', async t => {
  const cases: readonly (readonly [sentence: string, properties: Properties, input: object])[] = [
    ['ask jane@acme.co.uk', { email: text }, { email: 'jane@acme.co.uk' }],
    ['look at https://acme.com/a?b=1.', { url: text }, { url: 'https://acme.com/a?b=1' }],
    ['look at acme.co.uk, please', { domain: text }, { domain: 'acme.co.uk' }],
    ['score Bank of America now', { companyName: text }, { companyName: 'Bank of America' }],
    [
      'write to Jane Smith, CFO of Acme Ltd',
      { contactName: text, company: text },
      { contactName: 'Jane Smith', company: 'Acme Ltd' }
    ],
    ['record 120,000 tokens', { tokens: number }, { tokens: 120_000 }],
    ['record 40k tokens', { tokens: number }, { tokens: 40_000 }],
    ['we used 3 million tokens', { tokens: number }, { tokens: 3_000_000 }],
    ['at £0.0021 per 1k', { pricePer1k: number }, { pricePer1k: 0.0021 }],
    ['at £0.0021 each', { pricePer1k: number }, { pricePer1k: 2.1 }],
    ['it ended with exit code 3', { exitCode: whole }, { exitCode: 3 }],
    ['for the last 60 days', { days: whole }, { days: 60 }],
    ['plan four weeks', { weeks: whole }, { weeks: 4 }],
    ['two posts per week', { perWeek: whole }, { perWeek: 2 }],
    ['again every 5 minutes', { everySeconds: number }, { everySeconds: 300 }],
    ['with an hour of grace', { graceSeconds: number }, { graceSeconds: 3600 }],
    ['the job failed', { signal: { enum: ['success', 'fail'] } }, { signal: 'fail' }],
    ["don't forget it", { mode: { enum: ['set', 'forget'] } }, {}],
    [
      'for LinkedIn and twitter',
      { platforms: { type: 'array', items: { type: 'string' } } },
      { platforms: ['linkedin', 'x'] }
    ],
    ['write about rust for beginners', { topic: text, audience: text }, { topic: 'rust', audience: 'beginners' }],
    ['rate Acme: hiring, new office', { signals: text }, { signals: 'hiring, new office' }],
    ['rate Acme, they are hiring', { company: text, signals: text }, { company: 'Acme', signals: 'hiring' }],
    ['for customer hooli', { customer: text }, { customer: 'hooli' }],
    ['the backup job is done', { name: text }, { name: 'backup' }],
    ['send it to the CRM', { destination: text }, { destination: 'CRM' }],
    ['nothing of the kind', { email: text, tokens: number, days: whole, when: { ...text, format: 'date' } }, {}]
  ]
  for (const [sentence, properties, input] of cases) t.strictSame(read(sentence, properties).input, input, sentence)
})

t.test('what does not fit a field is not put into it', async t => {
  t.strictSame(read('for 500 days', { days: whole }).input, {})
  t.strictSame(read('for 2.5 days', { days: whole }).input, {})
  t.strictSame(read(`rate Acme: ${'long '.repeat(60)}`, { signals: text }).input, {})
})

t.test('what is required and not said is missing; a text that may be empty is sent empty', async t => {
  const properties = { email: text, payload: { type: 'string', maxLength: 100 } }
  t.match(read('take this in', properties, ['email', 'payload']), { input: { payload: '' }, missing: ['email'] })
})

t.test('what is to be stored gets a key of what it is about', async t => {
  const properties = { key: text, value: text }
  t.match(read('remember that the lease of the office ends in May', properties, ['key']).input, {
    key: 'lease-office-ends',
    value: 'the lease of the office ends in May'
  })
  t.strictSame(read('note down: milk', properties, ['key']).input, { key: 'milk', value: 'milk' })
  t.strictSame(read('remember', properties, ['key']).missing, ['key', 'value'])
})

t.test('a question that would write gets the input that reads', async t => {
  const properties = { signal: { enum: ['success', 'fail', 'check'] } }
  t.strictSame(read('did the job fail?', properties, [], { signal: 'check' }).input, { signal: 'check' })
  t.strictSame(read('the job failed', properties, [], { signal: 'check' }).input, { signal: 'fail' })
})
