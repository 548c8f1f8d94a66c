import t from 'tap'
import { deployAll } from '../deployment.js'

const { core } = await deployAll()

async function planFor(goal: string) {
  const { ok, detail } = await core.run('agent', { goal, dryRun: true })
  return { code: ok ? undefined : detail.error?.code, plan: detail.plan, summary: detail.plan[0]?.why ?? '' }
}

for (const [rule, goal, why] of [
  [
    'a request that would be stored itself',
    'Find the memories with the tag tax that were changed since May',
    'would be stored as it stands'
  ],
  [
    'a value out of which another was taken',
    'Creator brief: topic slow travel, audience train lovers',
    'is taken apart'
  ],
  [
    'a request that begins as another action is called',
    'Prepare a text for LinkedIn about our new Oslo shop',
    'is called'
  ],
  ['the name of a field that got no value', 'Plan posts for LinkedIn and avoid Fridays', '"avoid"'],
  ['a number that is only nearly said', 'Book 20,000 tokens at roughly £0.002 per 1k', 'no exact number'],
  ['what is left open', 'Book 20,000 tokens at 0.002 per 1k in whichever currency', 'leaves open "whichever currency"'],
  ['a number under the least that a field takes', 'Check https://acme.com every 20 seconds', 'where 60 is the least'],
  ['a choice within a free text', 'Heartbeat: the job stock-count started, run id a-7', 'may say "start"'],
  ['a second topic', 'Prepare a brief about bees and about wasps', 'several'],
  ['two quoted texts to look for', 'Search the memory for "wine list" and for "seating plan"', 'several'],
  ['a question about who asks', 'Are we watching https://acme.com?', 'is a question'],
  ['a denial in another language', 'Die Domain acme.de bitte nicht anreichern', '"nicht"'],
  ['an order to stop', 'stop probing https://api.example.com/health', '"stop"'],
  ['how often, in another language', 'Hazme un resumen de todo cada mañana', '"cada"']
] as const)
  t.test(`${rule} has to be confirmed`, async t => {
    const { code, summary } = await planFor(goal)
    t.equal(code, 'needs_confirmation')
    t.match(summary, why)
  })

for (const [rule, goal, inputs] of [
  [
    'what stands behind a quoted text is no part of it, and a quoted text begins another order',
    'Remember "pin 2210" under bike-lock and remember "blue shed" under bike-place',
    [
      { key: 'bike-lock', value: 'pin 2210' },
      { key: 'bike-place', value: 'blue shed' }
    ]
  ],
  [
    'a text that goes on behind its quotation marks is stored whole',
    'Remember that "Zauberberg" is the name of our boat',
    [{ value: '"Zauberberg" is the name of our boat' }]
  ],
  [
    'what a number counts is no remark on a company',
    'score Acme (85 employees)',
    [{ companyName: 'Acme', employees: 85 }]
  ],
  ['an address has the form that its field names', 'Probe dns:acme.com?type=TXT', [{ url: 'dns:acme.com?type=TXT' }]],
  [
    'a memory is recalled by its key',
    'Show me the memory bike-lock with its history',
    [{ key: 'bike-lock', includeHistory: true }]
  ],
  [
    'an option is turned on by an order beside its action',
    'Run the margin radar and verify every entry',
    [{ verify: true }]
  ],
  ['an identifier is what a verb is done to', 'Replay the delivery evt_4471', [{ replay: 'evt_4471' }]]
] as const)
  t.test(rule, async t => {
    const { plan } = await planFor(goal)
    t.equal(plan.length, inputs.length)
    for (const [position, input] of inputs.entries()) t.match(plan[position]?.input, input)
  })

t.test('a part that is joined keeps what was told before it', async t => {
  const { code, summary } = await planFor(
    "Can you score Acme? It's a 310-person outfit out of Leeds. They asked for a demo."
  )
  t.equal(code, 'needs_confirmation')
  t.match(summary, '"310-person"')
})

t.test('who somebody works for stands right behind their name, and a role is no sentence', async t => {
  const signed = await planFor('Draft 2 emails to Larch Dental in a warm tone, signed by Kim Ashby of Pine Health.')
  t.equal(signed.code, 'needs_confirmation')
  t.match(signed.plan[0]?.input, { companyName: 'Larch Dental', senderName: 'Kim Ashby' })
  const told = await planFor('Draft an email to Kim Ashby, she runs sales at Pine Health.')
  t.notOk(Object.hasOwn(told.plan[0]?.input ?? {}, 'contactRole'))
})
