import t from 'tap'
import { databaseAddress } from '../../../../host/dist/storage/postgres/address.js'

t.test('a URL of a database says everything that a connection needs', async t => {
  t.strictSame(databaseAddress('postgres://me:se%40cret@postgres.example/store'), {
    host: 'postgres.example',
    port: 5432,
    database: 'store',
    user: 'me',
    password: 'se@cret',
    tls: 'disable',
    certificates: undefined,
    schema: 'product_host'
  })
  t.match(
    databaseAddress('postgresql://me@[::1]:6432/store?sslmode=verify-full&sslrootcert=/etc/ca.pem&schema=own_2'),
    { host: '::1', port: 6432, password: '', tls: 'verify-full', certificates: '/etc/ca.pem', schema: 'own_2' }
  )
  t.match(databaseAddress('postgres://me@localhost/store?host=/run/postgresql'), { host: '/run/postgresql' })
})

t.test('one that cannot be used is refused in a sentence without the password', async t => {
  for (const [url, sentence] of [
    ['store', /is not an address such as postgres:/],
    ['mysql://me:secret@mysql.example/store', /is not an address/],
    ['postgres://me:secret@postgres.example', /has to name a server, a user and a database/],
    ['postgres://postgres.example/store', /has to name a server, a user and a database/],
    ['postgres://me:secret@postgres.example/store/other', /has to name/],
    ['postgres://me:secret%@postgres.example/store', /has a "%" that is not part of an escape/],
    ['postgres://me:secret@postgres.example/store?sslmode=prefer', /^sslmode in .* disable, require, verify-full\.$/],
    ['postgres://me:secret@postgres.example/store?sslrootcert=ca.pem', /^sslrootcert .* needs sslmode=verify-full\.$/],
    ['postgres://me:secret@postgres.example/store?options=-c', /has a parameter "options"; it takes sslmode, /],
    ['postgres://me:secret@postgres.example/store?schema=Own', /^The schema in DATABASE_URL is not a name/],
    ['postgres://me:secret@postgres.example/store?schema=pg_own', /^The schema/],
    [`postgres://me:secret@postgres.example/store?schema=${'a'.repeat(41)}`, /^The schema/]
  ] as const) {
    t.throws(() => databaseAddress(url), { name: 'SettingsError', message: sentence }, url)
    t.throws(() => databaseAddress(url), { message: /^(?!.*secret)/ })
  }
})
