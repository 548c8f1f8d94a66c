import type { Answer, ProductDescription } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm, jane, Receiver, start } from './receiver.js'

const inboxed = { ...jane, destination: 'inbox' }

/** A deployment with b2b-engine, whose enrich answers as it does for real. */
function withEnrich(subject: Record<string, unknown>) {
  const asked: unknown[] = []
  const engine: ProductDescription = {
    slug: 'b2b-engine',
    title: 'B2B Engine',
    description: 'Scores and enriches.',
    actions: [
      {
        name: 'enrich',
        title: 'Enrich',
        description: 'Enriches.',
        effect: 'external',
        intents: { phrases: [], keywords: [] },
        inputSchema: {}
      }
    ]
  }
  const products = {
    describe: () => [engine],
    async execute(product: string, action: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
      asked.push([product, action, input])
      return { ok: true, summary: 'Done.', metrics: {}, detail: { subjects: [subject], offline: true } }
    }
  }
  return { products, asked }
}

const business = {
  input: 'jane@sales.acme.co.uk',
  email: { address: 'jane@sales.acme.co.uk', class: 'business', isRole: false },
  domain: {
    name: 'acme.co.uk',
    host: 'sales.acme.co.uk',
    suffix: 'co.uk',
    tld: 'uk',
    type: 'business',
    country: 'United Kingdom'
  },
  flags: [],
  quality: 95,
  evidence: []
}

t.test('a lead for the inbox is stored and nothing is sent', async t => {
  const { run, requests, jobs, storage } = testContext(leadconnect)
  const { summary, detail, metrics } = await run('ingest', inboxed)
  t.equal(summary, 'Lead jane@acme.com is stored in the inbox.')
  t.strictSame(detail, {
    leadId: detail.leadId,
    eventId: detail.eventId,
    status: 'stored',
    destination: 'inbox',
    email: { address: 'jane@acme.com', canonical: 'jane@acme.com', domain: 'acme.com', checkedBy: 'syntax', flags: [] },
    signature: { scheme: 'v1', keyed: false },
    steps: [
      { title: 'jane@acme.com', text: 'The address has a valid form. Nothing else was checked.' },
      { title: 'Inbox', text: 'The lead is stored.', status: 'stored' }
    ]
  })
  t.strictSame(metrics, { attempts: 0, leads: 1, queued: 0, dead: 0 })
  t.strictSame([...requests, ...jobs()], [])
  t.match(await storage.get(`lead:${detail.leadId}`), {
    source: 'website',
    fields: { name: 'Jane Doe', country: 'GB' },
    deliveries: [{ eventId: detail.eventId, destination: 'inbox', status: 'stored' }]
  })
})

t.test('deliver false stores the lead and sends nothing', async t => {
  const { run, requests } = testContext(leadconnect, { settings: crm })
  t.match(await run('ingest', { ...jane, deliver: false }), {
    ok: true,
    summary: 'Lead jane@acme.com is stored for crm; nothing is sent.',
    detail: { status: 'stored', destination: 'crm' }
  })
  t.strictSame(requests, [])
})

t.test('the name of a destination is slugified', async t => {
  const { run } = testContext(leadconnect)
  for (const [name, slug] of [
    ['CRM Main', 'crm-main'],
    ['  Café—Zürich! ', 'cafe-zurich'],
    ['ﬁnance', 'finance'],
    ['Inbox', 'inbox']
  ])
    t.equal((await run('ingest', { ...jane, destination: name })).detail.destination, slug)
})

t.test('what is wrong is named, each issue with its pointer, and nothing is stored', async t => {
  const { run, storage } = testContext(leadconnect)
  const refused = (input: Record<string, unknown>, ...issues: object[]) =>
    t.rejects(run('ingest', { ...jane, ...input }), { name: 'InvalidInput', issues })
  await refused({ email: 'jane' }, { pointer: '#/email', code: 'invalid_email' })
  await refused({ destination: '!!!' }, { pointer: '#/destination', code: 'invalid_destination' })
  await refused(
    { email: 'jane@', destination: '…' },
    { pointer: '#/email', code: 'invalid_email' },
    { pointer: '#/destination', code: 'invalid_destination' }
  )
  await refused({ destination: '' }, { pointer: '#/destination', code: 'min_length' })
  await refused({ email: `${'a'.repeat(492)}@acme.com` }, { pointer: '#/email', code: 'max_length' })
  await refused(
    { email: `${'a'.repeat(64)}@${`${'ü'.repeat(56)}.`.repeat(3)}de` },
    { pointer: '#/email', code: 'invalid_email' }
  )
  await refused({ payload: 'x'.repeat(16_001) }, { pointer: '#/payload', code: 'max_length' })
  await refused({ payload: { name: 'Jane' } }, { pointer: '#/payload', code: 'type' })
  await refused({ dedupeHours: 721 }, { pointer: '#/dedupeHours', code: 'maximum' })
  await refused({ source: '' }, { pointer: '#/source', code: 'min_length' })
  await t.rejects(run('ingest'), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/email' }, { pointer: '#/destination' }, { pointer: '#/payload' }]
  })
  t.strictSame(await storage.list(''), [])
})

t.test('a payload is a JSON object or text', async t => {
  const { run, storage } = testContext(leadconnect)
  const storedPayload = async (payload: string) => {
    const { detail } = await run('ingest', { ...inboxed, payload, replace: true })
    const { fields, text } = (await storage.get<{ fields: unknown; text?: string }>(`lead:${detail.leadId}`)) ?? {}
    return { fields, text }
  }
  t.strictSame(await storedPayload('{"a":{"b":[1]}}'), { fields: { a: { b: [1] } }, text: undefined })
  t.strictSame(await storedPayload('{"__proto__":{"x":1},"a":{"__proto__":1}}'), { fields: { a: {} }, text: undefined })
  t.strictSame(await storedPayload(' Call me \n'), { fields: {}, text: 'Call me' })
  t.strictSame(await storedPayload('[1,2]'), { fields: {}, text: '[1,2]' })
  t.strictSame(await storedPayload('{"a":'), { fields: {}, text: '{"a":' })
  t.strictSame(await storedPayload(''), { fields: {}, text: undefined })
  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  t.strictSame(await storedPayload(deep), { fields: {}, text: deep })
})

t.test('the summary says that a payload which begins like a JSON object is stored as text', async t => {
  const { run } = start()
  const hint = / The payload is not a valid JSON object, so it is stored as text\.$/
  t.match((await run('ingest', { ...jane, payload: ' {"name":"Jane"' })).summary, hint)
  for (const payload of ['{"name":"Jane"}', 'Please call me.', '']) {
    const { summary } = await run('ingest', { ...jane, payload })
    t.notMatch(summary, hint, payload)
  }
})

t.test('the same lead is taken once within the hours, however its JSON and its address are spelt', async t => {
  const { run, receiver, clock } = start()
  const first = await run('ingest', { ...jane, email: 'jane.doe@gmail.com', payload: '{"a":1,"b":[2]}' })
  const again = await run('ingest', { ...jane, email: 'JaneDoe+ads@gmail.com', payload: '{ "b": [2], "a": 1 }' })
  t.match(again, {
    ok: true,
    summary: 'Lead JaneDoe+ads@gmail.com was accepted before; nothing is sent again.',
    detail: { status: 'duplicate', leadId: first.detail.leadId, eventId: first.detail.eventId, destination: 'crm' },
    metrics: { attempts: 0, leads: 1 }
  })
  t.equal(receiver.ids.length, 1)
  clock.advance(24 * 3_600_000)
  const later = await run('ingest', { ...jane, email: 'jane.doe@gmail.com', payload: '{"a":1,"b":[2]}' })
  t.match(later.detail, { status: 'delivered', leadId: first.detail.leadId })
  t.not(later.detail.eventId, first.detail.eventId)
})

t.test('an address is read as exports write it, and one mailbox is one person', async t => {
  const { run } = start()
  const first = await run('ingest', { ...jane, email: 'Jane Doe <jane@acme.com>' })
  t.match(first.detail.email, { address: 'jane@acme.com', cleaned: ['display_name'] })
  for (const email of ['mailto:jane@acme.com?subject=Hi', 'jane+sales@acme.com', ' "JANE@ACME.COM" '])
    t.equal((await run('ingest', { ...jane, email })).detail.leadId, first.detail.leadId, email)
  const apple = await run('ingest', { ...jane, email: 'ann@me.com' })
  t.equal((await run('ingest', { ...jane, email: 'ann@icloud.com' })).detail.leadId, apple.detail.leadId)
  t.not((await run('ingest', { ...jane, email: 'ann@acme.com' })).detail.leadId, apple.detail.leadId)
})

t.test('a person whom an earlier version stored under another form of the address is found', async t => {
  for (const [former, now] of [
    ['jane+sales@acme.com', 'jane@acme.com'],
    ['jane+sales@acme.com', 'jane+ads@acme.com'],
    ['ann@me.com', 'Ann@iCloud.com'],
    ['jane.doe@proton.me', 'Jane.Doe@protonmail.com']
  ] as const) {
    const { run, storage } = start()
    const { detail } = await run('ingest', { ...jane, email: now })
    await storage.delete(`person:${detail.email.canonical}`)
    await storage.set(`person:${former}`, detail.leadId)
    t.match((await run('route', { email: now, dryRun: true })).detail.routed, [{ leadId: detail.leadId }], former)
    const again = await run('ingest', { ...jane, email: now, payload: 'more' })
    t.equal(again.detail.leadId, detail.leadId, former)
    const people = (await storage.list('person:')).map(({ key }) => key)
    t.strictSame(people, [`person:${detail.email.canonical}`])
    t.match(await storage.get('totals'), { leads: 1 })
  }
})

t.test('another payload or another destination of the same person is a new event of the same lead', async t => {
  const { run } = start({ ...crm, 'destination.sales.url': 'https://sales.example/' })
  const first = await run('ingest', jane)
  const payload = await run('ingest', { ...jane, payload: '{"name":"Jane Roe"}' })
  const destination = await run('ingest', { ...jane, destination: 'sales' })
  for (const { detail } of [payload, destination]) t.match(detail, { status: 'delivered', leadId: first.detail.leadId })
  t.equal(new Set([first, payload, destination].map(({ detail }) => detail.eventId)).size, 3)
})

t.test('an externalId names the lead in place of its content', async t => {
  const { run } = start()
  const first = await run('ingest', { ...jane, externalId: 'form-1' })
  const again = await run('ingest', { ...jane, payload: 'other', externalId: 'form-1' })
  t.match(again.detail, { status: 'duplicate', eventId: first.detail.eventId })
  t.match((await run('ingest', { ...jane, externalId: 'form-2' })).detail, { status: 'delivered' })
})

t.test('an externalId that is sent for another address is a failure, and nothing is stored', async t => {
  const { run, storage, clock } = start()
  await run('ingest', { ...jane, externalId: 'form-1' })
  const stored = await storage.list('lead:')
  t.match(await run('ingest', { ...jane, email: 'tom@acme.com', externalId: 'form-1' }), {
    ok: false,
    detail: { error: { code: 'external_id_reused', retryable: false } }
  })
  t.strictSame(await storage.list('lead:'), stored)
  const spelt = await run('ingest', { ...jane, email: 'JANE@acme.com', externalId: 'form-1' })
  t.equal(spelt.detail.status, 'duplicate', 'another spelling is the same person')
  clock.advance(24 * 3_600_000)
  t.ok((await run('ingest', { ...jane, email: 'tom@acme.com', externalId: 'form-1' })).ok, 'after dedupeHours')
})

t.test('a later lead adds to what is known of the person, and the newer member wins', async t => {
  const { run, storage, receiver } = start()
  const take = async (input: object) => {
    const { detail } = await run('ingest', { ...jane, ...input })
    const { fields, text, source } =
      (await storage.get<{ fields: unknown; text?: string; source?: string }>(`lead:${detail.leadId}`)) ?? {}
    return { fields, text, source }
  }
  await take({})
  const { source, ...later } = { ...jane, payload: '{"name":"Jane Roe","score":80}' }
  t.strictSame(await run('ingest', later).then(({ ok }) => ok), true)
  t.match(receiver.received.at(-1)?.body.data, { source, fields: { name: 'Jane Roe', country: 'GB', score: 80 } })
  t.strictSame(await take({ payload: 'Call me', source: 'fair' }), {
    fields: { name: 'Jane Roe', country: 'GB', score: 80 },
    text: 'Call me',
    source: 'fair'
  })
  t.strictSame(await take({ payload: '{"score":null}' }), {
    fields: { name: 'Jane Roe', country: 'GB', score: null },
    text: 'Call me',
    source: 'website'
  })
  t.strictSame(await take({ payload: '{"score":1}', replace: true }), {
    fields: { score: 1 },
    text: undefined,
    source: 'website'
  })
})

t.test('what is known of a person has a limit, and the earliest members go first', async t => {
  const { run, storage } = start()
  for (let number = 1; number <= 6; number++)
    await run('ingest', { ...jane, payload: JSON.stringify({ [`member${number}`]: 'x'.repeat(15_000) }) })
  const [lead] = await storage.list<{ fields: object }>('lead:')
  t.strictSame(Object.keys(lead?.value.fields ?? {}), ['member3', 'member4', 'member5', 'member6'])
})

t.test('dedupeHours of a call goes before the setting, and 0 takes everything', async t => {
  const { run, clock } = start({ ...crm, dedupeHours: '0' })
  const status = async (dedupeHours?: number) =>
    (await run('ingest', { ...jane, ...(dedupeHours !== undefined && { dedupeHours }) })).detail.status
  t.equal(await status(), 'delivered')
  t.equal(await status(), 'delivered')
  t.equal(await status(2), 'delivered')
  t.equal(await status(2), 'duplicate')
  clock.advance(3_600_000)
  t.equal(await status(1), 'delivered')
})

t.test('two calls at the same moment take the same lead once', async t => {
  const { run, twin, storage, receiver } = start()
  const answers = await Promise.all([run('ingest', jane), twin().run('ingest', jane), run('ingest', jane)])
  t.strictSame(answers.map(({ detail }) => detail.status).toSorted(), ['delivered', 'duplicate', 'duplicate'])
  t.equal(new Set(answers.map(({ detail }) => detail.leadId)).size, 1)
  t.equal((await storage.list('lead:')).length, 1)
  t.equal(receiver.ids.length, 1)
})

t.test('two calls at the same moment make one lead of one person', async t => {
  const { run, twin, storage } = start()
  const answers = await Promise.all(
    ['1', '2', '3', '4'].map((payload, index) => (index % 2 ? twin() : { run }).run('ingest', { ...jane, payload }))
  )
  t.equal(new Set(answers.map(({ detail }) => detail.leadId)).size, 1)
  t.match(await storage.get('totals'), { leads: 1, waiting: 0 })
  t.match(await storage.get(`lead:${answers[0]?.detail.leadId}`), { deliveries: { length: 4 } })
})

t.test('strictDestinations refuses a destination that is not configured', async t => {
  const { run, storage } = testContext(leadconnect, { settings: { strictDestinations: 'true' } })
  await t.rejects(run('ingest', jane), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/destination', code: 'unknown_destination' }]
  })
  t.strictSame(await storage.list(''), [])
  t.ok((await run('ingest', inboxed)).ok)
  t.ok((await run('ingest', { ...jane, destination: 'route' })).ok)
})

t.test('b2b-engine classifies the address where it is there', async t => {
  const { products, asked } = withEnrich(business)
  const { run } = testContext(leadconnect, { products })
  const { detail, metrics } = await run('ingest', { ...inboxed, email: 'jane@sales.acme.co.uk' })
  t.strictSame(asked, [['b2b-engine', 'enrich', { email: 'jane@sales.acme.co.uk' }]])
  t.strictSame(detail.email, {
    address: 'jane@sales.acme.co.uk',
    canonical: 'jane@sales.acme.co.uk',
    domain: 'acme.co.uk',
    checkedBy: 'enrich',
    class: 'business',
    country: 'United Kingdom',
    quality: 95,
    flags: []
  })
  t.equal(metrics.quality, 95)
})

t.test('class and quality are delivered', async t => {
  const { products } = withEnrich(business)
  const receiver = new Receiver()
  const { run } = testContext(leadconnect, { products, settings: crm, egress: receiver.egress })
  await run('ingest', jane)
  t.match(receiver.received[0]?.body.data, { class: 'business', quality: 95 })
})

t.test('a refusal of b2b-engine leaves the syntax', async t => {
  const { products } = withEnrich(business)
  const refusal = { error: { code: 'trial_required', message: 'No.', retryable: false } }
  const execute = async () => ({ ok: false, summary: 'No.', metrics: {}, detail: refusal })
  const { run } = testContext(leadconnect, { products: { ...products, execute } })
  t.match((await run('ingest', inboxed)).detail.email, { checkedBy: 'syntax', class: undefined })
})

t.test('disposable addresses are refused only when the settings say so, and then nothing is stored', async t => {
  const { products } = withEnrich({
    ...business,
    email: { address: 'x@mailinator.com', class: 'disposable' },
    quality: 30
  })
  const settings = { rejectDisposable: 'true' }
  const strict = testContext(leadconnect, { products, settings })
  t.match(await strict.run('ingest', { ...inboxed, email: 'x@mailinator.com' }), {
    ok: false,
    summary: 'x@mailinator.com is a disposable address, and such leads are refused.',
    detail: { error: { code: 'email_rejected', retryable: false } }
  })
  t.strictSame(await strict.storage.list(''), [])
  t.match(await strict.run('route', { email: 'x@mailinator.com' }), { detail: { error: { code: 'email_rejected' } } })
  t.strictSame(await strict.storage.list(''), [])
  const lenient = testContext(leadconnect, { products })
  t.match(await lenient.run('ingest', { ...inboxed, email: 'x@mailinator.com' }), {
    ok: true,
    detail: { email: { class: 'disposable', quality: 30 } }
  })
})

t.test('addresses of other scripts and an address that is only a tag are taken', async t => {
  const { run } = testContext(leadconnect)
  const email = async (address: string) => (await run('ingest', { ...inboxed, email: address })).detail.email
  t.match(await email(' Jane@MÜNCHEN.de '), { address: 'Jane@xn--mnchen-3ya.de', canonical: 'jane@xn--mnchen-3ya.de' })
  t.match(await email('+tag@gmail.com'), { canonical: '+tag@gmail.com' })
  t.match(await email('用户@例え.テスト'), { domain: 'xn--r8jz45g.xn--zckzah' })
})

t.test('a destination gets only the events that it asked for', async t => {
  const { run, receiver } = start({ ...crm, 'destination.crm.events': 'lead.routed' })
  t.match(await run('ingest', jane), { ok: true, detail: { status: 'stored' } })
  t.equal(receiver.ids.length, 0)
})

t.test('a destination has its own time-out', async t => {
  const receiver = new Receiver()
  const settings = { ...crm, 'destination.crm.timeoutMs': '1500' }
  await testContext(leadconnect, { settings, egress: receiver.egress }).run('ingest', jane)
  t.equal(receiver.received[0]?.options.timeoutMs, 1500)
  t.notOk(receiver.received[0]?.options.maxRedirects)
})

t.test(
  'with destination route the rules say where a new lead goes, and the event bears one name all along',
  async t => {
    const receiver = new Receiver()
    const settings = {
      ...crm,
      'rule.1.when': 'country=GB',
      'rule.1.to': 'owner:priya',
      'owner.priya.destination': 'crm'
    }
    const { run, storage, jobs } = testContext(leadconnect, { settings, egress: receiver.egress })
    const { summary, detail } = await run('ingest', { ...jane, destination: 'route' })
    t.equal(summary, 'Lead jane@acme.com for Priya delivered to crm in 182 ms.')
    t.match(detail, {
      status: 'delivered',
      destination: 'crm',
      owner: 'priya',
      rule: 'rule.1',
      signature: { keyed: true }
    })
    t.match(receiver.received, [
      { id: detail.eventId, body: { type: 'lead.created', data: { owner: 'priya', rule: 'rule.1' } } }
    ])
    t.match(await storage.get(`lead:${detail.leadId}`), { assignment: { owner: 'priya', by: 'rule.1' } })
    t.strictSame(jobs(), [])

    const french = await run('ingest', { email: 'luc@acme.fr', destination: 'route', payload: '{"country":"FR"}' })
    t.match(french.detail, { status: 'stored', destination: 'inbox', rule: 'fallback' })
    t.equal(french.summary, 'Lead luc@acme.fr is stored in the inbox.')
  }
)

t.test('with destination route and deliver false a lead is routed and nothing is sent', async t => {
  const receiver = new Receiver()
  const settings = { ...crm, 'rule.1.to': 'destination:crm' }
  const { run, jobs } = testContext(leadconnect, { settings, egress: receiver.egress })
  const { detail } = await run('ingest', { ...jane, destination: 'route', deliver: false })
  t.match(detail, { status: 'stored', destination: 'crm', rule: 'rule.1' })
  t.strictSame([...receiver.received, ...jobs()], [])
})

t.test('5,000 leads are stored; the oldest make room, with all the names under which they are found', async t => {
  const { run, storage } = testContext(leadconnect)
  const first = await run('ingest', { ...inboxed, email: 'first@acme.com' })
  const second = await run('ingest', { ...inboxed, email: 'second@acme.com' })
  await storage.set('totals', { leads: 5_000, waiting: 0, held: 0, dead: 0 })
  const { metrics, detail } = await run('ingest', { ...inboxed, email: 'third@acme.com' })
  t.equal(metrics.leads, 5_000)
  t.strictSame(detail.warnings, ['f***@acme.com was removed, with the oldest lead: an account stores 5,000 people.'])
  t.match(await run('route', { deliveries: 'all', leadId: first.detail.leadId }), {
    summary: 'No lead with this id is stored. An account stores 5,000 people; after that, the oldest are removed.'
  })
  t.notOk(await storage.get(`lead:${first.detail.leadId}`))
  t.notOk(await storage.get('person:first@acme.com'))
  t.ok(await storage.get(`lead:${second.detail.leadId}`))
  t.strictSame((await storage.list('unassigned:')).length, 2)
  await run('ingest', { ...inboxed, email: 'second@acme.com', payload: 'again' })
  t.ok(await storage.get(`lead:${second.detail.leadId}`), 'known people need no room')
})

t.test('a lead with a delivery under way makes no room while an older one without can', async t => {
  const { run, storage, receiver } = start()
  receiver.answer = 'timeout'
  const first = await run('ingest', jane)
  const second = await run('ingest', { ...inboxed, email: 'second@acme.com' })
  await storage.set('totals', { leads: 4_999, waiting: 1, held: 0, dead: 0 })
  t.notOk('warnings' in (await run('ingest', { ...inboxed, email: 'third@acme.com' })).detail, 'the last that has room')
  t.equal((await run('ingest', { ...inboxed, email: 'fourth@acme.com' })).detail.warnings?.length, 1)
  t.ok(await storage.get(`lead:${first.detail.leadId}`))
  t.notOk(await storage.get(`lead:${second.detail.leadId}`))
})

t.test('a lead that made room is delivered all the same', async t => {
  const { run, runJobs, storage, receiver, clock } = start()
  receiver.answer = 'timeout'
  const first = await run('ingest', jane)
  await storage.set('totals', { leads: 5_000, waiting: 1, held: 0, dead: 0 })
  await run('ingest', { ...inboxed, email: 'tom@acme.com' })
  t.notOk(await storage.get(`lead:${first.detail.leadId}`))
  receiver.answer = 200
  clock.advance(6_000)
  t.match(await runJobs(), [{ answer: { detail: { status: 'delivered' } } }])
  t.match(await storage.get('totals'), { waiting: 0 })
})

t.test('accounts have leads, destinations and health of their own', async t => {
  const { run, as, receiver } = start()
  receiver.answer = 'timeout'
  for (let number = 0; number < 5; number++) await run('ingest', { ...jane, payload: String(number) })
  receiver.answer = 200
  const other = as('other-account', crm)
  const { detail, metrics } = await other.run('ingest', { ...jane, payload: '0' })
  t.equal(detail.status, 'delivered')
  t.strictSame(metrics.leads, 1)
  t.match(await as('third-account').run('ingest', jane), { detail: { status: 'held' } })
})

t.test('fields that are not known are named', async t => {
  const { run } = testContext(leadconnect)
  t.strictSame((await run('ingest', { ...inboxed, dedupHours: 3 })).detail.ignoredFields, ['dedupHours'])
})

t.test('a lead with the members of forms has no near miss, and a misspelt switch does nothing', async t => {
  const form =
    'firstName last_name name company phone jobTitle country address1 address2 website utm_source utm_campaign gclid ip consent ' +
    'createdAt submitted_at tags notes message score employees delivered deliveryMethod delivery_date destinationId externalUrl ' +
    'leadSource source_url formId owner status companyEmail email_verified emailOptIn timezone id'
  const extra = Object.fromEntries(form.split(' ').map(name => [name, 'x']))
  const { run, storage } = testContext(leadconnect)
  const { ok, detail } = await run('ingest', { ...inboxed, ...extra })
  t.equal(ok, true)
  t.equal(detail.misspeltFields, undefined)
  const before = await storage.list('')
  t.match(await run('ingest', { ...inboxed, email: 'new@acme.com', Deliver: false }), {
    ok: false,
    detail: { error: { code: 'misspelt_field' }, misspeltFields: [{ field: 'Deliver', meant: 'deliver' }] }
  })
  t.strictSame(await storage.list(''), before)
  t.match(await run('route', { dry_run: true }), { ok: false, detail: { error: { code: 'misspelt_field' } } })
})
