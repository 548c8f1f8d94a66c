import { testContext } from '@product-host/sdk/testing'
import fc from 'fast-check'
import t from 'tap'
import product from '../dist/index.js'
import { hooks } from '../dist/outreach/hooks.js'
import table from '../dist/outreach/hooks.json' with { type: 'json' }
import { quoteOf } from '../dist/outreach/plan.js'
import { wordsOf } from '../dist/outreach/reading.js'
import { bank } from '../dist/outreach/sentences.js'

const {
  hiring,
  acquisition,
  funding,
  demo,
  spreadsheets,
  referral,
  new_executive,
  new_office,
  contact_top,
  visit,
  pricing_asked
} = hooks

t.test('a signal keeps its own object, names and places', async t => {
  const facts = {
    'acquired by Hooli': [acquisition, 'you were acquired by Hooli', 'the acquisition by Hooli'],
    'acquired Initech in March': [acquisition, 'you acquired Initech in March', 'the acquisition of Initech in March'],
    'hiring 5 engineers in Leeds': [hiring, 'you are hiring 5 engineers in Leeds', 'hiring 5 engineers in Leeds'],
    'Hiring for their Bristol plant': [
      hiring,
      'you are hiring for your Bristol plant',
      'hiring for your Bristol plant'
    ],
    'new CTO Jane Doe': [new_executive, 'you have a new CTO Jane Doe', 'your new CTO Jane Doe'],
    'new offices in Rome and Turin': [
      new_office,
      'you have new offices in Rome and Turin',
      'your new offices in Rome and Turin'
    ],
    'new leadership in Oslo': [new_executive, 'you have new leadership in Oslo', 'your new leadership in Oslo'],
    'closed their series B': [funding, 'you closed your series B', 'your series B'],
    'raised a seed round': [funding, 'you raised a seed round', 'your seed round'],
    'opened a site in Berlin': [new_office, 'you opened a site in Berlin', 'opening a site in Berlin'],
    'referred by Tom Lee': [referral, 'you were referred by Tom Lee', 'the introduction by Tom Lee'],
    'requested demo for the Leeds depot': [
      demo,
      'asking for a demo for the Leeds depot',
      'your request for a demo for the Leeds depot'
    ],
    'asked about pricing for 40 users': [
      pricing_asked,
      'asking about pricing for 40 users',
      'your question about pricing for 40 users'
    ]
  } as const
  for (const [signal, [hook, fact, topic]] of Object.entries(facts)) {
    t.ok(hook)
    if (hook) t.match(quoteOf(signal, hook), { fact, topic }, signal)
  }
})

t.test('a signal that fits no form is quoted word for word', async t => {
  const verbatim = (signal: string, hook = spreadsheets) => hook && quoteOf(signal, hook).verbatim
  t.equal(verbatim('spreadsheets for stock in Porto'), '"spreadsheets for stock in Porto"')
  t.equal(verbatim('we hear they use "Excel"'), `"we hear they use 'Excel'"`)
  t.equal(verbatim('hiring last year', hiring), '"hiring last year"')
  t.equal(verbatim('sucht neue Software', hiring), '"sucht neue Software"')
  t.equal(verbatim('merger with Initech', acquisition), '"merger with Initech"')
})

t.test('nobody is told that somebody watched, or reads what they are', async t => {
  for (const [signal, hook] of [
    ['visited the pricing page twice', visit],
    ['CTO opened email', contact_top]
  ] as const) {
    t.ok(hook)
    if (hook) t.strictSame(quoteOf(signal, hook), hook)
  }
})

/** Every word that the product itself writes. */
const own = new Set(
  wordsOf(
    JSON.stringify([
      bank,
      table.quotingOpenings,
      table.factForms.map(({ fact, topic }) => [fact, topic]),
      table.requestForms.map(({ fact, topic }) => [fact, topic]),
      Object.values(hooks).map(({ fact, topic }) => [fact, topic])
    ])
      .replaceAll(/\\n|\{\w+\}/g, ' ')
      .toLowerCase()
  )
)

const names = fc.constantFrom('Hooli', 'Initech', 'Vandelay Import', 'Łódź Steel', 'Sequoia')
const places = fc.constantFrom('Leeds', 'São Paulo', 'the Bristol plant', 'Cork')
const counts = fc.constantFrom('5', '40', '1,200', 'three')
const signals = fc.oneof(
  names.map(name => `acquired by ${name}`),
  names.map(name => `merger with ${name}`),
  names.map(name => `raised series B led by ${name}`),
  fc.tuple(counts, places).map(([count, place]) => `hiring ${count.replace(',', '')} welders in ${place}`),
  places.map(place => `opened a second depot in ${place}`),
  places.map(place => `requested a demo for ${place}`),
  names.map(name => `migrating from ${name} to NetSuite`),
  names.map(name => `referred by ${name}`),
  names.map(name => `new CFO from ${name}`),
  fc.constantFrom('pricing page', 'replied', 'sucht neue Software', '250 employees', 'CTO', 'renewal this quarter')
)
const inputs = fc.record(
  {
    companyName: fc.constantFrom('Acme Ltd', 'Globex', 'Nordwind Logistik'),
    contactName: fc.constantFrom('Jane Smith', 'Dr. Ole Krüger'),
    contactRole: fc.constantFrom('Head of Operations', 'CFO'),
    senderName: fc.constant('Sam Lee'),
    senderCompany: fc.constant('Beta Works'),
    offer: fc.constantFrom('invoice matching that runs overnight', 'We repair forklifts within 4 hours'),
    proof: fc.constant('Vola closed its books in 4 days'),
    signals,
    tone: fc.constantFrom('plain', 'warm', 'direct'),
    channel: fc.constantFrom('email', 'linkedin')
  },
  { requiredKeys: ['signals', 'tone', 'channel'] }
)

t.test('every claim in a text can be traced to the input, whatever is given', async t => {
  const { run } = testContext(product)
  await fc.assert(
    fc.asyncProperty(inputs, async input => {
      const { detail } = await run('draft_outreach', { ...input, steps: 4 })
      const given = Object.values(input).join('\n')
      const givenWords = new Set(wordsOf(given.toLowerCase()))
      for (const { subject = '', body, short = '' } of detail.messages) {
        const text = [subject, body, short].join('\n')
        const strange = wordsOf(text.toLowerCase()).filter(word => !own.has(word) && !givenWords.has(word))
        const quotes = Array.from(text.matchAll(/"([^"]+)"/g), ([, quote = '']) => quote)
        const invented = quotes.filter(quote => !/^(?:no thanks|stop)$/.test(quote) && !given.includes(quote))
        if (strange.length > 0 || invented.length > 0)
          throw new Error(`${[...strange, ...invented].join(', ')}\n${text}`)
      }
    }),
    { numRuns: 40 }
  )
  t.pass('no word and no quotation that is neither given nor the product’s own')
})

t.test('the first e-mail names what the signal names', async t => {
  const { run } = testContext(product)
  for (const [signals, object] of [
    ['acquired by Hooli', 'acquired by Hooli'],
    ['hiring 5 welders in Leeds', 'hiring 5 welders in Leeds'],
    ['requested a demo for the Bristol plant', 'a demo for the Bristol plant'],
    ['merger with Initech', '"merger with Initech"']
  ] as const)
    for (const tone of ['plain', 'warm', 'direct']) {
      const { detail } = await run('draft_outreach', { companyName: 'Acme Ltd', signals, tone, steps: 1 })
      t.ok(detail.messages[0]?.body.includes(object), `${signals}, ${tone}`)
    }
})

t.test('a message with the signal’s own object is worth more than a general one', async t => {
  const { run } = testContext(product)
  const quality = async (signals: string) =>
    (await run('draft_outreach', { companyName: 'Acme Ltd', signals, steps: 1 })).metrics.quality
  t.ok((await quality('opened a second depot in Leeds')) > (await quality('pricing page')))
  t.ok((await quality('pricing page')) < 80)
})
