import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createStore, dataFolder } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { deploymentFile } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

t.test('operators are named with a link, listed and removed, which is all in the audit log', { timeout }, async t => {
  const folder = await dataFolder(t)
  await createStore(folder)
  const on = { PRODUCT_HOST_CONFIG: await deploymentFile(t, {}, {}, { operator: true }) }
  const { run, json } = operator({ DATA_DIR: folder, PUBLIC_URL: 'https://host.example', ...on })
  const { id } = await json('accounts', 'create', 'olga@example.org', '--generate')
  t.match(await operator({ DATA_DIR: folder }).run('operators', 'add', id), {
    code: 1,
    out: '',
    error: /The page for operators is off; set "operator": true in the deployment file/
  })
  t.match(await run('operators', 'add', 'nobody@example.org'), { code: 1, error: /No account has the e-mail address/ })
  const named = await json('operators', 'add', 'olga@example.org')
  t.match(named, { id, email: 'olga@example.org', link: /^https:\/\/host\.example\/operator#token=[\w-]{43}$/ })
  t.match(await run('operators', 'add', id), { code: 0, out: /once, within 15 minutes/ })
  t.match(await json('operators', 'list'), [{ account: id, email: 'olga@example.org', enrolledAt: null }])
  t.match(await json('operators', 'remove', id), { id, removed: true })
  t.match(await run('operators', 'remove', id), { code: 1, error: /acc_\w+ is not an operator/ })
  t.match(await run('operators', 'list'), { code: 0, out: 'There are none.\n' })

  await json('accounts', 'disable', id)
  await json('accounts', 'enable', id)
  await json('accounts', 'grant', id)
  const { keyId } = await json('keys', 'create', '--account', id)
  await json('keys', 'revoke', keyId, '--account', id)
  t.match(await run('jobs', 'replay', 'nothing'), { code: 1, error: /There is no dead letter nothing/ })
  const { username } = userInfo()
  t.strictSame(
    (await json('operators', 'log')).map(({ user, what, on: subject }: Record<string, string>) => [
      user,
      what,
      subject
    ]),
    [
      [username, 'key_revoked', `${id} ${keyId}`],
      [username, 'key_created', id],
      [username, 'access_granted', id],
      [username, 'account_enabled', id],
      [username, 'account_disabled', id],
      [username, 'operator_removed', id],
      [username, 'operator_named', id],
      [username, 'operator_named', id],
      [username, 'account_created', 'an address at example.org']
    ]
  )
  t.match(await run('operators', 'log'), { code: 0, out: / at the command line +Account disabled +acc_/ })
})

t.test('a command takes settings from a file, after those of the environment', { timeout }, async t => {
  const folder = await dataFolder(t)
  const file = join(folder, 'host.env')
  await writeFile(file, 'PORT=3001\nHOST=::1\nMETRICS_TOKEN=hidden\n')
  const { run } = operator({ HOST: '127.0.0.2' })
  for (const words of [
    ['settings', '--settings-file', file],
    [`--settings-file=${file}`, 'settings']
  ]) {
    const { out, code } = await run(...words)
    t.equal(code, 0)
    for (const line of [/^PORT +3001$/m, /^HOST +127\.0\.0\.2$/m, /^METRICS_TOKEN +\*{8}$/m]) t.match(out, line)
  }
  const missing = {
    code: 78,
    out: '',
    error: /^product-host: The file none that --settings-file names cannot be read \(ENOENT\)/
  }
  t.match(await run('settings', '--settings-file', 'none'), missing)
})

t.test('settings shows what the host understands, without secrets', { timeout }, async t => {
  const { run, json } = operator({ METRICS_TOKEN: 'hidden', PORT: '3001' })
  const { out, code } = await run('settings')
  t.equal(code, 0)
  t.match(out, /^PORT +3001$/m)
  t.match(out, /^METRICS_TOKEN +\*{8}$/m)
  t.notMatch(out, 'hidden')
  t.match(await json('settings'), { deployment: { operator: false, billing: String } })
})
