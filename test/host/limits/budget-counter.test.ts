import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { CallLimit } from '../../../host/dist/base/caller.js'
import { Problem } from '../../../host/dist/base/problems.js'
import { BudgetCounter, mostTakenAhead } from '../../../host/dist/limits/budget-counter.js'
import { BudgetCounts, budgetLeaseMs, countedAt } from '../../../host/dist/limits/budget-counts.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock } from '../../fixtures/start-host.js'

const noon = '2026-01-30T12:00:00Z'
const many = { stopAt: 1_000_000 }
/** Longer than a lease, on a busy machine too. */
const leaseIsOver = () => delay(budgetLeaseMs + 300)

/** A counter of the calls of a key in a day, over a store in memory, which can be made to fail. */
async function counterOf({ keyId }: { keyId?: string } = { keyId: 'key_one' }) {
  const clock = movableClock(noon)
  const state = { fault: undefined as Error | undefined, commits: 0 }
  const backend = memoryBackend(() => clock.now())
  const commit = backend.commit.bind(backend)
  const failing: typeof commit = async (expected, writes) => {
    state.commits++
    if (state.fault) throw state.fault
    return commit(expected, writes)
  }
  const counts = new BudgetCounts(await Store.open(Object.assign(backend, { commit: failing })), clock)
  const counted = countedAt('ada', keyId, 'day', clock.now())
  const another = () => new BudgetCounter(counted, counts, () => clock.now())
  const counter = another()
  state.commits = 0
  return { clock, state, counter, another, take: takesOf(counter), taken: () => counts.taken(counted) }
}

/** Makes a call; the problem where it is refused. */
function takesOf(counter: BudgetCounter) {
  return async (limit: CallLimit = many): Promise<Problem | undefined> => {
    try {
      await counter.take(limit)
      return undefined
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
}

// Some wait until a lease is over.
t.test('the calls that a process counts', { jobs: 20 }, async t => {
  t.test('the more calls come quickly, the more are taken ahead, up to a bound', async t => {
    const { take, taken } = await counterOf()
    const seen: number[] = []
    for (let call = 0; call < 260; call++) {
      await take()
      const stored = await taken()
      if (seen.at(-1) !== stored) seen.push(stored)
    }
    const parts = seen.map((stored, index) => stored - (seen[index - 1] ?? 0))
    t.strictSame(parts, [1, 1 + 2, 1 + 6, 1 + 14, 1 + 30, 1 + 62, 1 + mostTakenAhead, 1 + mostTakenAhead, 1 + 64])
  })

  t.test('of calls that come slowly, none is taken ahead', async t => {
    const { take, taken } = await counterOf()
    await take()
    await leaseIsOver()
    await take()
    t.equal(await taken(), 2)
  })

  t.test('what was taken and not used goes back when the lease is over', async t => {
    const { counter, take, taken } = await counterOf()
    await take()
    await take()
    t.strictSame([counter.left, await taken()], [2, 4])
    await leaseIsOver()
    t.strictSame([counter.left, await taken()], [0, 2])
  })

  t.test('a call that is not counted after all goes back, or is the next one', async t => {
    const { counter, take, taken } = await counterOf()
    await take()
    counter.giveBack()
    t.strictSame([counter.left, await taken()], [1, 1])
    t.equal(counter.take(many), undefined, 'without a promise')
    counter.giveBack()
    await leaseIsOver()
    t.strictSame([counter.left, await taken()], [0, 0])
    await take()
    counter.giveBack()
    await leaseIsOver()
    t.strictSame([counter.left, await taken()], [0, 0], 'and so does a later one')
  })

  t.test('what is given back at once does not go back again, and what is taken after does', async t => {
    const { counter, state, take, taken } = await counterOf()
    await take()
    counter.giveBack()
    await counter.return()
    t.strictSame([counter.left, await taken(), state.commits], [0, 0, 2])
    await counter.return()
    t.equal(state.commits, 2, 'where nothing is left, the store is not asked')
    await take()
    t.strictSame([counter.left, await taken(), state.commits], [2, 3, 3])
    await leaseIsOver()
    t.strictSame([counter.left, await taken(), state.commits], [0, 1, 4])
  })

  t.test('after all went back, few are taken ahead again', async t => {
    const { counter, take, taken } = await counterOf()
    for (let call = 0; call < 60; call++) await take()
    await counter.return()
    t.equal(await taken(), 60)
    await take()
    t.strictSame([counter.left, await taken()], [2, 63])
  })

  t.test('what is taken at the moment goes back too', async t => {
    const { counter, take, taken } = await counterOf()
    await take()
    const call = take()
    await counter.return()
    await call
    t.strictSame([counter.left, await taken()], [0, 2])
  })

  t.test('calls of the same moment are taken together, and those that come meanwhile after them', async t => {
    const { counter, state, take, taken } = await counterOf()
    const first = Array.from({ length: 10 }, () => take())
    await undefined
    await undefined
    const next = Array.from({ length: 5 }, () => take())
    t.strictSame(new Set(await Promise.all([...first, ...next])), new Set([undefined]))
    t.strictSame([state.commits, await taken(), counter.left], [2, 10 + 5 + 10, 10])
  })

  t.test('of calls of the same moment, as many are refused as the limit allows no more', async t => {
    const { counter, take, taken } = await counterOf()
    const refused = await Promise.all(Array.from({ length: 10 }, () => take({ stopAt: 7 })))
    t.strictSame(
      refused.map(problem => problem?.code),
      [...Array.from({ length: 7 }, () => undefined), ...Array.from({ length: 3 }, () => 'call_budget_spent')]
    )
    t.strictSame([counter.left, await taken()], [0, 7])
  })

  t.test('of calls of the same moment, the newest has the limit that counts', async t => {
    const { take, taken } = await counterOf()
    const limits = [{ stopAt: 1 }, { stopAt: 1 }, {}, { stopAt: 3 }]
    const refused = await Promise.all(limits.map(limit => take(limit)))
    t.match(refused, [undefined, undefined, undefined, { options: { budget: { stopAt: 3 } } }])
    t.match(refused[3]?.detail, /the 3 calls/)
    t.equal(await taken(), 3)
    const lowered = await counterOf()
    const spent = { options: { budget: { stopAt: 1 } } }
    t.match(await Promise.all([{}, {}, { stopAt: 1 }].map(limit => lowered.take(limit))), [undefined, spent, spent])
  })

  t.test('a refusal is repeated for the length of a lease, without the store', async t => {
    const { another, state, take } = await counterOf()
    const limit = { stopAt: 2 }
    const other = another()
    await take(limit)
    await takesOf(other)(limit)
    const refusal = await take(limit)
    t.match(refusal, { code: 'call_budget_spent', options: { isRepeated: true } })
    other.giveBack()
    await other.return()
    state.commits = 0
    t.equal(await take(limit), refusal)
    t.equal(state.commits, 0)
    await leaseIsOver()
    t.equal(await take(limit), undefined, 'then what others gave back is found')
  })

  t.test('a refusal is repeated for its own limit alone', async t => {
    const { counter, take } = await counterOf()
    await take({ stopAt: 1 })
    t.ok(await take({ stopAt: 1 }))
    t.equal(await take({ stopAt: 2 }), undefined, 'one that was raised lets calls pass at once')
    t.equal(await take({}), undefined, 'and so does none')
    counter.giveBack()
    t.equal(await take({ stopAt: 1 }), undefined, 'a call that was given back here can be made')
  })

  t.test('a refusal says whose budget is spent, and in how many whole seconds the next period begins', async t => {
    for (const keyId of ['key_one', undefined]) {
      const { clock, take } = await counterOf(keyId === undefined ? {} : { keyId })
      const of = keyId === undefined ? 'account' : 'key'
      const resetsAt = '2026-01-31T00:00:00.000Z'
      clock.set('2026-01-30T23:59:49.500Z')
      await take({ stopAt: 1 })
      const refusal = await take({ stopAt: 1 })
      t.equal(
        refusal?.detail,
        `The ${of} has made the 1 calls that its budget allows in a day; the next day begins at ${resetsAt}.`
      )
      t.match(refusal?.options, { retryAfter: 11, budget: { of, period: 'day', stopAt: 1, resetsAt } })
    }
  })

  t.test('a call that is refused as its period ends may be sent again after a second', async t => {
    const { clock, take } = await counterOf()
    await take({ stopAt: 1 })
    clock.set('2026-01-31T00:00:05Z')
    t.match(await take({ stopAt: 1 }), { options: { retryAfter: 1 } })
  })

  t.test('where the store cannot be reached every waiting call fails, and later ones are counted again', async t => {
    const { counter, state, take, taken } = await counterOf()
    state.fault = new Error('away')
    const failed = await Promise.allSettled([take(), take()])
    t.match(failed, [
      { status: 'rejected', reason: { message: 'away' } },
      { status: 'rejected', reason: { message: 'away' } }
    ])
    state.fault = undefined
    t.equal(await take({ stopAt: 1 }), undefined)
    t.strictSame([counter.left, await taken()], [0, 1])
  })

  t.test('what the store may have got back is not given back again', async t => {
    const { counter, state, take, taken } = await counterOf()
    await take()
    counter.giveBack()
    state.fault = new Error('away')
    await t.rejects(counter.return(), { message: 'away' })
    counter.giveBack()
    await leaseIsOver()
    state.fault = undefined
    await counter.return()
    t.strictSame([counter.left, await taken()], [0, 1])
  })
})
