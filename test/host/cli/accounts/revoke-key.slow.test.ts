import t from 'tap'
import { digestKey, digestOf, newKey } from '../../../../host/dist/accounts/keys/check-key.js'
import { appKey } from '../../../../host/dist/accounts/keys/key-records.js'
import { Keys } from '../../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../../host/dist/base/clock.js'
import { withStore } from '../../../../host/dist/cli/operations.js'
import { createStore, dataFolder } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

t.test('a key is revoked by its id, or by what leaked, on standard input', { timeout }, async t => {
  const folder = await dataFolder(t)
  await createStore(folder)
  const { run, say, json } = operator({ DATA_DIR: folder })
  const { keyId } = await json('keys', 'create', '--account', 'acme', '--name', 'laptop')
  const leaked = await json('keys', 'create', '--account', 'acme', '--name', 'CI')
  t.strictSame(await json('keys', 'revoke', keyId, '--account', 'acme'), {
    id: keyId,
    account: 'acme',
    name: 'laptop',
    wasRevoked: false,
    replacedBy: null,
    validKeys: 1,
    revoked: true
  })
  const line = `GET /mcp Authorization: Bearer ${leaked.key}, then ${leaked.key}\n`
  t.strictSame(await say(line, 'keys', 'revoke', '--key-stdin'), {
    code: 0,
    out: `Revoked ${leaked.keyId} ("CI") of acme. Running hosts follow within 5 s.\nValid keys of this account: 0.\n`,
    error: ''
  })
  t.match(await say(leaked.key, 'keys', 'revoke', '--key-stdin'), {
    code: 0,
    out: `${leaked.keyId} ("CI") of acme was revoked already.\nValid keys of this account: 0.\n`
  })
  t.match(await json('keys', 'list', '--account', 'acme'), [{ revokedAt: String }, { revokedAt: String }])
  t.match(await json('operators', 'log'), [
    { what: 'key_revoked', on: `acme ${leaked.keyId}` },
    { what: 'key_revoked', on: `acme ${leaked.keyId}` },
    { what: 'key_revoked', on: `acme ${keyId}` }
  ])

  const refused = await run('keys', 'revoke', leaked.key, '--account', 'acme')
  t.match(refused, { code: 1, out: '', error: /This is a key and not its id, .* revoke it with --key-stdin/ })
  t.notMatch(refused.error, leaked.key)
  for (const [input, error] of [
    ['nothing\n', /There is no key on standard input/],
    [`${newKey()} ${newKey()}`, /There are several keys on standard input/],
    [leaked.key.slice(0, -1), /no whole key: its characters do not match its checksum/],
    [newKey(), /No account has this key/]
  ] as const)
    t.match(await say(input, 'keys', 'revoke', '--key-stdin'), { code: 1, out: '', error })
  for (const words of [[], [keyId], ['--key-stdin', keyId], ['--key-stdin', '--account', 'acme']])
    t.match(await run('keys', 'revoke', ...words), { code: 1, error: 'give the id of a key with --account, or' })
})

t.test('what stays valid after a leaked key is revoked', { timeout }, async t => {
  const folder = await dataFolder(t)
  await createStore(folder)
  const { say, json } = operator({ DATA_DIR: folder })
  const { key, keyId } = await json('keys', 'create', '--account', 'acme', '--name', 'CI')
  const token = newKey()
  const next = await withStore({ DATA_DIR: folder }, async store => {
    const about = { account: 'acme', keyId: 'app_1', name: 'an app', resource: 'https://host.example/mcp' }
    const access = { ...about, scopes: ['*:execute'], createdAt: '2026-01-01T00:00:00.000Z' }
    const tokens = [{ digest: digestOf(token), expiresAt: '2100-01-01T00:00:00.000Z' }]
    const records = store.own('keys')
    await records.set(digestKey(digestOf(token)), access)
    await records.set(appKey('acme', 'app_1'), { ...access, clientId: 'a client', tokens })
    return (await new Keys(store, realClock()).rotate('acme', keyId, 3_600_000))?.record.keyId
  })
  t.match(await say(key, 'keys', 'revoke', '--key-stdin'), {
    code: 0,
    out: `${next}, which has replaced it, is still valid.\nValid keys of this account: 1.\n`
  })
  t.match(await say(token, 'keys', 'revoke', '--key-stdin'), { code: 0, out: /^Revoked app_1 \("an app"\) of acme/ })
  await withStore({ DATA_DIR: folder }, async store => {
    t.strictSame(await store.own('keys').list(appKey('acme', '')), [], 'the connection of the app has ended')
  })
  t.match(await say(token, 'keys', 'revoke', '--key-stdin'), { code: 1, error: /No account has this key/ })
})
