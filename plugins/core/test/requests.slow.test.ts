import t from 'tap'
import { deployAll } from './deployment.js'
import { tryRequests, unasked } from './requests.js'

const { asked, planned } = tryRequests()

t.test('a price is booked as it is said, or not at all', async t => {
  const booked = (tokens: number, pricePer1kGbp: number) => [{ action: 'ledger_sync', tokens, pricePer1kGbp }]
  t.strictSame(await planned('book 250,000 tokens at 0.2p per thousand'), booked(250_000, 0.002))
  t.strictSame(await planned('book 1000 tokens at 3 pence per 1k'), booked(1000, 0.03))
  t.strictSame(await planned('book 40k tokens at £2 per million'), booked(40_000, 0.002))
  t.strictSame(await planned('book 1,5 million tokens at £0,002 per 1k'), booked(1_500_000, 0.002))
  t.strictSame(await planned('book 5e5 tokens at £45e-4/1k'), booked(500_000, 0.0045))
  t.strictSame(
    await planned('Six hundred thousand tokens were consumed at £0.003 per 1k; please book that.'),
    booked(600_000, 0.003)
  )
  t.strictSame(await planned('book one hundred and ten thousand tokens at £0.002 per 1k'), booked(110_000, 0.002))
  for (const request of [
    'book one and a half million tokens at £0.002 per 1k',
    'book 300 hundred thousand tokens at £0.002 per 1k',
    'book 40k tokens at $0.01 per 1k',
    'book 40k tokens at $0.01',
    'book 40k tokens at £0.002',
    'book 1.500 tokens at £0.002 per 1k',
    'book 5x tokens at £0.002 per 1k',
    'book 7k5 tokens at £0.002 per 1k',
    'book 5 × 10^5 tokens at £0.002 per 1k',
    'show the margin for 30x days',
    'book 40k tokens at 0.002 per 1k tomorrow'
  ])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
})

t.test('what is said not to be done is not done', async t => {
  for (const request of [
    "don't book 40k tokens at 0.002 per 1k",
    'please never book 40k tokens at 0.002 per 1k',
    'we should not book 40k tokens at 0.002 per 1k',
    "I don't want you to draft an email to Acme"
  ])
    t.match(await asked(request), { route: 'negated', agent: 'ok', calls: [] }, request)
  for (const request of ['book nothing at 0.002 per 1k', 'draft an email to everyone except Acme'])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
  const { core } = await deployAll()
  const { summary, detail } = await core.run('agent', { goal: 'do not probe https://a.example' })
  t.equal(summary, 'There was nothing to do: the goal says not to "probe https://a.example".')
  t.strictSame(detail.excluded, ['probe https://a.example'])
})

t.test('a condition is one of its step, or nothing is run', async t => {
  const { core, calls } = await deployAll()
  const { ok, detail } = await core.run('agent', { goal: 'if Acme scores above 90, draft an email' })
  t.equal(ok, true)
  t.match(detail.plan, [
    { action: 'score_lead', input: { companyName: 'Acme' } },
    { action: 'draft_outreach', input: { companyName: 'Acme' }, when: { '>': [{ var: 's1.metrics.score' }, 90] } }
  ])
  t.match(detail.trace, [{ status: 'ok' }, { status: 'skipped' }])
  t.equal(calls.length, 1)
  const likely = await core.run('agent', {
    goal: 'score Acme: requested demo; if it scores above 30, draft an email to Acme'
  })
  t.match(likely.detail.trace, [{ status: 'ok' }, { action: 'draft_outreach', status: 'ok' }])
  t.strictSame(
    (await core.run('agent', { goal: 'if https://a.example is down, remember that it is down', dryRun: true })).detail
      .plan[1]?.when,
    { '==': [{ var: 's1.detail.state' }, 'down'] }
  )
  t.match(
    (await core.run('agent', { goal: 'draft an email to Acme if they score over 70', dryRun: true })).detail.plan,
    [
      { action: 'score_lead', input: { companyName: 'Acme' } },
      { action: 'draft_outreach', when: { '>': [{ var: 's1.metrics.score' }, 70] } }
    ]
  )
  for (const goal of [
    'when the build fails, draft an email to Acme',
    'draft an email to Acme if the moon is full',
    'draft an email unless it scores below 20',
    'if Acme scores above 90'
  ])
    t.match(await asked(goal), { agent: unasked, calls: [] }, goal)
})

t.test('a condition on a figure that the answer does not have fails, and runs nothing behind it', async t => {
  const { core } = await deployAll()
  const { detail } = await core.run('agent', {
    goal: 'score Acme: hiring; if its weight is above 3, draft an email to Acme'
  })
  t.match(detail.trace, [{ status: 'ok' }, { status: 'failed', error: { code: 'invalid_condition' } }])
})

t.test('how often something is to be done is no part of a text, unless it is quoted', async t => {
  for (const request of [
    'write a LinkedIn post about soil health for farmers every Wednesday',
    'write a LinkedIn post about soil health on Wednesdays',
    'write a LinkedIn post for farmers about soil health daily at 8',
    'send jane@acme.com to sales: call her each week',
    'draft an email to Acme offering a visit every week',
    'look up my notes on the boiler daily'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
  t.match(await planned("send jane@acme.com to sales with payload 'call her every Monday'"), [
    { payload: 'call her every Monday' }
  ])
  t.match(await planned('make a brief on "what to do every day" for cooks'), [{ topic: '"what to do every day"' }])
  t.match(await planned('make a brief on our daily specials'), [{ topic: 'our daily specials' }])
  t.match(await planned('remember that the bins go out every Wednesday'), [
    { value: 'the bins go out every Wednesday' }
  ])
})

t.test('what is to be done again and again, or later, is not done once instead', async t => {
  for (const request of [
    'every morning at 8 check https://a.example',
    'give me a status briefing every day',
    'draft an email to Acme every Monday',
    'check https://a.example at 9 tomorrow',
    'daily at 7 give me a status briefing'
  ])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
  t.strictSame(
    await planned('probe https://a.example every five minutes'),
    [{ action: 'probe', url: 'https://a.example', everySeconds: 300 }],
    'where a field of the action takes it, it is taken'
  )
})

t.test('a question changes nothing, and uses what is stored', async t => {
  const { core } = await deployAll()
  await core.run('agent', { goal: 'score Acme: requested demo, hiring, raised series B' })
  const score = async () => {
    const { detail } = await core.run('route', { intent: 'is Acme a good lead?', execute: true })
    return Object(detail.executed?.metrics).score
  }
  const first = await score()
  t.ok(first > 30)
  t.equal(await score(), first, 'asking twice is no change')
  t.strictSame(await planned('is Acme a good lead?'), [{ action: 'score_lead', companyName: 'Acme', dryRun: true }])
  t.match(await asked('did you book 40k tokens at 0.002 per 1k?'), {
    route: 'needs_confirmation',
    agent: unasked,
    calls: []
  })
  for (const request of [
    'did you send jane@acme.com to the crm?',
    'did you draft an email to Acme',
    'when will the posts be scheduled'
  ])
    t.match(await asked(request), { route: 'needs_confirmation', agent: unasked, calls: [] }, request)
  const found = await core.run('agent', { goal: 'where did I write down the gate code?' })
  t.match(found.detail.trace, [{ action: 'recall', input: { query: 'gate code' } }])
})

t.test('a question for what is planned or stored runs nothing that writes', async t => {
  for (const request of [
    'Which posts are scheduled for next week?',
    'Do we have posts scheduled for LinkedIn?',
    'list the posts planned for LinkedIn'
  ])
    t.match(await asked(request), { route: 'needs_confirmation', agent: unasked, calls: [] }, request)
  t.match(await planned('what is stored about the boiler?'), [{ action: 'recall', query: 'boiler' }])
  for (const request of ['When should I post on Instagram?', 'When should posts be scheduled on Instagram?'])
    t.strictSame(await planned(request), [{ action: 'schedule', platforms: ['instagram'] }], request)
})

t.test('nothing is destroyed unless that is confirmed', async t => {
  t.match(await asked('delete my account'), { route: 'no_match', agent: unasked, calls: [] })
  const { core } = await deployAll()
  await core.run('remember', { key: 'gate-code', value: 'the gate code is 4711' })
  const intent = 'forget the gate code'
  t.match(await core.run('route', { intent, execute: true }), {
    summary: '"Remember" of Core would forget what is stored of "gate-code". Turn on Confirm to run it.',
    detail: { error: { code: 'needs_confirmation' } }
  })
  const stopped = await core.run('agent', { goal: intent })
  t.match(stopped.detail, {
    error: { code: 'needs_confirmation', message: /would forget what is stored of "gate-code"/ },
    plan: [{ action: 'remember', input: { key: 'gate-code', mode: 'forget' } }],
    trace: []
  })
  const steps = [{ product: 'core', action: 'remember', input: { key: 'gate-code', mode: '{{memory.mode}}' } }]
  await core.run('remember', { key: 'mode', value: 'forget' })
  t.match((await core.run('agent', { steps })).detail, {
    error: { code: 'needs_confirmation' },
    trace: [{ status: 'blocked', error: { code: 'not_confirmed' } }]
  })
  t.equal((await core.run('recall', { key: 'gate-code' })).ok, true)
  t.equal((await core.run('agent', { goal: intent, confirm: true })).ok, true)
  t.equal((await core.run('recall', { key: 'gate-code' })).ok, false)
})

t.test('a plan that was confirmed runs as it was shown', async t => {
  const forget = { product: 'core', action: 'remember', input: { key: 'gate-code', mode: 'forget' } }
  for (const [action, input] of [
    ['route', { intent: 'forget the gate code', execute: true }],
    ['agent', { goal: 'forget the gate code' }],
    ['agent', { steps: [{ ...forget, id: 'gone' }] }]
  ] as const) {
    const { core } = await deployAll()
    await core.run('remember', { key: 'gate-code', value: 'the gate code is 4711' })
    const { detail } = await core.run(action, input)
    const confirmed = detail.error?.details?.steps ?? []
    t.match(confirmed, [{ ...forget, effect: 'write' }])
    const done = await core.run(action, input, { confirmed })
    t.equal(done.ok, true)
    if ('trace' in done.detail) t.match(done.detail.trace, [{ id: /^(?:s1|gone)$/, status: 'ok' }])
    t.equal((await core.run('recall', { key: 'gate-code' })).ok, false)
  }
})

t.test('a plan whose steps are not all known is confirmed by the field alone', async t => {
  const { core } = await deployAll()
  const forget = { product: 'core', action: 'remember', input: { key: 'gate-code', mode: 'forget' } }
  for (const other of [
    { product: 'core', action: 'recall', input: { key: '{{memory.which}}' } },
    { product: 'core', action: 'recall', input: { key: 'gate-code' }, when: { '==': [1, 1] } }
  ]) {
    const { detail } = await core.run('agent', { steps: [forget, other] })
    t.match(detail, { error: { code: 'needs_confirmation' }, trace: [] })
    t.equal(detail.error?.details, undefined)
  }
})

t.test('a correction takes the place of what was said before', async t => {
  const { core } = await deployAll()
  for (const intent of ['remember that the alarm code is 4711', 'remember that the alarm code is 4712'])
    t.equal((await core.run('route', { intent, execute: true })).ok, true)
  const { detail } = await core.run('recall', { query: 'alarm code' })
  t.match(detail, { total: 1, items: [{ key: 'alarm-code', value: 'the alarm code is 4712', version: 2 }] })
  await core.run('route', { intent: 'correction: the alarm code is 4713', execute: true })
  t.match((await core.run('recall', { key: 'alarm-code' })).detail.items, [{ value: 'the alarm code is 4713' }])
})

t.test('several things of which an action takes one are not done as one, and no quantity is lost', async t => {
  const { core } = await deployAll()
  const only = ['b2b-engine']
  const joined = await core.run('route', { intent: 'score Acme: hiring; score Globex: no budget', execute: true, only })
  t.match(joined, { summary: /asks for 2 things/, detail: { error: { code: 'needs_confirmation' } } })
  for (const request of [
    'score these leads: Acme (requested demo), Globex (hiring), Initech (no budget)',
    'check a.example, b.example and c.example',
    'remember that the gate code is 1 and the alarm code is 2',
    'the backup finished and the import failed',
    'score Acme with hiring and Globex with no budget',
    'forget the gate code and the alarm code',
    'probe https://a.example and https://b.example'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
  const [plan] = Object.values(Object(await planned('4 posts a week for 3 weeks from 1 December')))
  t.strictSame(plan, { action: 'schedule', perWeek: 4, weeks: 3, startDate: '2026-12-01' })
  for (const request of [
    'score Acme twice',
    'assign the lead moe@duff.com to Priya',
    'plan 3 posts a week but no weekends'
  ])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
})

t.test('what is told of a job belongs to the order behind it, and no name is lost', async t => {
  for (const request of [
    'The job invoice-mailer has started, please log a start heartbeat',
    'The job invoice-mailer has started. Log a start heartbeat.'
  ])
    t.strictSame(await planned(request), [{ action: 'heartbeat', name: 'invoice-mailer', signal: 'start' }], request)
  for (const request of [
    'heartbeats: milk-tank ok, hen-house-door not ok',
    'record a fail heartbeat: disk full on milk-tank',
    'heartbeats please: hen-house-door failed, milk-tank succeeded'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
  t.match(await planned('send a success heartbeat: all fine'), [{ message: 'all fine' }])
})

t.test('several keys with values are not stored as one, and as many are asked for as are found', async t => {
  for (const request of [
    'Save three notes: key van-1 value "MOT", key van-2 value "new tyres"',
    'Save the key van-1 with the value "MOT" and the key van-2 with the value "tyres", tag both cars',
    'Save two notes: buy milk, call Bob',
    'Score both leads: Acme',
    'Check both sites: https://a.example',
    'Send two heartbeats: the backup finished'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
  t.match(await planned('Draft 3 emails to Acme'), [{ steps: 3 }])
  t.match(await planned('remember 12 boxes are in the shed'), [{ value: '12 boxes are in the shed' }])
})

t.test('a fact with an exception or an assumption is not stored as if it held without', async t => {
  for (const request of [
    'remember that we won, assuming Acme signs',
    'remember the code 4711 unless there is one',
    'remember that lunch is paid only if the guest asks'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
  t.match(await planned('remember that lunch is provided on Fridays'), [{ value: 'lunch is provided on Fridays' }])
})

t.test('what is to be done besides is no remark on a lead', async t => {
  for (const request of [
    'score Acme, and while you are at it paint the wall blue',
    'score Acme, paint the wall blue',
    'score Acme: hiring, and call my mother'
  ])
    t.match(await asked(request), { route: /needs|no_match|not_executable/, agent: unasked, calls: [] }, request)
})

t.test('a question whether something can be done does nothing', async t => {
  for (const request of ['can you book tokens?', 'is it possible to book 40k tokens at £0.01 per 1k?'])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
})

t.test('fields that an action misses only when it is called are named', async t => {
  const { core } = await deployAll()
  const routed = await core.run('route', { intent: 'book 40k tokens', execute: true })
  t.match(routed, { ok: false, detail: { error: { code: 'needs_input' }, chosen: { missing: ['pricePer1kGbp'] } } })
  const { summary, detail } = await core.run('agent', { goal: 'book 40k tokens' })
  t.equal(detail.error?.code, 'plan_incomplete')
  t.equal(summary, '"Record tokens in the ledger" of Wealthnode still needs: Price per 1,000 tokens.')
  const later = await core.run('agent', { goal: 'score Acme: hiring, then book 40k tokens' })
  t.match(later.detail, {
    error: { code: 'step_failed' },
    trace: [{ status: 'ok' }, { error: { code: 'needs_input' } }]
  })
})

t.test('a sentence that goes on about a company belongs to the one before', async t => {
  t.strictSame(await planned('Can you score Wingtip Toys? They are migrating from spreadsheets'), [
    { action: 'score_lead', companyName: 'Wingtip Toys', signals: 'migrating from spreadsheets' }
  ])
  t.strictSame(await planned('We used 90k tokens at £0.002 per 1k, please book that'), [
    { action: 'ledger_sync', tokens: 90_000, pricePer1kGbp: 0.002 }
  ])
})

t.test('a request may be polite, greet, or be one of several in one sentence', async t => {
  const booked = [{ action: 'ledger_sync', tokens: 5000, pricePer1kGbp: 0.01 }]
  for (const request of [
    "Hi, I'd like to log 5k tokens at £0.01 per 1k, thanks",
    'we need to book 5k tokens at £0.01 per 1k please',
    'could you please enter 5k tokens at £0.01 per 1k?',
    'At £0.01 per 1k, book 5k tokens'
  ])
    t.strictSame(await planned(request), booked, request)
  t.match(await planned('What is the gate code, and is https://a.example up?'), [
    { action: 'recall' },
    { action: 'probe', url: 'https://a.example' }
  ])
  t.match(await planned('Remember that Ana left; also remember that Ben joined'), [
    { value: 'Ana left' },
    { value: 'Ben joined' }
  ])
  t.match(await planned('Can you assign the open leads?'), [{ action: 'route' }])
  t.match(await asked('can you book tokens?'), { agent: unasked, calls: [] })
})

t.test('nothing that a request says is lost or changed on the way', async t => {
  t.match(await planned('send jane@acme.com to sales: wants a demo'), [{ payload: 'wants a demo' }])
  t.match(await planned('remember Tom likes tea'), [{ value: 'Tom likes tea' }])
  for (const request of ['the import finished, the export too', 'backup, import and export are done'])
    t.match(await asked(request), { route: unasked, agent: unasked, calls: [] }, request)
  for (const request of [
    'forward jane@acme.com to crm and bob@globex.com to sales',
    'next month send jane@acme.com to crm',
    'write posts about bees and about wasps for LinkedIn',
    'write a LinkedIn post about bees every Friday',
    'given that the sync is late, remember that the sync is late',
    'book up to 10k tokens at £0.01 per 1k'
  ])
    t.match(await asked(request), { agent: unasked, calls: [] }, request)
})

t.test('an order to show something changes nothing', async t => {
  t.match(await planned('list all monitors'), [{ action: 'heartbeat', signal: 'check' }])
})
