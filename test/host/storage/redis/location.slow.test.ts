import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { openSharedRedis } from '../../../../host/dist/start/shared-redis.js'
import { RedisBackend } from '../../../../host/dist/storage/redis/backend.js'
import { RedisConnection } from '../../../../host/dist/storage/redis/connection.js'
import { redisBackUp } from '../../../../host/dist/storage/redis/location.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { Client } from '../../../fixtures/load-balanced-hosts.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { startRedis, withoutRedis } from '../../../fixtures/redis-server.js'

const report = () => undefined
const demo = { DEMO_MODE: 'local' }

t.test('a deployment moves to Redis and back', { skip: withoutRedis }, async t => {
  t.test('with every record and the time at which it is gone', async t => {
    const [folder, elsewhere, redis] = [await dataFolder(t), await dataFolder(t), await startRedis(t)]
    const first = await openStore(folder, report)
    await first.namespace('demo', 'notes').set('stays', { a: ['é\u{1f600}', null] })
    await first.namespace('demo', 'notes').set('goes', 1, { ttlMs: 3_600_000 })
    await first.namespace('demo', 'notes').update([], () => ({
      jobs: [{ schedule: { id: 'one', at: Date.now() + 3_600_000, action: 'later', input: {} } }],
      result: undefined
    }))
    await first.close()
    const embedded = operator({ ...demo, DATA_DIR: folder })
    const shared = operator({ ...demo, DATA_DIR: elsewhere, REDIS_URL: redis.url })
    const [before, after, back] = ['before', 'after', 'back'].map(name => join(folder, `${name}.jsonl`))
    await embedded.json('export', before ?? '')
    t.match(await shared.run('export'), { code: 1, error: /There is no store: no schema version is recorded/ })
    t.match(await shared.json('import', before ?? ''), { records: 5, former: null })
    t.match(await shared.json('check'), {
      checks: [{}, {}, {}, {}, { what: 'store', detail: /^Redis at .*, schema 1$/ }]
    })

    const host = await startProcess(t, elsewhere, { REDIS_URL: redis.url })
    const body = { action: 'remember', key: 'colour', value: 'blue' }
    t.equal((await new Client(t, 1).execute(host.url, demoKey, 'core', body)).status, 200)
    t.match(await shared.run('import', '--replace', before ?? ''), {
      code: 1,
      error: /Redis at 127\.0\.0\.1:\d+ is in use: stop every host that uses it, and then do this again\.\n$/
    })
    await host.end('SIGTERM')
    t.match(await shared.run('import', before ?? ''), { code: 1, error: /There is a store already: Redis at / })
    await shared.json('import', '--replace', before ?? '')

    await shared.json('export', after ?? '')
    await embedded.json('import', '--replace', after ?? '')
    await embedded.json('export', back ?? '')
    const records = async (file = '') =>
      (await readFile(file, 'utf8')).split('\n').slice(1).map(withoutMilliseconds).toSorted()
    t.strictSame(await records(after), await records(before))
    t.strictSame(await records(back), await records(before))

    const backup = join(folder, 'backup.sqlite')
    await shared.json('backup', backup)
    t.equal(dumpSnapshot(backup, true).count, 5)
    await shared.json('restore', '--replace', backup)
    const { store } = await openSharedRedis(redis.url, report)
    t.strictSame(await store.namespace('demo', 'notes').get('stays'), { a: ['é\u{1f600}', null] })
    await store.close()
  })

  t.test('and a store of an older version is copied to a file before it is migrated', async t => {
    const [folder, redis] = [await dataFolder(t), await startRedis(t)]
    const connection = await RedisConnection.open({ url: redis.url, report })
    const backend = await RedisBackend.open({ connection, now: Date.now, report })
    t.teardown(() => backend.close())
    const own = (await Store.open(backend)).own('subject')
    await own.set('a', 'before')
    const backUp = redisBackUp(folder, backend, connection.name)
    await Store.open(backend, { steps: [() => own.set('a', 'after')], backUp })
    const [name = ''] = readdirSync(folder).filter(name => name.startsWith('redis.schema-1.'))
    const kept = dumpSnapshot(join(folder, name), true)
    t.equal(kept.schema, 1)
    const texts: string[] = []
    for await (const { key, text } of kept.records) if (key === 'host:{subject}:a') texts.push(text)
    t.strictSame(texts, ['"before"'])
    t.equal(await own.get('a'), 'after')
  })
})

/** A record's expiry is carried as what is left of it, and so may be a moment later than it was. */
function withoutMilliseconds(line: string): string {
  return line.replace(/("expiresAt":\d+)\d{4}\b/, '$1')
}
