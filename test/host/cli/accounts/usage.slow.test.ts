import t from 'tap'
import { realClock } from '../../../../host/dist/base/clock.js'
import { withStore } from '../../../../host/dist/cli/operations.js'
import { noCounts, type UsageRecord } from '../../../../host/dist/usage/records.js'
import { UsageStore } from '../../../../host/dist/usage/usage-store.js'
import { createStore, dataFolder } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

const day = (before: number) => new Date(Date.now() - before * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

function record(before: number, product: string, keyId: string, calls: number, refused = 0): UsageRecord {
  const counts = { ...noCounts(), calls, refusals: refused > 0 ? { 429: refused } : {} }
  return { day: day(before), product, keyId, uses: [{ action: 'add', via: 'request', counts }] }
}

t.test('usage counts calls and refusals by account and product, of some days', { timeout }, async t => {
  const folder = await dataFolder(t)
  await createStore(folder)
  const { run, json } = operator({ DATA_DIR: folder })
  const { id } = await json('accounts', 'create', 'ada@example.org', '--generate')
  await run('keys', 'create', '--account', 'acme')
  t.match(await run('usage'), { code: 0, out: `Nothing from ${day(29)} to ${day(0)}.\n` })
  await withStore({ DATA_DIR: folder }, async store => {
    const usage = new UsageStore(store, realClock())
    const add = (account: string, records: readonly UsageRecord[]) =>
      usage.add(account, { writer: 'a process', sequence: 1, records, steps: [], calls: [], skipped: 0 })
    await add('acme', [
      record(0, 'notes', 'key_1', 2, 3),
      record(0, 'notes', 'key_2', 5),
      record(40, 'notes', 'key_1', 7)
    ])
    await add(id, [record(1, 'notes', 'key_3', 1), record(1, 'core', 'key_3', 4)])
  })
  const ada = [
    { account: id, product: 'core', calls: 4, errors: 0, replays: 0, refusals: {} },
    { account: id, product: 'notes', calls: 1, errors: 0, replays: 0, refusals: {} }
  ]
  const acme = { account: 'acme', product: 'notes', calls: 7, errors: 0, replays: 0, refusals: { 429: 3 } }
  t.strictSame(await json('usage'), [...ada, acme])
  t.strictSame(await json('usage', 'ada@example.org'), ada)
  t.strictSame(await json('usage', '--product', 'notes', '--from', day(1), '--to', day(1)), [ada[1]])
  t.match(await json('usage', 'acme', '--from', day(40)), [{ calls: 14 }])
  t.match(await run('usage', 'acme'), {
    code: 0,
    out: 'ACCOUNT  PRODUCT  CALLS  ERRORS  REPLAYS  REFUSALS\nacme     notes    7      0       0        3 × 429\n'
  })
  t.match(await run('usage', 'none'), { code: 1, error: /There is no account none/ })
  t.match(await run('usage', '--from', '2026-02-30'), { code: 1, error: /Give a day such as 2027-01-31/ })
  t.match(await run('usage', '--from', '2026-02-02', '--to', '2026-02-01'), {
    code: 1,
    error: /later than the last day/
  })
})
