import t from 'tap'
import { Accounts } from '../../../../host/dist/accounts/accounts.js'
import { realClock } from '../../../../host/dist/base/clock.js'
import { withStore } from '../../../../host/dist/cli/operations.js'
import { JobStore } from '../../../../host/dist/jobs/job-store.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { createStore, dataFolder } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { movableClock } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

t.test('jobs cancel takes an e-mail address for the account', { timeout }, async t => {
  const folder = await dataFolder(t)
  const store = await openStore(folder, error => t.fail(error.message))
  const account = await new Accounts(store, realClock()).create({
    email: 'ada@example.org',
    password: null,
    isVerified: true
  })
  const job = { id: 'later', at: Date.now() + 86_400_000, action: 'recall', input: {} }
  await store
    .namespace(account?.id ?? '', 'core')
    .update([], () => ({ writes: [], jobs: [{ schedule: job }], result: undefined }))
  await store.close()
  const { run, json } = operator({ DATA_DIR: folder })
  t.match(await json('jobs', 'cancel', 'later', '--account', 'ada@example.org', '--product', 'core'), {
    cancelled: true
  })
  t.match(await run('jobs', 'list'), { code: 0, out: 'There are none.\n' })
})

t.test('jobs cancel leaves a run to its account: without its job it would stay queued', { timeout }, async t => {
  const folder = await dataFolder(t)
  const store = await openStore(folder, error => t.fail(error.message))
  const now = () => Date.now()
  const schedule = { id: 'run_1', at: now() + 86_400_000, action: 'recall', input: { product: 'core' } }
  await store
    .own('others', 'one', { owner: { account: 'acme', slug: '@runs' }, call: { begunAt: now(), now } })
    .update([], () => ({ jobs: [{ schedule }], result: undefined }))
  await store.close()
  const { run } = operator({ DATA_DIR: folder })
  t.match(await run('jobs', 'cancel', 'run_1', '--account', 'acme', '--product', '@runs'), {
    code: 1,
    error: /run_1 is a run or a schedule: its account cancels it/
  })
  t.match(await run('jobs', 'list'), { code: 0, out: /run_1/ })
})

/** Leaves a dead letter a day, of each account and product that is named, from 2026-01-01 on. */
async function leaveDeadLetters(folder: string, owners: readonly (readonly [string, string])[]): Promise<void> {
  const clock = movableClock('2026-01-01T00:00:00Z')
  await withStore({ DATA_DIR: folder }, async store => {
    const jobs = new JobStore(store, clock, { error: () => undefined })
    for (const [account, product] of owners) {
      const schedule = { id: `job-${clock.ulid()}`, at: clock.now() - 1, action: 'recall', input: {} }
      await store.namespace(account, product).update([], () => ({ jobs: [{ schedule }], result: undefined }))
      await jobs.moveDue()
      const [ready] = await jobs.ready(account, 1)
      const claimed = ready && (await jobs.claim(ready.entry, () => 10_000))
      if (claimed) await jobs.deadLetter(claimed, { code: 'timeout', message: 'It took too long.' })
      clock.advance(24 * 60 * 60 * 1000)
    }
  })
}

t.test('dead letters are deleted and scheduled again by account, product and time', { timeout }, async t => {
  const folder = await dataFolder(t)
  await createStore(folder)
  await leaveDeadLetters(folder, [
    ['acme', 'core'],
    ['acme', 'wealthnode'],
    ['bravo', 'core'],
    ['acme', 'core']
  ])
  const { run, json } = operator({ DATA_DIR: folder })
  const left = async () =>
    (await json('jobs', 'list', '--dead')).map(
      ({ at, kept }: { at: string; kept: { account: string; slug: string } }) =>
        [at.slice(0, 10), kept.account, kept.slug].join(' ')
    )
  const all = ['2026-01-04 acme core', '2026-01-03 bravo core', '2026-01-02 acme wealthnode', '2026-01-01 acme core']
  t.strictSame(await left(), all)

  t.match(await run('jobs', 'purge'), { code: 1, error: /There is no terminal to ask on: add --yes/ })
  t.match(await run('jobs', 'purge', '--before', 'soon', '--yes'), { code: 1, error: /Give a time such as/ })
  for (const words of [[], ['one', '--all', '--yes'], ['one', '--account', 'acme']])
    t.match(await run('jobs', 'replay', ...words), { code: 1, error: 'give the id of one dead letter, or --all' })
  t.strictSame(await left(), all, 'a refused command changes nothing')

  t.strictSame(await json('jobs', 'purge', '--account', 'none', '--yes'), { deleted: 0 })
  const narrow = ['--account', 'acme', '--product', 'core', '--before', '2026-01-02T00:00:00Z', '--yes']
  t.match(await run('jobs', 'purge', ...narrow), { code: 0, out: 'Deleted 1 dead letter.\n' })
  t.strictSame(await left(), all.slice(0, 3))
  t.match(await run('jobs', 'replay', '--all', '--account', 'acme', '--yes'), {
    code: 0,
    out: 'Scheduled 2 dead letters again.\n'
  })
  t.strictSame(await left(), ['2026-01-03 bravo core'])
  t.match(await json('jobs', 'list'), [
    { account: 'acme', slug: 'core', attempts: 0 },
    { account: 'acme', slug: 'wealthnode', attempts: 0 }
  ])
  t.strictSame(await json('jobs', 'replay', '--all', '--yes'), { scheduled: 1 })
  t.strictSame(await left(), [])
  t.match(await json('operators', 'log'), [
    { what: 'dead_letters_replayed', on: '1 every account every product any time' },
    { what: 'dead_letters_replayed', on: '2 acme every product any time' },
    { what: 'dead_letters_deleted', on: '1 acme core 2026-01-02T00:00:00.000Z' }
  ])
})
