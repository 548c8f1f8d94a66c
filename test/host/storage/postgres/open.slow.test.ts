import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSharedPostgres } from '../../../../host/dist/start/shared-postgres.js'
import { openPostgres } from '../../../../host/dist/storage/postgres/open.js'
import { serverBackUp } from '../../../../host/dist/storage/server-stores.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { dataFolder, oneProduct } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { startPostgres, withoutPostgres } from '../../../fixtures/postgres-server.js'

const report = (error: Error) => {
  throw error
}
const demo = { ...oneProduct, DEMO_MODE: 'local' }

t.test('what commands do with a store in PostgreSQL', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)

  t.test('a dump shows one moment, whatever is written meanwhile', async t => {
    const { store } = await openSharedPostgres(server.url, report)
    const { source, backend } = await openPostgres(server.url, report, true)
    t.teardown(() => Promise.all([store.close(), backend.close()]))
    const namespace = store.namespace('account', 'slug')
    await Promise.all(Array.from({ length: 200 }, (_, index) => namespace.set(`k${1_000 + index}`, 'before')))
    const texts = new Map<string, number>()
    for await (const page of source?.scan('') ?? []) {
      for (const { text } of page) texts.set(text, (texts.get(text) ?? 0) + 1)
      await Promise.all([namespace.set('k1199', 'after'), namespace.set(`k2000`, 'after'), namespace.delete('k1198')])
    }
    t.equal(texts.get('"before"'), 200)
    t.equal(texts.get('"after"'), undefined)
  })

  t.test('an interrupted import leaves what nobody serves from', async t => {
    const { store } = await openSharedPostgres(`${server.url}?schema=half`, report)
    await store.own('store').set('schema', Number.MAX_SAFE_INTEGER)
    await store.close()
    const sentence =
      /The store PostgreSQL at .*, schema half is incomplete: a restore or an import .*, with --replace\./
    const data = await dataFolder(t)
    const shared = operator({ ...demo, DATA_DIR: data, DATABASE_URL: `${server.url}?schema=half`, PORT: '0' })
    t.match(await shared.run('check'), { code: 78, out: sentence })
    t.match(await shared.run('start'), { code: 78, error: sentence })
  })

  t.test('to check an empty database makes nothing in it', async t => {
    const data = await dataFolder(t)
    const shared = operator({ ...demo, DATA_DIR: data, DATABASE_URL: `${server.url}?schema=empty` })
    t.match(await shared.json('check'), {
      checks: [{}, {}, {}, {}, { what: 'store', detail: /, schema empty, will be made at the first start$/ }]
    })
    t.strictSame(await server.sql("SELECT 1 FROM pg_namespace WHERE nspname = 'empty'"), [])
  })

  t.test('a store of an older version is copied to a file before it is migrated', async t => {
    const folder = await dataFolder(t)
    const { backend, name } = await openPostgres(`${server.url}?schema=older`, report, true)
    t.teardown(() => backend.close())
    const own = (await Store.open(backend)).own('subject')
    await own.set('a', 'before')
    const backUp = serverBackUp(folder, backend, name, 'postgres')
    await Store.open(backend, { steps: [() => own.set('a', 'after')], backUp })
    const [file = ''] = readdirSync(folder).filter(name => name.startsWith('postgres.schema-1.'))
    t.equal(dumpSnapshot(join(folder, file), true).schema, 1)
    t.equal(await own.get('a'), 'after')
  })
})
