import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { dataFolder, oneProduct } from '../../fixtures/host-process.js'
import { operator } from '../../fixtures/operator-cli.js'
import { startPostgres, withoutPostgres } from '../../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'

t.test(
  'a store that goes from SQLite to PostgreSQL, to Redis and back has every record and every time of expiry',
  { skip: withoutPostgres || withoutRedis, timeout: 230_000 },
  async t => {
    const [first, last, elsewhere] = [await dataFolder(t), await dataFolder(t), await dataFolder(t)]
    const store = await openStore(first, error => t.fail(error.message))
    const texts = ['', 'é\u{1f600}\u{10ffff}', '"\\\u2028\u0000\ud800', "'; DROP TABLE record; --", 'x'.repeat(300_000)]
    for (const [index, text] of texts.entries())
      for (const account of ['ada', 'bo'])
        await store.namespace(account, 'notes').set(`k${index}:é\u{1f600} %_'"\\`, { text, list: [null, 1e300, -0.5] })
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) =>
        store.namespace('ada', 'many').set(`k${index}`, index, index % 3 === 0 ? { ttlMs: 3_600_000 + index } : {})
      )
    )
    await store.namespace('ada', 'notes').update([], () => ({
      jobs: [{ schedule: { id: 'one', at: Date.now() + 3_600_000, action: 'later', input: {} } }],
      result: undefined
    }))
    await store.close()

    const environment = { ...oneProduct, DEMO_MODE: 'local' }
    const stores = [
      { DATA_DIR: first },
      { DATA_DIR: elsewhere, DATABASE_URL: (await startPostgres(t)).url },
      { DATA_DIR: elsewhere, REDIS_URL: (await startRedis(t)).url },
      { DATA_DIR: last }
    ].map(settings => operator({ ...environment, ...settings }))
    const exported = async (index: number) => {
      const file = join(elsewhere, `${index}.jsonl`)
      await stores[index]?.json('export', file)
      return (await readFile(file, 'utf8')).split('\n').slice(1).toSorted()
    }
    const before = await exported(0)
    t.ok(before.length > 1_200)
    for (const index of [1, 2, 3]) {
      // Once by an export and once by a backup.
      await stores[index]?.json('import', '--resume', join(elsewhere, `${index - 1}.jsonl`))
      t.strictSame(await exported(index), before)
      await rm(join(elsewhere, `${index}.jsonl`))
      const backup = join(elsewhere, `${index}.sqlite`)
      await stores[index - 1]?.json('backup', backup)
      await stores[index]?.json('restore', '--replace', '--resume', backup)
      t.strictSame(await exported(index), before)
      t.match(await stores[index]?.json('check'), { isGood: true })
    }
  }
)
