import { mock } from 'node:test'
import pg from 'pg'
import t, { type Test } from 'tap'
import { openSharedPostgres } from '../../../../host/dist/start/shared-postgres.js'
import { PostgresBackend } from '../../../../host/dist/storage/postgres/backend.js'
import { PostgresConnection } from '../../../../host/dist/storage/postgres/connection.js'
import { knownLayout, newestLayout, prepareLayout } from '../../../../host/dist/storage/postgres/layout.js'
import { type PostgresServer, startPostgres, withoutPostgres } from '../../../fixtures/postgres-server.js'
import { untilServed } from '../../../fixtures/redis-server.js'
import { setClock, storageContract } from '../contract.js'

t.test('PostgreSQL', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)

  storageContract(t, 'postgres', async (t, now) => {
    await emptied(server)
    return open(t, server, now)
  })

  t.test('the writes of a turn are one transaction, in their order, and wait for none of what is read', async t => {
    await emptied(server)
    const backend = await open(t, server)
    t.teardown(() => backend.close())
    const writes = Array.from({ length: 200 }, (_, index) => backend.set(`data:{a/s}:k${index % 100}`, `${index}`))
    t.equal(await backend.commit([{ key: 'data:{a/s}:k0' }], [{ key: 'data:{a/s}:k0', text: '"other"' }]), false)
    await Promise.all(writes)
    t.match(await server.sql('SELECT count(DISTINCT xmin::text)::integer AS writes FROM product_host.record'), [
      { writes: 1 }
    ])
    t.equal(await backend.get('data:{a/s}:k7'), '107')
    t.equal(await backend.get('data:{a/s}:k0'), '100')
  })

  t.test('writers of a namespace take turns, also those that compare nothing', async t => {
    await emptied(server)
    const backend = await open(t, server)
    t.teardown(() => backend.close())
    const other = new pg.Client(server.url)
    await other.connect()
    await other.query('BEGIN')
    await other.query(
      "SELECT pg_advisory_xact_lock('product_host.record'::regclass::oid::integer, hashtext('data:{a/s') & 255)"
    )
    const set = backend.set('data:{a/s}:key', '1')
    await untilServed(async () => {
      const waiting = await server.sql("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
      if (waiting.length === 0) throw new Error('Nobody waits yet.')
    })
    t.equal(await backend.get('data:{a/s}:key'), undefined)
    await other.end()
    await set
    t.equal(await backend.get('data:{a/s}:key'), '1')
  })

  t.test('a statement is planned once, by an index, also where the store was small then', async t => {
    await emptied(server)
    const connection = await PostgresConnection.open({ url: server.url, report })
    const backend = await PostgresBackend.open({ connection, now: Date.now, report })
    const keys = Array.from({ length: 30 }, (_, index) => `data:{a/s}:k${index}`)
    await Promise.all(keys.map(key => backend.set(key, '1')))
    await server.sql('VACUUM (ANALYZE) product_host.record')
    // More often than it takes until a session would keep its plans.
    for (let time = 0; time < 20; time++) {
      await backend.commit([{ key: 'data:{a/s}:none' }], [{ key: 'data:{a/s}:k0', text: '2' }])
      await backend.delete('data:{a/s}:none')
      await backend.read(keys)
      await backend.list('data:{a/s}:', { limit: 10, reverse: false })
      await backend.sweep()
    }
    const plans = await connection.run<{ often: number }>(
      'read',
      "SELECT custom_plans::integer AS often FROM pg_prepared_statements WHERE statement LIKE 'SELECT key%'",
      []
    )
    t.strictSame(plans, [{ often: 0 }, { often: 0 }], 'of reads and of lists')
    await backend.close()
    const [row] = await server.sql("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'record'")
    t.match(row, { seq_scan: '2' }, 'those that created and analyzed it')
  })

  t.test('many large operations of a turn are several transactions, none of which takes too long', async t => {
    await emptied(server)
    const backend = await open(t, server)
    t.teardown(() => backend.close())
    const commits = Array.from({ length: 40 }, (_, commit) =>
      backend.commit(
        [],
        Array.from({ length: 1_000 }, (_, write) => ({ key: `data:{a/s}:${commit}:${write}`, text: '1' }))
      )
    )
    t.ok((await Promise.all(commits)).every(Boolean))
    const [row] = await server.sql(
      'SELECT count(DISTINCT xmin::text)::integer AS transactions, count(*)::integer AS records FROM product_host.record'
    )
    t.strictSame(row, { transactions: 20, records: 40_000 })
  })

  t.test('what one operation asks and cannot be does not touch the others of its turn', async t => {
    await emptied(server)
    const backend = await open(t, server)
    t.teardown(() => backend.close())
    // An entry of an index has at most 2,704 bytes, after compression.
    const long = `data:{a/s}:${Array.from({ length: 4_000 }, (_, index) => ((index * index * 7919) % 9973).toString(36)).join('')}`
    const results = await Promise.allSettled([
      backend.set('data:{a/s}:before', '1'),
      backend.set(long, '1'),
      backend.set('data:{a/s}:nul', '"\0"'),
      backend.delete('data:{a/s}:nul\0'),
      backend.get('data:{a/s}:nul\0'),
      backend.set('data:{a/s}:after', '1')
    ])
    t.strictSame(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'rejected', 'rejected', 'fulfilled']
    )
    for (const result of results)
      if (result.status === 'rejected') t.match(result.reason, { name: 'StoreRefusal', message: /^PostgreSQL / })
    t.strictSame(
      (await backend.list('data:{a/s}:', { limit: 10, reverse: false })).map(({ key }) => key),
      ['data:{a/s}:after', 'data:{a/s}:before']
    )
  })

  t.test('nothing is left of what was deleted or has expired', async t => {
    await emptied(server)
    const { now, advance } = setClock(0)
    const backend = await open(t, server, now)
    t.teardown(() => backend.close())
    const writes = Array.from({ length: 1300 }, (_, index) => ({ key: `data:{a/s}:k${index}`, text: '1', ttlMs: 1000 }))
    await backend.commit([], [...writes, { key: 'data:{a/t}:later', text: '1', ttlMs: 1001 }])
    await backend.set('data:{b/s}:deleted', '1')
    await backend.delete('data:{b/s}:deleted')
    t.equal(await backend.sweep(), 0)
    advance(1000)
    await backend.set('data:{a/s}:k7', '"newer"')
    t.equal(await backend.sweep(), 1299)
    t.strictSame(await server.sql('SELECT key FROM product_host.record ORDER BY key'), [
      { key: 'data:{a/s}:k7' },
      { key: 'data:{a/t}:later' }
    ])
  })

  t.test('what has expired is swept once a minute, until the store is closed', async t => {
    await emptied(server)
    const { now, advance } = setClock(0)
    mock.timers.enable({ apis: ['setInterval'] })
    t.teardown(() => mock.timers.reset())
    const opening = open(t, server, now)
    const backend = await opening
    await backend.set('data:{a/s}:k', '1', 1)
    advance(1)
    const left = async () => (await server.sql('SELECT key FROM product_host.record')).length
    mock.timers.tick(59_999)
    await backend.get('other')
    t.equal(await left(), 1)
    mock.timers.tick(1)
    await untilServed(async () => {
      if ((await left()) > 0) throw new Error('It is still there.')
    })
    await backend.close()
    mock.timers.tick(120_000)
  })

  t.test('a close completes what was written before it', async t => {
    await emptied(server)
    const backend = await open(t, server)
    const writes = Array.from({ length: 50 }, (_, index) => backend.set(`data:{a/s}:k${index}`, '1'))
    const read = backend.get('data:{a/s}:k1')
    await backend.close()
    await Promise.all([...writes, read])
    await t.rejects(backend.set('data:{a/s}:k', '1'), { name: 'StoreUnavailable', message: /the store is closed/ })
    t.match(await server.sql('SELECT count(*)::integer AS count FROM product_host.record'), [{ count: 50 }])
  })

  t.test('hosts that begin the same store at the same time all serve it', async t => {
    await emptied(server)
    const opened = await Promise.all([1, 2, 3, 4].map(() => openSharedPostgres(server.url, error => t.fail(error))))
    for (const [index, { store }] of opened.entries()) await store.own('subject').set(`k${index}`, index)
    t.equal((await opened[0]?.store.own('subject').list(''))?.length, 4)
    await Promise.all(opened.map(({ store }) => store.close()))
  })

  t.test('so do sessions that have looked for it before, as those of PgBouncer have', async t => {
    await emptied(server)
    const sessions = await Promise.all(
      [1, 2, 3, 4].map(() => new pg.Client({ connectionString: server.url }).connect())
    )
    t.teardown(() => Promise.all(sessions.map(session => session.end())))
    for (const session of sessions) t.equal(await knownLayout(session, 'product_host'), undefined)
    await Promise.all(sessions.map(session => prepareLayout(session, 'product_host')))
    for (const session of sessions) t.equal(await knownLayout(session, 'product_host'), newestLayout)
  })

  t.test('stores in two schemas of one database have nothing in common', async t => {
    await emptied(server)
    await server.sql('DROP SCHEMA IF EXISTS other CASCADE')
    const urls = [server.url, `${server.url}?schema=other`]
    const stores = await Promise.all(urls.map(async url => (await openSharedPostgres(url, report)).store))
    for (const [index, store] of stores.entries()) {
      t.equal(await store.own('subject').get('key'), undefined)
      await store.own('subject').set('key', index)
    }
    t.strictSame(await Promise.all(stores.map(store => store.own('subject').get('key'))), [0, 1])
    await Promise.all(stores.map(store => store.close()))
  })

  t.test('tables of a newer host are refused, and left as they are', async t => {
    await emptied(server)
    await (await openSharedPostgres(server.url, report)).store.close()
    await server.sql('UPDATE product_host.layout SET version = 99')
    await t.rejects(openSharedPostgres(server.url, report), {
      name: 'SettingsError',
      message:
        /^PostgreSQL at 127\.0\.0\.1:\d+\/postgres has tables of version 99; this host knows versions up to \d+\./
    })
  })

  t.test('a store whose tables are gone says so, and serves again when they are back', async t => {
    await emptied(server)
    const backend = await open(t, server)
    t.teardown(() => backend.close())
    await backend.set('data:{a/s}:k', '1')
    await emptied(server)
    const gone = { name: 'StoreUnavailable', message: /holds no store any more: its (tables|functions) are gone/ }
    await t.rejects(backend.get('data:{a/s}:k'), gone)
    await t.rejects(backend.set('data:{a/s}:k', '1'), gone)
    await (await openSharedPostgres(server.url, report)).store.close()
    t.equal(await backend.get('data:{a/s}:k'), undefined)
    await backend.set('data:{a/s}:k', '1')
  })
})

t.test('a PostgreSQL that goes away', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  const { store } = await openSharedPostgres(server.url, () => undefined)
  t.teardown(() => store.close())
  const storage = store.namespace('account', 'slug')
  await storage.set('key', 2)

  t.test('that ends its sessions, serves in the next one', async t => {
    await server.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    await untilServed(() => store.probe())
    t.equal(await storage.get('key'), 2)
  })

  t.test('that answers as read-only, is let go of until it takes writes again', async t => {
    await server.sql('ALTER SYSTEM SET default_transaction_read_only = on')
    await server.sql('SELECT pg_reload_conf()')
    await untilServed(async () => {
      const error = await store.probe().then(
        () => undefined,
        (error: Error) => error
      )
      if (!/is read-only/.test(error?.message ?? '')) throw new Error('It takes writes yet.')
    })
    await untilServed(async () => {
      const error = await storage.get('key').then(
        () => undefined,
        (error: Error) => error
      )
      if (error?.name !== 'StoreUnavailable') throw new Error('It is read from yet.')
    })
    await server.sql('BEGIN READ WRITE; ALTER ROLE owner SET default_transaction_read_only = off; COMMIT')
    await untilServed(() => store.probe())
    t.equal(await storage.get('key'), 2)
  })

  t.test('that makes a writer wait, answers in time, and forgets the writer', async t => {
    const locked = server.sql(
      'BEGIN READ WRITE; LOCK TABLE product_host.record IN EXCLUSIVE MODE; SELECT pg_sleep(4); COMMIT'
    )
    await untilServed(async () => {
      const [row] = await server.sql(
        "SELECT count(*)::integer AS locks FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'product_host.record'::regclass"
      )
      if (row?.locks !== 1) throw new Error('It is not locked yet.')
    })
    await t.rejects(storage.set('key', 3), { name: 'StoreUnavailable', message: /a statement took too long \(57014: / })
    t.equal(await storage.get('key'), 2, 'readers do not wait for it')
    await locked
    await storage.set('key', 4)
    t.equal(await storage.get('key'), 4)
  })
})

t.test('a commit that no standby has confirmed is not acknowledged', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  const { store } = await openSharedPostgres(server.url, () => undefined)
  t.teardown(() => store.close())
  await server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
  await server.sql('SELECT pg_reload_conf()')
  const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
  await untilServed(async () => {
    const write = store.own('subject').set('key', 1)
    write.catch(() => undefined)
    await untilServed(async () => {
      if ((await server.sql(waiting)).length === 0) throw new Error('It does not wait yet.')
    }, 1_000)
    await server.sql(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`)
    await t.rejects(write, { name: 'StoreUnavailable', message: /no standby has confirmed a commit/ })
  })
  for (let time = 0; time < 3; time++) await t.rejects(store.own('subject').set('key', 2), { name: 'StoreUnavailable' })
  t.ok((await server.sql(waiting)).length <= 1, 'sessions that were given up do not wait in the server')
  t.type(await store.own('subject').get('key'), 'number', 'what is read waits for no standby')
  await server.sql('ALTER SYSTEM RESET synchronous_standby_names')
  await server.sql('SELECT pg_reload_conf()')
  await untilServed(() => store.probe())
})

const report = (error: Error) => {
  throw error
}

async function open(t: Test, { url }: PostgresServer, now: () => number = Date.now): Promise<PostgresBackend> {
  const report = (error: Error) => t.fail(error.message)
  return PostgresBackend.open({ connection: await PostgresConnection.open({ url, report }), now, report })
}

async function emptied({ sql }: PostgresServer): Promise<void> {
  await sql('DROP SCHEMA IF EXISTS product_host CASCADE')
}
