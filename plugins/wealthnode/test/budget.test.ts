import { EgressError } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import wealthnode from '../dist/index.js'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const receiver = { 'alert.url': 'https://receiver.example/hook', 'alert.secret': secret }
const pound = { tokens: 1000, pricePer1kGbp: 1 }

t.test('a budget warns from four fifths on, and goes on booking', async t => {
  const { run } = testContext(wealthnode, { settings: { monthlyBudgetGbp: '10' } })
  const states = []
  for (let index = 0; index < 11; index++) states.push((await run('ledger_sync', pound)).detail.budget?.state)
  t.strictSame(states, [...Array(7).fill('ok'), 'warning', 'warning', 'exhausted', 'exhausted'])
  const { summary, detail } = await run('ledger_sync', pound)
  t.equal(summary, 'Recorded 1,000 tokens at £1/1k: cost £1.0000, month to date £12.00 (120% of the budget).')
  t.strictSame(detail.budget, {
    month: '2026-01',
    monthlyGbp: '10.000000000',
    costGbp: '12.000000000',
    usedPct: 120,
    state: 'exhausted'
  })
})

t.test('a budget that blocks is used up to the last digit and not beyond', async t => {
  const { run, storage } = testContext(wealthnode, { settings: { monthlyBudgetGbp: '2.5', 'budget.mode': 'block' } })
  await run('ledger_sync', pound)
  await run('ledger_sync', { ...pound, externalId: 'second' })
  t.match(await run('ledger_sync', { tokens: 500.000001, pricePer1kGbp: 1 }), {
    ok: false,
    summary: '£0.5000 more would take January 2026 over its budget of £2.50; nothing was booked.',
    metrics: { costGbp: 0.500000001, monthCostGbp: 2, budgetUsedPct: 80 },
    detail: {
      costGbp: '0.500000001',
      budget: { month: '2026-01', costGbp: '2.000000000', state: 'warning' },
      error: { code: 'budget_exceeded', retryable: false }
    }
  })
  t.match(await run('ledger_sync', { tokens: 500, pricePer1kGbp: 1 }), { ok: true, metrics: { entries: 3 } })
  t.match(await run('ledger_sync', { tokens: 0.000001, pricePer1kGbp: 1 }), { ok: false })
  t.match(await run('ledger_sync', { ...pound, externalId: 'second' }), { ok: true, detail: { duplicate: true } })
  t.match(await run('ledger_sync', { ...pound, kind: 'revenue' }), { ok: true, metrics: { entries: 4 } })
  t.equal((await storage.list('e:')).length, 4)
})

t.test('a budget that blocks is exact when two hosts book at once', async t => {
  const settings = { monthlyBudgetGbp: '100', 'budget.mode': 'block' }
  const first = testContext(wealthnode, { settings })
  const hosts = [first, first.twin()]
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => hosts[index % 2]?.run('ledger_sync', { tokens: 700, pricePer1kGbp: 1 }))
  )
  t.equal(answers.filter(answer => answer?.ok).length, 142)
  t.match(await first.storage.get('month:2026-01'), { costGbp: '99.400000000' })
})

t.test('an entry counts against the budget of the month in which it happened', async t => {
  const { run } = testContext(wealthnode, {
    now: '2026-02-03T12:00:00Z',
    settings: { monthlyBudgetGbp: '1', 'budget.mode': 'block' }
  })
  const late = { ...pound, occurredAt: '2026-01-31T12:00:00Z' }
  t.match(await run('ledger_sync', late), { ok: true, detail: { budget: { month: '2026-02', state: 'ok' } } })
  t.match(await run('ledger_sync', late), { ok: false, detail: { budget: { month: '2026-01' } } })
  t.match(await run('ledger_sync', pound), { ok: true })
})

t.test('an alert goes out once for each threshold and month, signed by Standard Webhooks', async t => {
  const { run, runJobs, jobs, requests, clock, webhooks } = testContext(wealthnode, {
    settings: { monthlyBudgetGbp: '10', ...receiver },
    egress: { request: () => ({ status: 204 }) }
  })
  for (let index = 0; index < 12; index++) await run('ledger_sync', pound)
  t.match(jobs(), [
    { id: 'budget-alert:2026-01:100', action: 'alert', retry: { delaysMs: [5000] } },
    { id: 'budget-alert:2026-01:80', action: 'alert' }
  ])
  clock.advance(2000)
  t.match(await runJobs(), [
    { answer: { ok: true, metrics: { httpStatus: 204 }, detail: { delivered: true } } },
    { answer: { ok: true } }
  ])
  clock.set('2026-02-01T12:00:00Z')
  await run('ledger_sync', { tokens: 12_000, pricePer1kGbp: 1 })
  t.match(jobs(), [{ id: 'budget-alert:2026-02:100' }])

  t.equal(requests.length, 2)
  const [, { url, method, headers = {}, body = '' } = { url: '' }] = requests
  t.match({ url, method }, { url: 'https://receiver.example/hook', method: 'POST' })
  t.equal(headers['webhook-timestamp'], String(Date.parse('2026-01-01T12:00:02Z') / 1000))
  t.match(headers['webhook-id'], /^msg_[0-9A-Z]{26}$/)
  t.not(headers['webhook-id'], requests[0]?.headers?.['webhook-id'])
  t.equal(
    headers['webhook-signature'],
    new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date('2026-01-01T12:00:02Z'), body)
  )
  t.strictSame(
    new Set(requests.map(each => JSON.parse(each.body ?? '').type)),
    new Set(Object.keys(wealthnode.webhookEvents ?? {})),
    'the declared events are those that are sent'
  )
  t.strictSame(
    webhooks.sent.flatMap(({ issues }) => issues),
    [],
    'their data fits the declared schemas'
  )
  t.strictSame(JSON.parse(body), {
    type: 'budget.threshold_reached',
    timestamp: '2026-01-01T12:00:00.000Z',
    data: {
      month: '2026-01',
      thresholdPct: 80,
      monthlyGbp: '10.000000000',
      costGbp: '8.000000000',
      usedPct: 80,
      refused: false
    }
  })
})

t.test('an entry that reaches both thresholds at once gives one alert', async t => {
  const { run, jobs } = testContext(wealthnode, { settings: { monthlyBudgetGbp: '1', ...receiver } })
  await run('ledger_sync', pound)
  await run('ledger_sync', pound)
  t.match(jobs(), [{ id: 'budget-alert:2026-01:100' }])
  t.equal(jobs().length, 1)
})

t.test('a budget that blocks tells when it refuses for the first time', async t => {
  const { run, runJobs, jobs, webhooks } = testContext(wealthnode, {
    settings: { monthlyBudgetGbp: '0.75', 'budget.mode': 'block', ...receiver },
    egress: { request: () => ({ status: 204 }) }
  })
  for (let index = 0; index < 3; index++) t.match(await run('ledger_sync', pound), { ok: false })
  t.match(jobs(), [{ id: 'budget-alert:2026-01:100', input: { refused: true, costGbp: '0.000000000', usedPct: 0 } }])
  t.equal(jobs().length, 1)
  await runJobs()
  t.match(webhooks.sent, [{ event: 'budget.threshold_reached', payload: { refused: true }, issues: [] }])
})

t.test('without an address there is no alert; with one, it is made up for', async t => {
  const { run, jobs, configure } = testContext(wealthnode, { settings: { monthlyBudgetGbp: '1' } })
  await run('ledger_sync', pound)
  t.strictSame(jobs(), [])
  configure({ monthlyBudgetGbp: '1', ...receiver })
  await run('ledger_sync', pound)
  t.match(jobs(), [{ id: 'budget-alert:2026-01:100' }])
})

t.test('hundreds of entries at once on two hosts give each alert once', async t => {
  const first = testContext(wealthnode, {
    settings: { monthlyBudgetGbp: '100', ...receiver },
    egress: { request: () => ({ status: 200 }) }
  })
  const hosts = [first, first.twin()]
  await Promise.all(Array.from({ length: 200 }, (_, index) => hosts[index % 2]?.run('ledger_sync', pound)))
  await first.runJobs()
  t.strictSame(first.requests.map(({ body = '' }) => JSON.parse(body).data.costGbp).toSorted(), [
    '100.000000000',
    '80.000000000'
  ])
})

t.test('an alert that was not taken is tried again under the same id, with a signature of its own', async t => {
  const outcomes = [503, 'timeout', 429, 200]
  const { run, runJobs, jobs, requests, clock, log } = testContext(wealthnode, {
    settings: { monthlyBudgetGbp: '1', ...receiver },
    egress: {
      request() {
        const outcome = outcomes.shift()
        if (typeof outcome !== 'number') throw new EgressError('timeout', 'It took too long.')
        return { status: outcome }
      }
    }
  })
  await run('ledger_sync', pound)
  t.match(await runJobs(), [{ answer: { ok: false, detail: { error: { code: 'webhook_failed', retryable: true } } } }])
  clock.advance(5000)
  t.match(await runJobs(), [{ answer: { ok: false, detail: { error: { code: 'webhook_failed', retryable: true } } } }])
  clock.advance(300_000)
  await runJobs()
  clock.advance(1_800_000)
  t.match(await runJobs(), [{ answer: { ok: true } }])
  t.strictSame(jobs(), [])
  t.equal(new Set(requests.map(({ headers }) => headers?.['webhook-id'])).size, 1)
  t.equal(new Set(requests.map(({ headers }) => headers?.['webhook-signature'])).size, 4)
  t.match(log, [
    { level: 'warn', fields: { httpStatus: 503, attempt: 1 } },
    { level: 'warn', fields: { error: 'timeout', attempt: 2 } },
    { level: 'warn', fields: { httpStatus: 429, attempt: 3 } },
    { level: 'info', fields: { httpStatus: 200, attempt: 4 } }
  ])
})

for (const outcome of [301, 400, 404, 410, 'blocked_address', 'invalid_url'] as const)
  t.test(`an alert that ends in ${outcome} is not tried again`, async t => {
    const { run, runJobs, jobs } = testContext(wealthnode, {
      settings: { monthlyBudgetGbp: '1', ...receiver },
      egress: {
        request() {
          if (typeof outcome === 'string') throw new EgressError(outcome, 'No way there.')
          return { status: outcome }
        }
      }
    })
    await run('ledger_sync', pound)
    t.match(await runJobs(), [{ answer: { ok: false, detail: { error: { retryable: false } } } }])
    t.strictSame(jobs(), [])
  })

t.test('an alert whose address was taken away is dropped', async t => {
  const { run, runJobs, requests, configure } = testContext(wealthnode, {
    settings: { monthlyBudgetGbp: '1', ...receiver }
  })
  await run('ledger_sync', pound)
  configure({ monthlyBudgetGbp: '1' })
  t.match(await runJobs(), [{ answer: { ok: true, detail: { delivered: false } } }])
  t.strictSame(requests, [])
})
