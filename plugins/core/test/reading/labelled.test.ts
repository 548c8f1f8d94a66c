import t from 'tap'
import { type Field, fieldsOf } from '../../dist/reading/fields.js'
import { deployAll } from '../deployment.js'

/** Requests that say fields by what they are called, each with the steps that it is read as. */
const requests: readonly (readonly [string, ...Readonly<Record<string, unknown>>[]])[] = [
  [
    'Draft an email to Initech about our audits. Sender is Jo Park. Tone: warm. Two messages are enough.',
    {
      action: 'draft_outreach',
      companyName: 'Initech',
      offer: 'our audits',
      senderName: 'Jo Park',
      tone: 'warm',
      steps: 2,
      channel: 'email'
    }
  ],
  [
    'Write to Contoso, contact is Ana Ruiz, role is head of IT, channel linkedin, 2 messages',
    {
      action: 'draft_outreach',
      companyName: 'Contoso',
      contactName: 'Ana Ruiz',
      contactRole: 'head of IT',
      channel: 'linkedin',
      steps: 2
    }
  ],
  [
    'Prepare outreach to Marlow & Daughters, be direct; our offer is "a trial week"',
    { action: 'draft_outreach', companyName: 'Marlow & Daughters', tone: 'direct', offer: 'a trial week' }
  ],
  [
    'Score Acme: hiring; headcount is 120, ideal customer: logistics, fleets',
    { action: 'score_lead', companyName: 'Acme', signals: 'hiring', employees: 120, icp: 'logistics, fleets' }
  ],
  [
    'Sketch a brief about winter tyres. Audience: van drivers. Keywords: tyres, grip. Goal is to sell',
    { action: 'brief', topic: 'winter tyres', audience: 'van drivers', keywords: 'tyres, grip', goal: 'sell' }
  ],
  [
    'Schedule 2 posts a week on X, minimum gap is 30 hours and quiet hours are 22-06, timezone is America/Lima',
    { action: 'schedule', platforms: ['x'], perWeek: 2, minGapHours: 30, quietHours: '22-06', timezone: 'America/Lima' }
  ],
  [
    'book 5k tokens at £0.01 per 1k for the model Mistral Small, customer is Blue Ridge, note "trial run"',
    {
      action: 'ledger_sync',
      tokens: 5000,
      pricePer1kGbp: 0.01,
      model: 'Mistral Small',
      customer: 'Blue Ridge',
      note: 'trial run'
    }
  ],
  [
    'show the margin grouped by customer, verify the ledger',
    { action: 'margin_radar', groupBy: 'customer', verify: true }
  ],
  [
    'ingest jo@x.com into hubspot, external id A-12, payload: wants a demo, call after 4pm',
    {
      action: 'ingest',
      email: 'jo@x.com',
      destination: 'hubspot',
      externalId: 'A-12',
      payload: 'wants a demo, call after 4pm'
    }
  ],
  [
    'New lead: email is carla@viveros.es; destination is spain-team; source is fair; payload is {"seats": 4}',
    { action: 'ingest', email: 'carla@viveros.es', destination: 'spain-team', source: 'fair', payload: '{"seats": 4}' }
  ],
  ['Route lead 01KAJ7Q0X3M5T8VYB2CD4EFGHK', { action: 'route', leadId: '01KAJ7Q0X3M5T8VYB2CD4EFGHK' }],
  ['Distribute at most 12 of the waiting leads', { action: 'route', limit: 12 }],
  [
    'Probe https://a.example.com with 2 retries, expected status is 204, timeout 4000 ms, degraded above 800 ms',
    { action: 'probe', url: 'https://a.example.com', retries: 2, expectStatus: 204, timeoutMs: 4000, degradedMs: 800 }
  ],
  [
    'Probe https://a.example.com and make sure the page contains "all good"',
    { action: 'probe', url: 'https://a.example.com', contains: 'all good' }
  ],
  [
    'start heartbeat for nightly-import, run id r-77, grace of 10 minutes',
    { action: 'heartbeat', name: 'nightly-import', signal: 'start', runId: 'r-77', graceSeconds: 600 }
  ],
  ['store this: key is gate-code, value is 7714', { action: 'remember', key: 'gate-code', value: '7714' }],
  ['recall my notes with tag van, at most 5', { action: 'recall', tags: 'van', limit: 5 }],
  ['Look up toner in my notes. Five results are enough.', { action: 'recall', query: 'toner', limit: 5 }]
]

t.test('fields are read by their names, titles and other labels', async t => {
  const { core } = await deployAll()
  for (const [goal, ...steps] of requests) {
    const { detail } = await core.run('agent', { goal, dryRun: true })
    const plan = detail.plan.map(({ action, input, why, unresolved }) => (unresolved ? why : { action, ...input }))
    t.strictSame(plan, steps, goal)
  }
})

t.test('what the name of a field does not explain runs nothing', async t => {
  const { core } = await deployAll()
  for (const goal of [
    'do anything but book 10k tokens at £0.01 per 1k',
    'What do I post next week',
    'Record a success heartbeat for backup-a and a fail heartbeat',
    'heartbeat check for everything every 15 minutes',
    'Draft an email to Acme. Tone is not warm.',
    'Write a LinkedIn post, topic is bees every Friday',
    'Book 5k tokens at £0.01 per 1k, note is trial run and call my mother',
    'Book 5,000 tokens at £0.01 per 1k, cached price is 5'
  ]) {
    const { plan, stopReason } = (await core.run('agent', { goal, dryRun: true })).detail
    t.ok(plan.length === 0 || stopReason === 'plan_incomplete' || stopReason === 'needs_confirmation', goal)
  }
})

/** A request for each action that leaves most of its fields open. */
const openRequests: Readonly<Record<string, string>> = {
  'core.recall': 'Look up the printer in my notes',
  'b2b-engine.score_lead': 'Score Acme: hiring',
  'b2b-engine.draft_outreach': 'Draft an outreach email to Acme',
  'b2b-engine.enrich': 'Enrich jo@acme.io',
  'creator-os.brief': 'Prepare a content brief about winter tyres',
  'creator-os.synthesize': 'Write a LinkedIn post about winter tyres',
  'creator-os.schedule': 'Plan two posts a week on LinkedIn',
  'wealthnode.ledger_sync': 'Book 5,000 tokens at £0.01 per 1k',
  'wealthnode.margin_radar': 'Show the margin',
  'leadconnect.ingest': 'Ingest the lead jo@acme.io into hubspot',
  'leadconnect.route': 'Route the lead jo@acme.io',
  'sentinel-lite.probe': 'Probe https://a.example.com',
  'sentinel-lite.heartbeat': 'Record a success heartbeat for backup'
}

t.test('nearly every field of every action can be said by its title', async t => {
  const { core, products } = await deployAll()
  let [right, all] = [0, 0]
  const missed: string[] = []
  for (const { slug, actions } of products.describe())
    for (const { name, inputSchema } of actions) {
      const request = openRequests[`${slug}.${name}`]
      if (request === undefined) continue
      const said = (await core.run('agent', { goal: request, dryRun: true })).detail.plan[0]?.input ?? {}
      for (const field of fieldsOf(inputSchema)) {
        const value = sampleFor(field)
        if (value === undefined || Object.hasOwn(said, field.name)) continue
        const title = field.title.toLowerCase().replace(/\s*\([^)]*\)|,.*$/gu, '')
        for (const goal of [`${request}. The ${title} is ${value}.`, `${request}, ${title}: ${value}`]) {
          const { plan } = (await core.run('agent', { goal, dryRun: true })).detail
          const isRight = plan.length === 1 && String(plan[0]?.input[field.name]).includes(value)
          all++
          if (isRight) right++
          else missed.push(goal)
        }
      }
    }
  t.ok(all > 120, `${all} requests`)
  t.ok(right / all >= 0.9, `${right} of ${all}: ${missed.join(' | ')}`)
})

/** A value that a field can take; undefined for one that a sentence says otherwise, such as a price. */
function sampleFor(field: Field): string | undefined {
  const { choices, takesBoolean, takesNumber, takesText, takesList, hasForm, kind, words, minimum, maximum } = field
  if (takesBoolean || hasForm || words.includes('price') || kind === 'money' || field.labels.length === 0)
    return undefined
  if (choices.length > 0) return choices.at(-1)
  if (takesNumber && !takesText)
    return String(Math.max(minimum === Number.NEGATIVE_INFINITY ? 1 : minimum, Math.min(maximum, 3)))
  if (words.includes('timezone')) return 'Europe/Berlin'
  if (words.includes('cron')) return '0 2 * * *'
  if (kind === 'email' || kind === 'url' || kind === 'domain' || kind === 'key' || kind === 'destination')
    return undefined
  return takesText || takesList ? 'Blue' : undefined
}
