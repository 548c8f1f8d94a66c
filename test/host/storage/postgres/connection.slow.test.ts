import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openSharedPostgres } from '../../../../host/dist/start/shared-postgres.js'
import { type PostgresServer, startPostgres, startStandby, withoutPostgres } from '../../../fixtures/postgres-server.js'
import { untilServed } from '../../../fixtures/redis-server.js'
import { Certificate } from '../../egress/certificates.js'

/** The URL with another user and, where it is said, another database. */
function urlOf({ port }: PostgresServer, user: string, database = 'postgres'): string {
  return `postgres://${user}:secret@127.0.0.1:${port}/${database}`
}

async function refused(
  t: Test,
  url: string,
  name: 'StoreUnavailable' | 'SettingsError',
  message: RegExp
): Promise<void> {
  const error = await openSharedPostgres(url, () => undefined).then(
    () => undefined,
    error => error
  )
  t.match(error, { name, message }, String(message))
  t.notMatch(error?.message, 'secret')
}

t.test('a PostgreSQL that is not there, or that is none, is refused by name at the start', async t => {
  const sockets = new Set<Socket>()
  const silent = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await new Promise(resolve => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await Promise.all([
    refused(
      t,
      'postgres://name:secret@127.0.0.1:1/store',
      'StoreUnavailable',
      /^PostgreSQL at 127\.0\.0\.1:1\/store is unreachable: connect ECONNREFUSED 127\.0\.0\.1:1\.$/
    ),
    refused(
      t,
      'postgres://name:secret@no-such-name.invalid/store',
      'StoreUnavailable',
      /^PostgreSQL at no-such-name\.invalid:5432\/store is unreachable: getaddrinfo ENOTFOUND no-such-name\.invalid\.$/
    ),
    refused(
      t,
      `postgres://name:secret@127.0.0.1:${port}/store?schema=own`,
      'StoreUnavailable',
      /^PostgreSQL at 127\.0\.0\.1:\d+\/store, schema own is unreachable: no reply within 2000 ms\.$/
    ),
    refused(
      t,
      'postgres://name:secret@/store?host=/no/such/folder'.replace('@/', '@localhost/'),
      'StoreUnavailable',
      /^PostgreSQL at \/no\/such\/folder:5432\/store is unreachable: connect ENOENT /
    )
  ])
})

t.test('a PostgreSQL that cannot be the store says why', { skip: withoutPostgres }, async t => {
  const server = await startPostgres(t)
  await server.sql("CREATE ROLE host LOGIN PASSWORD 'secret'")
  const refusal = (t: Test, url: string, message: RegExp) => refused(t, url, 'SettingsError', message)

  t.test('to a wrong password, a user or a database that is not there', async t => {
    await refusal(t, urlOf(server, 'host').replace('secret', 'other'), /refuses the password \(28P01: /)
    await refusal(t, urlOf(server, 'nobody'), /refuses the password \(28P01: /)
    await refusal(
      t,
      urlOf(server, 'host', 'none'),
      /\/none has no such database \(3D000: database "none" does not exist\)\.$/
    )
  })

  t.test('to a role without rights, until it has the one that it needs', async t => {
    await server.sql('CREATE DATABASE store')
    const url = urlOf(server, 'host', 'store')
    await refusal(
      t,
      url,
      /refuses this role a right that the host needs \(42501: permission denied for database store\)\.$/
    )
    await server.sql('GRANT CREATE ON DATABASE store TO host')
    const { store } = await openSharedPostgres(url, () => undefined)
    await store.probe()
    await store.close()
    await server.sql("CREATE ROLE other LOGIN PASSWORD 'secret'")
    await refusal(t, urlOf(server, 'other', 'store'), /\(42501: permission denied for schema product_host\)\.$/)
  })

  t.test('with another encoding than UTF-8', async t => {
    await server.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    await refusal(
      t,
      urlOf(server, 'owner', 'latin'),
      /\/latin has a database with the encoding LATIN1; a store needs UTF8\.$/
    )
  })

  t.test('with another isolation of transactions', async t => {
    await server.sql("CREATE ROLE strict LOGIN PASSWORD 'secret'")
    await server.sql("ALTER ROLE strict SET default_transaction_isolation = 'serializable'")
    await refusal(
      t,
      urlOf(server, 'strict'),
      /has default_transaction_isolation = serializable for this role; a store needs/
    )
  })

  t.test('of an old version', async t => {
    // A session whose settings say that the server is an older one.
    await server.sql(`CREATE SCHEMA old;
      CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$
        SELECT CASE $1 WHEN 'server_version_num' THEN '130014' WHEN 'server_version' THEN '13.14' ELSE pg_catalog.current_setting($1) END
      $$;
      CREATE ROLE old LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA old TO old;
      ALTER ROLE old SET search_path = old, pg_catalog`)
    await refusal(t, urlOf(server, 'old'), /\/postgres is version 13\.14; a store needs 14 or later\.$/)
  })

  t.test('to one more connection than there may be', async t => {
    await server.sql("CREATE ROLE narrow LOGIN PASSWORD 'secret' CONNECTION LIMIT 2 SUPERUSER")
    await server.sql('ALTER ROLE narrow NOSUPERUSER; GRANT CREATE ON DATABASE store TO narrow')
    await refused(
      t,
      `${urlOf(server, 'narrow', 'store')}?schema=narrow`,
      'StoreUnavailable',
      /takes no more connections: raise max_connections, or lower what others use \(53300: /
    )
  })

  t.test('where a host is not to create a store', async t => {
    const onNew = (name: string) => {
      throw new Error(`There is none in ${name}.`)
    }
    const url = `${server.url}?schema=absent`
    await t.rejects(
      openSharedPostgres(url, () => undefined, { onNew }),
      /There is none in PostgreSQL at .*, schema absent/
    )
    t.strictSame(await server.sql("SELECT 1 FROM pg_namespace WHERE nspname = 'absent'"), [], 'nothing was made')
  })

  t.test('with settings that may lose records, as a warning', async t => {
    const warnings = async () => {
      const reported: string[] = []
      const opened = await openSharedPostgres(server.url, error => reported.push(error.message))
      await opened.store.close()
      return reported
    }
    t.strictSame(await warnings(), [])
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await server.sql(`ALTER SYSTEM SET ${name} = off`)
    await server.sql('SELECT pg_reload_conf()')
    await untilServed(async () => {
      if ((await warnings()).length < 3) throw new Error('The settings do not hold yet.')
    })
    t.match((await warnings()).toSorted(), [
      /^PostgreSQL has "fsync = off": a loss of power may DAMAGE the store/,
      /^PostgreSQL has "full_page_writes = off": /,
      /^PostgreSQL has "synchronous_commit = off": a crash may LOSE about a second of acknowledged writes/
    ])
  })
})

t.test('a standby is no store until it is promoted', { skip: withoutPostgres }, async t => {
  const primary = await startPostgres(t)
  const { store } = await openSharedPostgres(primary.url, () => undefined)
  t.teardown(() => store.close())
  await store.own('subject').set('key', 1)
  const standby = await startStandby(t, primary, 'one')
  await primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'one'")
  await primary.sql('SELECT pg_reload_conf()')
  await untilServed(async () => {
    const [row] = await primary.sql('SELECT sync_state FROM pg_stat_replication')
    if (row?.sync_state !== 'sync') throw new Error('The standby does not confirm commits yet.')
  })
  await store.own('subject').set('key', 2)
  await refused(
    t,
    standby.url,
    'StoreUnavailable',
    /\/postgres is unreachable: it is a standby, which accepts no writes\.$/
  )
  await primary.kill()
  await standby.sql('SELECT pg_promote()')
  const promoted = await openSharedPostgres(standby.url, () => undefined)
  t.teardown(() => promoted.store.close())
  t.equal(await promoted.store.own('subject').get('key'), 2, 'what was acknowledged is on the standby')
  await promoted.store.own('subject').set('key', 3)
})

t.test('TLS is used as the URL says', { skip: withoutPostgres }, async t => {
  const authority = new Certificate({ subject: 'Authority', isAuthority: true })
  const certificate = new Certificate({ hosts: ['localhost'] }, authority)
  const server = await startPostgres(t)
  for (const [name, text] of [
    ['server.crt', certificate.pem],
    ['server.key', certificate.key]
  ] as const) {
    const file = join(server.folder, 'data', name)
    writeFileSync(file, text, { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534)
    chmodSync(file, 0o600)
  }
  await server.sql('ALTER SYSTEM SET ssl = on')
  await server.sql('SELECT pg_reload_conf()')
  const trusted = join(t.testdir({ 'ca.pem': authority.pem }), 'ca.pem')
  const url = (mode: string, host = 'localhost', more = '') =>
    `postgres://owner@${host}:${server.port}/postgres?sslmode=${mode}${more}`
  await untilServed(async () => (await openSharedPostgres(url('require'), () => undefined)).store.close())
  const { store } = await openSharedPostgres(
    url('verify-full', 'localhost', `&sslrootcert=${trusted}`),
    () => undefined
  )
  const [row] = await server.sql(
    "SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'product-host %'"
  )
  t.equal(row?.ssl, true)
  await store.close()
  await refused(t, url('verify-full'), 'StoreUnavailable', /is unreachable: .*certificate/)
  await refused(
    t,
    url('verify-full', '127.0.0.1', `&sslrootcert=${trusted}`),
    'StoreUnavailable',
    /is unreachable: .*altname/
  )
  await refused(
    t,
    url('verify-full', 'localhost', '&sslrootcert=/no/such/file'),
    'SettingsError',
    /cannot be trusted: the file of sslrootcert cannot be read/
  )
})
