import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import { JobStore, type ReadyJob } from '../../../host/dist/jobs/job-store.js'
import { JobTurns } from '../../../host/dist/jobs/job-turns.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { jobSubject } from '../../../host/dist/storage/job-records.js'
import { storeKinds } from '../../fixtures/stores.js'

for (const { name, without, start } of storeKinds)
  t.test(`on ${name}`, { skip: without }, async t => {
    const open = await (await start(t))(t)
    const store = await open()
    const time = { now: Date.parse('2026-01-01T00:00:00Z') }
    const clock = makeClock(() => time.now, Math.random)
    const jobs = new JobStore(store, clock, console)
    const systemJobs = new SystemJobs(store, clock)
    t.afterEach(() => store.eraseOwn(jobSubject))

    /** Schedules so many jobs of an account. */
    const plan = async (account: string, count: number, at = time.now) => {
      const changes = Array.from({ length: count }, (_, index) => ({
        schedule: { id: `${index + 1}`.padStart(4, '0'), at, action: 'run', input: {} }
      }))
      await store.namespace(account, 'notes').update([], () => ({ jobs: changes, result: undefined }))
      while (await jobs.moveDue());
    }
    /** Takes as many jobs as may start now. */
    const takeAll = async (turns: JobTurns) => {
      const taken: ReadyJob[] = []
      for (let next = await turns.take(); next; next = await turns.take()) taken.push(next)
      return taken
    }
    const count = (taken: readonly ReadyJob[], account: string) => taken.filter(each => each.account === account).length

    await t.test('due jobs of different accounts are taken in turn, each account’s the longest due first', async t => {
      await plan('ada', 2, time.now - 1)
      await plan('bob', 3)
      await plan('cy', 1, time.now - 5)
      const taken = await takeAll(new JobTurns(jobs))
      t.strictSame(
        taken.map(({ account, entry }) => `${account} ${entry.slice(-1)}`),
        ['ada 1', 'bob 1', 'cy 1', 'ada 2', 'bob 2', 'bob 3']
      )
    })

    await t.test('an account whose jobs hold places leaves some to the next one', async t => {
      const turns = new JobTurns(jobs)
      await plan('ada', 1_200)
      t.equal((await takeAll(turns)).length, 12)
      await plan('bob', 40)
      const [first] = await takeAll(turns)
      t.equal(first?.account, 'bob')
      await plan('cy', 1)
      t.match(await takeAll(turns), [{ account: 'cy' }])
    })

    await t.test('while others wait, an account that has many places gets no further one', async t => {
      const turns = new JobTurns(jobs)
      await plan('ada', 40)
      const running = await takeAll(turns)
      for (let index = 0; index < 20; index++) await plan(`other ${index}`, 2)
      const others = await takeAll(turns)
      t.equal(count(others, 'ada'), 0)
      t.equal(others.length, 12)
      for (const each of running.slice(0, 3)) {
        turns.leave(each)
        t.notMatch(await takeAll(turns), [{ account: 'ada' }])
      }
    })

    await t.test('the jobs of the host have places of their own', async t => {
      const turns = new JobTurns(jobs)
      for (let index = 0; index < 30; index++) await plan(`account ${index}`, 2)
      t.equal((await takeAll(turns)).length, 24)
      for (let index = 0; index < 9; index++) await systemJobs.schedule({ kind: 'reset_letter', email: `${index}` })
      const taken = await takeAll(turns)
      t.equal(count(taken, '@host'), 8)
      t.equal(taken.length, 8)
      const [first] = taken
      if (first) turns.leave(first)
      t.match(await takeAll(turns), [{ account: '@host' }])
    })

    await t.test(
      'an entry whose job is gone or was scheduled for another time is dropped, and the next one follows',
      async t => {
        const turns = new JobTurns(jobs)
        await plan('ada', 3)
        const before = await jobs.ready('ada', 3)
        await jobs.cancel('ada', 'notes', '0001')
        await plan('ada', 2, time.now + 60_000)
        const claimed = await Promise.all(before.map(({ entry }) => jobs.claim(entry, () => 1_000)))
        t.strictSame(
          claimed.map(stored => stored?.job.id),
          [undefined, undefined, '0003']
        )
        t.strictSame(await takeAll(turns), [])
      }
    )
  })
