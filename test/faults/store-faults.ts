// A store of which each call fails once, and each pair of calls, under a flow of requests: documented statuses, and nothing that was
// acknowledged is lost. npx node dist-test/faults/store-faults.js [pairs]
import { randomUUID } from 'node:crypto'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { StoreUnavailable } from '../../host/dist/base/problems.js'
import type { Backend } from '../../host/dist/storage/backend.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { start } from '../fixtures/start-host.js'
import { ending, figure } from './store.js'

const mostPairs = Number(process.argv[2] ?? 400)
const address = '/api/v1/products/notes/execute'

/** What a flow of requests came to. */
interface Outcome {
  readonly calls: number
  readonly statuses: readonly number[]
  readonly lost: number
  readonly doubled: number
}

/** The statuses that OpenAPI has for what the flow sends. */
const documented = new Set([200, 409, 500, 502, 503])

await ending(async t => {
  let counted = 0
  /** The calls of the store that fail, by their number since the flow began, and whether the failing call is done nevertheless. */
  let failing: ReadonlyMap<number, 'before' | 'after'> = new Map()
  const backend = memoryBackend(Date.now)
  const fail = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const how = failing.get(counted++)
    if (how === 'before') throw new StoreUnavailable('Injected before the call.')
    const result = await work()
    if (how === 'after') throw new StoreUnavailable('Injected after the call.')
    return result
  }
  const injecting: Backend = {
    system: 'memory',
    get: key => fail(() => backend.get(key)),
    set: (key, text, ttlMs) => fail(() => backend.set(key, text, ttlMs)),
    delete: key => fail(() => backend.delete(key)),
    read: keys => fail(() => backend.read(keys)),
    commit: (expected, writes) => fail(() => backend.commit(expected, writes)),
    list: (prefix, page) => fail(() => backend.list(prefix, page)),
    scan: prefix => backend.scan(prefix),
    put: records => fail(() => backend.put(records)),
    close: () => backend.close()
  }
  const { call } = await start(t, {
    store: await Store.open(injecting),
    deployment: { rate: { key: [1_000_000, 1], account: [1_000_000, 1] } }
  })
  const key = { Authorization: `Bearer ${demoKey}` }
  const listed = async (): Promise<readonly string[]> => {
    failing = new Map()
    const { body } = await call('POST', address, { action: 'latest', limit: 12 }, key)
    return body.detail.notes.map(({ text }: { readonly text: string }) => text)
  }

  /** Writes three notes, each with an Idempotency-Key, and sends what was not acknowledged again. */
  async function flow(faults: ReadonlyMap<number, 'before' | 'after'>): Promise<Outcome> {
    counted = 0
    failing = faults
    const statuses: number[] = []
    const acknowledged: string[] = []
    const texts = [0, 1, 2].map(number => `${number} ${randomUUID()}`)
    for (const text of texts) {
      const headers = { ...key, 'Idempotency-Key': randomUUID() }
      let status = 0
      for (let attempt = 0; attempt < 3 && status !== 200; attempt++) {
        status = (await call('POST', address, { action: 'add', text }, headers)).status
        statuses.push(status)
      }
      // A claim that could not be released is held until its lease ends: 409 until then.
      if (status === 200) acknowledged.push(text)
    }
    const calls = counted
    const found = await listed()
    const lost = acknowledged.filter(text => !found.includes(text)).length
    const own = found.filter(text => texts.includes(text))
    return { calls, statuses, lost, doubled: own.length - new Set(own).size }
  }

  const { calls } = await flow(new Map())
  const outcomes: Outcome[] = []
  for (const how of ['before', 'after'] as const)
    for (let number = 0; number < calls; number++) outcomes.push(await flow(new Map([[number, how]])))
  const singles = outcomes.length
  const pairs = Array.from({ length: calls }, (_, first) =>
    Array.from({ length: calls - first - 1 }, (_, after) => [first, first + after + 1] as const)
  ).flat()
  for (const [first, second] of pairs.slice(0, mostPairs))
    outcomes.push(
      await flow(
        new Map([
          [first, 'before'],
          [second, 'before']
        ])
      )
    )
  const statuses = new Map<number, number>()
  for (const outcome of outcomes)
    for (const status of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0)
  figure('calls of the store in one flow', calls, calls > 3)
  figure('flows with one failing call, before or after it was done', singles)
  figure('flows with two', outcomes.length - singles)
  figure(
    'answers by status',
    JSON.stringify(Object.fromEntries(statuses)),
    [...statuses.keys()].every(status => documented.has(status))
  )
  figure('acknowledged and lost', lost, lost === 0)
  figure(
    'written twice, after a 503 for a write that was done',
    outcomes.reduce((sum, outcome) => sum + outcome.doubled, 0)
  )
})
