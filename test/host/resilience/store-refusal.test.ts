import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@keyv/redis'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { openSharedRedis } from '../../../host/dist/start/shared-redis.js'
import { SqliteBackend } from '../../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../../host/dist/storage/store.js'
import { post } from '../../fixtures/mcp-client.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'
import { controlledPlugin, start } from '../../fixtures/start-host.js'

const execute = '/api/v1/products/controlled/execute'
const config = '/api/v1/products/controlled/config'
const internalError = { status: 500, body: { ok: false, code: 'internal_error', retryable: false } }

for (const isolation of ['inline', 'worker'])
  t.test(`a key of another type in Redis is a fault of the host: ${isolation}`, { skip: withoutRedis }, async t => {
    const redis = await startRedis(t)
    const shared = await openSharedRedis(redis.url, () => undefined)
    const client = await createClient({ url: redis.url }).connect()
    t.teardown(() => client.destroy())
    const entries = { '@test/controlled': { isolation } }
    const { call, keys, host, url, lines } = await start(t, { ...shared, plugins: controlledPlugin, entries })
    const { key } = await keys.create('someone', 'a key')
    const run = (body: object) => call('POST', execute, body, { Authorization: `Bearer ${key}` })
    const logged = () => lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'the store refused a request')

    await client.hSet('data:{someone/controlled}:runs:one', 'field', 'value')
    for (let index = 0; index < 30; index++) t.match(await run({ action: 'count', id: 'one' }), internalError)
    t.match(await run({ action: 'pass', id: 'one' }), internalError)
    t.match(await run({ action: 'nest', id: 'one', times: 1 }), internalError)
    t.match(await run({ action: 'count', id: 'other' }), { status: 200 }, 'the circuit is closed')
    t.equal((await call('GET', execute)).status, 200)
    t.match(logged()[0], {
      level: 50,
      product: 'controlled',
      action: 'count',
      account: 'someone',
      err: { type: 'StoreRefusal', message: /refused a request for data:\{someone\/controlled\}:runs:one: WRONGTYPE / }
    })

    await client.hSet('data:{demo/controlled}:runs:one', 'field', 'value')
    const called = { name: 'controlled_count', arguments: { id: 'one' } }
    const { body } = await post(
      `${url}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: called },
      { Authorization: `Bearer ${demoKey}` }
    )
    t.equal(body.result.isError, true)
    t.match(JSON.parse(body.result.content[1].text), { code: 'internal_error', retryable: false })

    const job = { id: 'one', at: Date.now(), action: 'pass', input: { id: 'one' }, retry: { delaysMs: [60_000] } }
    await shared.store
      .namespace('someone', 'controlled')
      .update([], () => ({ jobs: [{ schedule: job }], result: undefined }))
    const before = logged().length
    await host.runDueJobs()
    t.equal(logged().length, before + 1)
    const outcome = lines.map(line => JSON.parse(line)).find(({ msg }) => msg === 'job')
    t.match(outcome, { job: 'one', outcome: 'retrying', code: 'internal_error' })

    await client.hSet('host:{config/someone}:controlled', 'field', 'value')
    const bearer = { Authorization: `Bearer ${key}` }
    t.match(await call('GET', config, undefined, bearer), internalError)
    t.match(await call('PUT', config, { enabled: true }, bearer), internalError)
    t.ok(lines.some(line => line.includes('refused a request for host:{config/someone}:controlled: WRONGTYPE')))
  })

t.test('a table that SQLite cannot use is a fault of the host', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  const store = await Store.open(await SqliteBackend.open({ path, now: Date.now, report: () => undefined }))
  const { call, keys } = await start(t, { store, plugins: controlledPlugin })
  const { key } = await keys.create('someone', 'a key')
  const count = () => call('POST', execute, { action: 'count', id: 'one' }, { Authorization: `Bearer ${key}` })
  t.match(await count(), { status: 200 })
  const database = new DatabaseSync(path, { timeout: 5_000 })
  database.exec('ALTER TABLE record RENAME COLUMN text TO words')
  database.close()
  t.match(await count(), internalError)
})
