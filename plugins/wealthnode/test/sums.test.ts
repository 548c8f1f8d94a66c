import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import wealthnode from '../dist/index.js'
import type { Day } from '../dist/ledger/records.js'

type Leaves = Readonly<Record<string, unknown>>

/** A ledger of three days in two months, with names, a bill, a price in dollars and a reversal. */
async function ledger() {
  const context = testContext(wealthnode, { now: '2026-01-30T12:00:00Z' })
  const { run, clock } = context
  await run('ledger_sync', { tokens: 1000.5, pricePer1kGbp: 0.002, model: 'GPT 4', customer: 'Acme', feature: 'chat' })
  clock.advance(86_400_000)
  await run('ledger_sync', { tokens: 500, pricePer1kGbp: 0.004, billPer1kGbp: 0.01, model: 'constructor' })
  await run('ledger_sync', { tokens: 500, pricePer1kGbp: 0.01, kind: 'revenue', customer: 'acme' })
  clock.advance(86_400_000)
  await run('ledger_sync', { tokens: 10, currency: 'USD', pricePer1k: 1, gbpPerUnit: 0.79 })
  await run('ledger_sync', { tokens: 7, pricePer1kGbp: 1, occurredAt: '2026-01-30T13:00:00Z' })
  await run('ledger_sync', { reverses: 'e:000000000002' })
  return context
}

t.test('the sums of an untouched ledger are those of its entries', async t => {
  const { run } = await ledger()
  const { summary, detail } = await run('margin_radar', { verify: true })
  t.match(summary, /all 6 entries verified\.$/)
  t.match(detail.verification, { intact: true, checked: 6, sums: 5, differenceCount: 0, differences: [] })
})

t.test('every figure of every sum that is changed is reported, and no other', async t => {
  const { run, storage } = await ledger()
  const records = [...(await storage.list<Leaves>('day:')), ...(await storage.list<Leaves>('month:'))]
  let changes = 0
  for (const { key, value } of records)
    for (const { field, changed, stored, recomputed } of changesOf(value)) {
      if (field === '/alerted') continue
      changes++
      await storage.set(key, changed)
      const { detail, summary } = await run('margin_radar', { verify: true })
      t.match(summary, '1 stored sum is not what the entries give')
      t.match(detail, {
        status: 'red',
        alerts: [{ code: 'chain_broken', evidence: { measure: 'differences', value: 1 } }]
      })
      t.strictSame(detail.verification?.differences, [{ record: key, field, stored, recomputed }])
      t.equal(detail.verification?.intact, false)
      t.equal(detail.verification?.brokenAt, undefined)
      await storage.set(key, value)
    }
  t.ok(changes > 60, `${changes} changes were tried`)
  t.match(await run('margin_radar', { verify: true }), { detail: { verification: { intact: true } } })
})

/** A record with each of its figures changed by one digit, in turn. */
function* changesOf(
  value: Leaves,
  pointer = ''
): Generator<{ field: string; changed: Leaves; stored: string; recomputed: string }> {
  for (const [name, member] of Object.entries(value)) {
    const field = `${pointer}/${name}`
    if (typeof member === 'object' && member !== null && !Array.isArray(member))
      for (const change of changesOf(Object.fromEntries(Object.entries(member)), field))
        yield { ...change, changed: { ...value, [name]: change.changed } }
    else {
      const recomputed = String(member)
      const stored = recomputed.replace(/\d$/, digit => String((Number(digit) + 1) % 10))
      const other = typeof member === 'number' ? Number(stored) : stored
      yield { field, changed: { ...value, [name]: other }, stored, recomputed }
    }
  }
}

t.test('a changed entry and a changed sum are both reported', async t => {
  const { run, storage } = await ledger()
  const entry = await storage.get<object>('e:000000000001')
  await storage.set('e:000000000001', { ...entry, costGbp: '0.000000001' })
  const { detail } = await run('margin_radar', { verify: true })
  t.match(detail.verification, { intact: false, checked: 0, brokenAt: { sequence: 1, reason: 'altered' } })
  const fields = (record: string) =>
    detail.verification?.differences.filter(each => each.record === record).map(({ field }) => field)
  t.strictSame(fields('day:2026-01-30'), [
    '/totals/costGbp',
    '/model/gpt-4/costGbp',
    '/customer/acme/costGbp',
    '/feature/chat/costGbp'
  ])
  t.strictSame(fields('month:2026-01'), ['/costGbp'])
  t.match(detail.alerts, [
    { code: 'chain_broken', evidence: { measure: 'sequence' } },
    { code: 'chain_broken', evidence: { measure: 'differences', value: 5 } }
  ])
})

t.test('a sum that matches an altered entry does not hide it', async t => {
  const { run, storage } = testContext(wealthnode)
  await run('ledger_sync', { tokens: 1000, pricePer1kGbp: 1 })
  const text = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"1.000000000"', '"0.500000000"'))
  for (const key of ['e:000000000001', 'day:2026-01-01', 'month:2026-01'])
    await storage.set(key, text(await storage.get(key)))
  t.match(await run('margin_radar', { verify: true }), {
    metrics: { costGbp: 0.5 },
    detail: { verification: { intact: false, differenceCount: 0, brokenAt: { sequence: 1, reason: 'altered' } } }
  })
})

t.test('a missing sum and one without entries are reported figure by figure', async t => {
  const { run, storage } = await ledger()
  const totals = { costGbp: '1.000000000', revenueGbp: '0.000000000', tokens: '1', unbilledTokens: '1', entries: 1 }
  await storage.delete('month:2026-01')
  await storage.set('day:2025-12-31', { totals, model: {}, customer: {}, feature: {} })
  const day = await storage.get<Day>('day:2026-02-01')
  await storage.set('day:2026-02-01', { ...day, customer: { ...day?.customer, ghost: totals } })
  const { detail } = await run('margin_radar', { verify: true })
  const found = detail.verification?.differences ?? []
  t.equal(found.filter(({ record }) => record === 'month:2026-01').length, 5)
  t.ok(found.every(({ record, stored }) => (record === 'month:2026-01') === (stored === undefined)))
  t.equal(found.filter(({ record }) => record === 'day:2025-12-31').length, 5)
  t.match(
    found.filter(({ record }) => record === 'day:2026-02-01').map(({ field }) => field),
    ['/customer/ghost/costGbp', '/customer/ghost/revenueGbp']
  )
  t.equal(detail.verification?.differenceCount, 15)
})

t.test('records that are not what they should be are reported, and nothing fails', async t => {
  const { run, storage } = await ledger()
  await storage.set('day:2026-01-31', null)
  await storage.set('month:2026-02', ['x'])
  await storage.set('e:000000000004', { sequence: 4, kind: 'cost', date: 'x' })
  await storage.set('e:000000000005', 'x')
  const { detail } = await run('margin_radar', { verify: true, asOf: '2026-01-30' })
  t.match(detail.verification, { intact: false, brokenAt: { sequence: 4 } })
  t.ok((detail.verification?.differenceCount ?? 0) > 20)
})

t.test('bookings during a verification on two hosts are no differences', async t => {
  const first = testContext(wealthnode)
  const hosts = [first, first.twin()]
  const usage = { tokens: 1, pricePer1kGbp: 1, model: 'm' }
  for (let index = 0; index < 250; index++) await first.run('ledger_sync', usage)
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      index % 12 === 0 ? first.run('margin_radar', { verify: true }) : hosts[index % 2]?.run('ledger_sync', usage)
    )
  )
  const verifications = answers.flatMap(answer =>
    answer && 'verification' in answer.detail ? [answer.detail.verification] : []
  )
  t.equal(verifications.length, 10)
  for (const verification of verifications) t.match(verification, { intact: true, differenceCount: 0 })
})
