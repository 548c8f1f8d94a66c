import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm, Receiver } from './receiver.js'

const rules = {
  'rule.1.name': 'UK',
  'rule.1.when': 'country=GB,score>=70',
  'rule.1.to': 'pool:uk',
  'rule.2.when': '{"in":["enterprise",{"var":"text"}]}',
  'rule.2.to': 'owner:ann-lee',
  'pool.uk.members': 'priya:2,tom:1',
  'owner.ann-lee.active': 'true'
}

function start(settings: Record<string, string> = rules, now = '2026-01-01T12:00:00Z') {
  const receiver = new Receiver()
  const context = testContext(leadconnect, { settings, egress: receiver.egress, now })
  const take = async (email: string, payload = '{"country":"GB","score":80}') =>
    (await context.run('ingest', { email, payload, destination: 'inbox' })).detail.leadId
  return { receiver, take, ...context }
}

t.test('nothing to route is no failure', async t => {
  const { run } = start()
  t.match(await run('route'), {
    ok: true,
    summary: 'No leads to route.',
    metrics: { leads: 0, routed: 0, fallback: 0, delivered: 0, failed: 0, queued: 0 },
    detail: { routed: [], unrouted: [], queue: { waiting: 0, held: 0, dead: 0 } }
  })
})

t.test('leads without an owner are routed by the rules, in their order, with the reason', async t => {
  const { run, take } = start()
  const first = await take('one@acme.com')
  await take('two@acme.com')
  await take('three@acme.com')
  await take('four@acme.com', 'We are an enterprise.')
  await take('five@acme.com', '{"country":"FR"}')
  const { summary, metrics, detail } = await run('route')
  t.equal(
    summary,
    'Routed 5 leads: 2 by rule 1 to Priya, 1 by rule 1 to Tom, 1 by rule 2 to Ann Lee, 1 to fallback inbox.'
  )
  t.strictSame(metrics, { leads: 5, routed: 5, fallback: 1, delivered: 0, failed: 0, queued: 0 })
  t.strictSame(
    detail.routed.map(({ owner }) => owner),
    ['priya', 'tom', 'priya', 'ann-lee', undefined]
  )
  t.strictSame(detail.routed[0], {
    leadId: first,
    email: 'o***@acme.com',
    owner: 'priya',
    destination: 'inbox',
    rule: 'rule.1',
    reason: 'Rule 1 "UK" matched and gives to pool uk.',
    trace: [{ rule: 1, matched: true }]
  })
  t.match(detail.routed[3]?.trace, [
    { rule: 1, matched: false },
    { rule: 2, matched: true }
  ])
  t.match(detail.routed[4], { rule: 'fallback', reason: 'No rule matched.', destination: 'inbox' })
})

t.test('a lead that somebody has is not routed again by a call without fields', async t => {
  const { run, take } = start()
  await take('one@acme.com')
  await run('route')
  t.match(await run('route'), { metrics: { leads: 0 } })
})

t.test('the turn in the pool goes on from call to call and from process to process', async t => {
  const { take, twin, storage } = start()
  const owners: unknown[] = []
  for (let number = 0; number < 6; number++) {
    await take(`lead${number}@acme.com`)
    owners.push((await twin().run('route')).detail.routed[0]?.owner)
  }
  t.strictSame(owners, ['priya', 'tom', 'priya', 'priya', 'tom', 'priya'])
  t.strictSame(await storage.get('rr:uk'), { priya: 0, tom: 0 })
  t.equal(await storage.get('load:priya:2026-01-01'), 4)
  t.equal(await storage.get('load:tom:2026-01-01'), 2)
})

t.test('a dry run shows what a run would do, lead after lead, and changes nothing', async t => {
  const { run, take, storage } = start()
  for (const name of ['one', 'two', 'three']) await take(`${name}@acme.com`)
  const before = await storage.list('', { limit: 1000 })
  const preview = await run('route', { dryRun: true })
  t.equal(preview.summary, 'Would route 3 leads: 2 by rule 1 to Priya, 1 by rule 1 to Tom.')
  t.strictSame(await storage.list('', { limit: 1000 }), before)
  const { detail } = await run('route')
  t.strictSame(preview.detail.routed, detail.routed)
})

t.test('a dry run of a person who is not known shows what would happen and stores nothing', async t => {
  const { run, storage } = start()
  const { detail } = await run('route', {
    email: 'new@acme.com',
    attributes: { country: 'GB', score: 71 },
    dryRun: true
  })
  t.match(detail.routed, [{ email: 'new@acme.com', owner: 'priya', rule: 'rule.1' }])
  t.notOk('leadId' in (detail.routed[0] ?? {}))
  t.strictSame(await storage.list(''), [])
})

t.test('one lead is routed by its identifier, with attributes that only this call has', async t => {
  const { run, take } = start()
  const leadId = await take('jane@acme.com', '{"country":"FR","score":10}')
  const { detail, summary } = await run('route', { leadId, attributes: { country: 'GB', score: 99 } })
  t.equal(summary, 'Routed 1 lead: 1 by rule 1 to Priya.')
  t.match(detail.routed, [{ leadId, email: 'jane@acme.com', owner: 'priya' }])
})

t.test('a person is found by e-mail, and taken in when new or when there is something new to say', async t => {
  const { run, take, storage } = start()
  const leadId = await take('jane@acme.com', '{"country":"FR"}')
  t.match((await run('route', { email: 'JANE@acme.com' })).detail.routed, [{ leadId, rule: 'fallback' }])
  const said = await run('route', { email: 'jane@acme.com', payload: '{"country":"GB","score":70}' })
  t.match(said.detail.routed, [{ leadId, owner: 'priya' }])
  t.match(await storage.get(`lead:${leadId}`), { fields: { country: 'GB' } })
  const more = { email: 'jane@acme.com', payload: '{"score":75}' }
  t.match((await run('route', { ...more, dryRun: true })).detail.routed, [{ rule: 'sticky' }])
  await run('route', more)
  t.match(await storage.get(`lead:${leadId}`), { fields: { country: 'GB', score: 75 } })
  await run('route', { ...more, replace: true })
  t.strictSame((await storage.get<{ fields: object }>(`lead:${leadId}`))?.fields, { score: 75 })
  const fresh = await run('route', { email: 'new@acme.com', payload: 'enterprise' })
  t.match(fresh.detail.routed, [{ owner: 'ann-lee' }])
  t.match(await storage.get('totals'), { leads: 2 })
})

t.test('a dry run adds a payload to what is known of the person, as the call would', async t => {
  const { run, take } = start()
  await take('jane@acme.com', '{"country":"GB"}')
  const decided = async (input: object) =>
    (await run('route', { email: 'jane@acme.com', payload: '{"score":75}', dryRun: true, ...input })).detail.routed
  t.match(await decided({}), [{ rule: 'rule.1' }])
  t.match(await decided({ replace: true }), [{ rule: 'fallback' }])
})

t.test('a lead that is not there is a failure, also of a dry run', async t => {
  const { run } = start()
  for (const dryRun of [true, false])
    t.match(await run('route', { leadId: '01JGFJJZ00E9N3V5T3MZ8K2R4D', dryRun }), {
      ok: false,
      summary: 'No lead with this id is stored. An account stores 5,000 people; after that, the oldest are removed.',
      detail: { error: { code: 'not_found' } }
    })
})

t.test('a call is about one thing', async t => {
  const { run } = start()
  const refused = (input: Record<string, unknown>, ...pointers: string[]) =>
    t.rejects(run('route', input), {
      name: 'InvalidInput',
      issues: pointers.map(pointer => ({ pointer, code: 'contradiction' }))
    })
  await refused({ leadId: 'a', email: 'jane@acme.com' }, '#/email')
  await refused({ leadId: 'a', replay: 'b', retry: true }, '#/replay', '#/retry')
  await refused({ payload: 'x' }, '#/payload')
  await refused({ retry: true, dryRun: true }, '#/dryRun')
  await refused({ leadId: 'a', payload: 'x' }, '#/payload')
  await t.rejects(run('route', { email: 'jane' }), { name: 'InvalidInput', issues: [{ pointer: '#/email' }] })
  await t.rejects(run('route', { limit: 51 }), { name: 'InvalidInput', issues: [{ pointer: '#/limit' }] })
  await t.rejects(run('route', { attributes: { a: { b: 1 } } }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/attributes/a' }]
  })
})

t.test('the same person keeps the owner, whatever the rules say now', async t => {
  const { run, take, configure } = start()
  const leadId = await take('jane@acme.com')
  await run('route')
  configure({ ...rules, 'rule.1.to': 'owner:ann-lee' })
  const { detail, summary } = await run('route', { leadId })
  t.match(detail.routed, [{ owner: 'priya', rule: 'sticky', reason: 'Priya already has this person.', trace: [] }])
  t.equal(summary, 'Routed 1 lead: 1 kept with Priya.')
  configure({ ...rules, 'rule.1.to': 'owner:ann-lee', sticky: 'false' })
  t.match((await run('route', { leadId })).detail.routed, [{ owner: 'ann-lee', rule: 'rule.1' }])
})

t.test('a business domain keeps the owner; a free one, or one that was not classified, does not', async t => {
  const execute = async (_product: string, _action: string, input: Readonly<Record<string, unknown>>) => ({
    ok: true,
    summary: '',
    metrics: {},
    detail: {
      subjects: [{ email: { class: String(input.email).endsWith('@gmail.com') ? 'free' : 'business' }, flags: [] }]
    }
  })
  const description = { slug: 'b2b-engine', title: '', description: '', actions: [{ name: 'enrich' }] }
  const described = JSON.parse(JSON.stringify([description]))
  const owners = async (products: object, ...domains: string[]) => {
    const { run } = testContext(leadconnect, { settings: rules, products })
    for (const [index, name] of ['a', 'b'].entries()) {
      const payload = '{"country":"GB","score":80}'
      await run('ingest', { email: `${name}@${domains[index] ?? domains[0]}`, payload, destination: 'inbox' })
    }
    const preview = await run('route', { dryRun: true })
    const { detail } = await run('route')
    t.strictSame(preview.detail.routed, detail.routed)
    return detail.routed.map(({ owner, rule }) => `${owner} by ${rule}`)
  }
  const products = { describe: () => described, execute }
  t.strictSame(await owners(products, 'acme.com'), ['priya by rule.1', 'priya by sticky'])
  t.strictSame(await owners(products, 'acme.com', 'mail.acme.com'), ['priya by rule.1', 'priya by sticky'])
  t.strictSame(
    await owners(products, 'a.onmicrosoft.com', 'b.onmicrosoft.com'),
    ['priya by rule.1', 'tom by rule.1'],
    'customers of a shared ending are businesses of their own'
  )
  t.strictSame(await owners(products, 'gmail.com'), ['priya by rule.1', 'tom by rule.1'])
  t.strictSame(await owners({}, 'acme.com'), ['priya by rule.1', 'tom by rule.1'])
})

t.test('a lead that is routed twice counts once for the day of its owner, and another lead once more', async t => {
  const settings = { 'rule.1.to': 'owner:kim', 'owner.kim.capacityPerDay': '2', sticky: 'false' }
  const { run, take } = start(settings)
  const first = await take('one@acme.com')
  const routed = async (leadId: string) => (await run('route', { leadId })).detail.routed
  t.match(await routed(first), [{ owner: 'kim' }])
  t.match(await routed(first), [{ owner: 'kim' }])
  t.match(await routed(await take('two@acme.com')), [{ owner: 'kim' }])
  t.match(await routed(await take('three@acme.com')), [{ rule: 'fallback', reason: /Kim is at capacity/ }])
})

t.test('an owner who is no longer active loses their persons', async t => {
  const { run, take, configure } = start()
  const leadId = await take('jane@acme.com')
  await run('route')
  configure({ ...rules, 'owner.priya.active': 'false' })
  t.match((await run('route', { leadId })).detail.routed, [{ owner: 'tom', rule: 'rule.1' }])
})

t.test('an owner whom the settings no longer name loses their persons', async t => {
  const { run, take, configure } = start()
  const leadId = await take('jane@acme.com')
  await run('route')
  configure({ ...rules, 'pool.uk.members': 'tom' })
  t.match((await run('route', { leadId })).detail.routed, [{ owner: 'tom', rule: 'rule.1' }])
})

t.test('who is inactive, full or off work is passed over in the pool', async t => {
  const settings = {
    ...rules,
    'pool.uk.members': 'priya:5,tom,ann-lee,sam',
    'owner.priya.active': 'false',
    'owner.tom.capacityPerDay': '1',
    'owner.ann-lee.hours': '13-17'
  }
  const { run, take } = start(settings)
  for (let number = 0; number < 4; number++) await take(`lead${number}@acme.com`)
  t.strictSame(
    (await run('route')).detail.routed.map(({ owner }) => owner),
    ['tom', 'sam', 'sam', 'sam']
  )
})

t.test('when nobody of the pool can, the fallback gets the lead and the reason says who was passed over', async t => {
  const settings = {
    ...rules,
    'owner.priya.hours': '09-11',
    'owner.tom.capacityPerDay': '0',
    'fallback.owner': 'ann-lee',
    'owner.ann-lee.destination': 'inbox'
  }
  const { run, take } = start(settings)
  await take('jane@acme.com')
  const { summary, metrics, detail } = await run('route')
  t.equal(summary, 'Routed 1 lead: 1 to fallback Ann Lee.')
  t.equal(metrics.fallback, 1)
  t.match(detail.routed, [
    {
      owner: 'ann-lee',
      rule: 'fallback',
      reason: 'Rule 1 "UK" matched, but nobody takes the lead: Priya is outside hours, Tom is at capacity.',
      trace: [{ rule: 1, matched: true }]
    }
  ])
})

t.test('an inactive fallback owner is passed over for the fallback destination', async t => {
  const settings = { ...crm, 'fallback.owner': 'sam', 'owner.sam.active': 'false', 'fallback.destination': 'crm' }
  const { run, take } = start(settings)
  await take('jane@acme.com')
  const { summary, detail } = await run('route')
  t.equal(summary, 'Routed 1 lead: 1 to fallback crm.')
  t.match(detail.routed, [{ destination: 'crm' }])
  t.notOk(detail.routed[0]?.owner)
})

t.test('a new day of the owner brings new capacity', async t => {
  const settings = {
    'rule.1.to': 'owner:kim',
    'owner.kim.capacityPerDay': '1',
    'owner.kim.timezone': 'Asia/Seoul'
  }
  const { run, take, clock } = start(settings, '2026-01-01T14:30:00Z')
  const routed = async (email: string) => {
    await take(email)
    return (await run('route')).detail.routed.map(lead => `${lead.email} ${lead.owner}`)
  }
  t.strictSame(await routed('anne@acme.com'), ['a***@acme.com kim'])
  t.strictSame(await routed('ben@acme.com'), ['b***@acme.com undefined'])
  clock.advance(30 * 60_000)
  t.strictSame(await routed('cleo@acme.com'), ['b***@acme.com kim', 'c***@acme.com undefined'])
})

t.test('leads that stay in the inbox go to the end of the queue, so that others have their turn', async t => {
  const { run, take } = start({})
  const leadIds = [await take('a@acme.com'), await take('b@acme.com'), await take('c@acme.com')]
  const turn = async () =>
    (await run('route', { limit: 2 })).detail.routed.map(({ leadId }) => leadIds.indexOf(leadId ?? ''))
  t.strictSame(
    [await turn(), await turn(), await turn()],
    [
      [0, 1],
      [2, 0],
      [1, 2]
    ]
  )
})

t.test('a rule may send leads straight to a destination, and deliver notifies it', async t => {
  const { run, take, receiver } = start({ ...crm, 'rule.1.to': 'destination:crm' })
  const leadId = await take('jane@acme.com', '{"budget":5}')
  const { metrics, detail } = await run('route', { deliver: true })
  t.strictSame(metrics, { leads: 1, routed: 1, fallback: 0, delivered: 1, failed: 0, queued: 0 })
  t.match(detail.routed, [
    { destination: 'crm', delivery: { status: 'delivered', attempt: { number: 1, httpStatus: 200 } } }
  ])
  t.match(receiver.received, [
    {
      id: detail.routed[0]?.delivery?.eventId,
      body: { type: 'lead.routed', data: { leadId, email: 'jane@acme.com', fields: { budget: 5 }, rule: 'rule.1' } }
    }
  ])
  t.match(await run('route'), { metrics: { leads: 0 } })
})

t.test('deliver notifies nobody of a lead that stays in the inbox', async t => {
  const { run, take, storage } = start({})
  const leadId = await take('jane@acme.com')
  const { detail } = await run('route', { deliver: true })
  t.notOk(detail.routed[0]?.delivery)
  t.match(await storage.get(`lead:${leadId}`), { deliveries: { length: 1 } })
})

t.test('without deliver nothing is sent', async t => {
  const { run, take, receiver, jobs } = start({ ...crm, 'rule.1.to': 'destination:crm' })
  await take('jane@acme.com')
  const { detail } = await run('route')
  t.notOk(detail.routed[0]?.delivery)
  t.strictSame([...receiver.received, ...jobs()], [])
})

t.test('of many leads those that cannot be sent now go by their jobs', async t => {
  const { run, runJobs, take, receiver, clock } = start({ ...crm, 'rule.1.to': 'destination:crm' })
  for (let number = 0; number < 4; number++) await take(`lead${number}@acme.com`)
  receiver.answer = 503
  const { metrics, detail } = await run('route', { deliver: true })
  t.match(metrics, { leads: 4, routed: 4, delivered: 0, failed: 0, queued: 4 })
  t.equal(receiver.received.length, 1)
  t.ok(detail.routed.every(({ delivery }) => delivery?.status === 'retrying' && delivery.nextAttemptAt))
  receiver.answer = 200
  clock.advance(10_000)
  await runJobs()
  t.equal(new Set(receiver.ids).size, 4)
})

t.test('a routed delivery that becomes a dead letter is a failure of the call, and the routing stays', async t => {
  const { run, take, receiver, storage } = start({
    ...crm,
    'rule.1.to': 'owner:priya',
    'owner.priya.destination': 'crm'
  })
  const leadId = await take('jane@acme.com')
  receiver.answer = 422
  t.match(await run('route', { leadId, deliver: true }), {
    ok: false,
    metrics: { routed: 1, failed: 1 },
    detail: { routed: [{ owner: 'priya', delivery: { status: 'dead' } }], error: { code: 'delivery_failed' } }
  })
  t.match(await storage.get(`lead:${leadId}`), { assignment: { owner: 'priya' } })
})

t.test('two calls at the same moment give no lead twice and lose no turn', async t => {
  const { run, take, twin, storage } = start({ ...rules, sticky: 'false' })
  for (let number = 0; number < 9; number++) await take(`lead${number}@acme.com`)
  const answers = await Promise.all([run('route'), twin().run('route'), twin().run('route')])
  t.equal(new Set(answers.flatMap(({ detail }) => detail.routed.map(({ leadId }) => leadId))).size, 9)
  t.equal(answers.flatMap(({ detail }) => detail.routed).length, 9)
  t.equal(await storage.get('load:priya:2026-01-01'), 6)
  t.equal(await storage.get('load:tom:2026-01-01'), 3)
  t.strictSame(await storage.list('unassigned:'), [])
})

t.test('accounts route by their own rules with turns of their own', async t => {
  const { take, run, as } = start()
  await take('jane@acme.com')
  await run('route')
  const other = as('other-account', rules)
  await other.run('ingest', { email: 'tom@acme.com', payload: '{"country":"GB","score":80}', destination: 'inbox' })
  t.match((await other.run('route')).detail.routed, [{ owner: 'priya' }])
})

t.test('a rule that cannot be evaluated is not matched, and the trace says so', async t => {
  const { run, take } = start({ 'rule.1.when': '{">":[{"+":[{"var":"text"},1]},3]}', 'rule.1.to': 'owner:priya' })
  await take('jane@acme.com', 'words')
  t.match((await run('route')).detail.routed, [
    { rule: 'fallback', trace: [{ rule: 1, matched: false, error: /do not fit/ }] }
  ])
})

t.test('hour and weekday are those of the account', async t => {
  const settings = { 'rule.1.when': 'weekday=5,hour=1', 'rule.1.to': 'owner:night', timezone: 'Asia/Tokyo' }
  const { run, take } = start(settings, '2026-01-01T16:30:00Z')
  await take('jane@acme.com')
  t.match((await run('route')).detail.routed, [{ owner: 'night' }])
})
