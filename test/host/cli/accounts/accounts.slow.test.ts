import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generateSync } from 'otplib'
import t from 'tap'
import { password } from '../../../fixtures/dashboard-client.js'
import { createStore, dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { deploymentFile, notesPlugin } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

t.test('an operator makes, shows and disables accounts of a host that runs', { timeout }, async t => {
  const folder = await dataFolder(t)
  const deployment = { PRODUCT_HOST_CONFIG: await deploymentFile(t, notesPlugin, {}, { billing: 'stripe' }) }
  const { url } = await startProcess(t, folder, deployment)
  const { run, say, json } = operator({ ...deployment, DATA_DIR: folder })
  const post = (path: string, body: object, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers }
    })
  const signIn = (sent: string) => post('/dashboard/api/sessions', { email: 'ada@example.org', password: sent })

  const made = await json('accounts', 'create', 'ada@example.org', '--generate')
  t.match(made, { id: /^acc_/, email: 'ada@example.org', emailVerified: false, passwordSetAt: String })
  t.equal((await signIn(made.password)).status, 201)
  t.match(await run('accounts', 'create', 'ADA@example.org'), { code: 1, error: /has an account already: acc_/ })

  const { id } = made
  t.match(await json('accounts', 'show', 'ada@example.org'), { id, keys: 0, sessions: 1, isDisabled: false })
  const told = await say(`${password}\n`, 'accounts', 'reset-password', id, '--password-stdin')
  t.match(told, { code: 0, out: /another password/ })
  t.notMatch(told.out, password)
  t.equal((await signIn(made.password)).status, 401)
  t.equal((await signIn(password)).status, 201)
  t.match(await json('accounts', 'show', id), { sessions: 1 })

  const { link } = await json('accounts', 'reset-password', id)
  const [, token] = /#token=(.+)$/.exec(link) ?? []
  const reset = await fetch(`${url}/dashboard/api/password-resets/${token}`, {
    method: 'PUT',
    body: JSON.stringify({ password: 'another seven elephants' }),
    headers: { 'Content-Type': 'application/json' }
  })
  t.equal(reset.status, 204)
  t.equal((await signIn('another seven elephants')).status, 201)

  const { key } = await json('keys', 'create', '--account', 'ada@example.org')
  const show = () => post('/api/v1/products/notes/execute', { action: 'latest' }, { Authorization: `Bearer ${key}` })
  t.match(await json('accounts', 'show', id), { plan: 'none', isGranted: false })
  t.match(await (await show()).json(), { status: 402, code: 'trial_required' })
  t.match(await json('accounts', 'grant', id), { id, isGranted: true })
  t.match(await run('accounts', 'grant', id), { code: 1, error: /has this already/ })
  while ((await show()).status === 402) await delay(50)
  t.equal((await show()).status, 200)
  t.match(await json('accounts', 'disable', id, '--reason', 'it asked for it'), { id, reason: 'it asked for it' })
  t.match(await json('accounts', 'show', id), { isDisabled: true, disabledFor: 'it asked for it', goodKeys: 1 })
  while ((await show()).status === 200) await delay(50)
  t.match(await (await show()).json(), { status: 403, code: 'account_disabled' })
  t.equal((await signIn('another seven elephants')).status, 403)
  await run('accounts', 'enable', id)
  t.match(await run('accounts', 'reset-second-factor', id), { code: 1, error: /The second factor of acc_\w+ is off/ })
  while ((await signIn('another seven elephants')).status === 403) await delay(200)
  const cookies = (await signIn('another seven elephants')).headers.getSetCookie()
  const cookie = cookies.map(each => each.split(';')[0]).join('; ')
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
  const bySession = async (path: string, body?: object): Promise<any> => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${url}/dashboard/api/accounts/me${path}`, { headers, ...sent })).json()
  }
  const { secret } = await bySession('/second-factor', {})
  await bySession('/second-factor/confirm', { code: generateSync({ secret }) })
  t.equal((await signIn('another seven elephants')).status, 401)
  t.match(await json('accounts', 'show', id), { hasSecondFactor: true })
  t.match(await json('accounts', 'reset-second-factor', 'ada@example.org'), { id })
  t.equal((await signIn('another seven elephants')).status, 201)
  const { events } = await bySession('/events')
  t.strictSame(
    events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('operator')),
    [
      'operator_reset_second_factor',
      'operator_enabled_account',
      'operator_disabled_account',
      'operator_granted_access',
      'operator_created_key',
      'operator_reset_password',
      'operator_reset_password'
    ]
  )
  t.match(await run('accounts', 'list'), { code: 0, out: new RegExp(`^${id}  \\S+  good  ada@example.org\n$`) })

  t.match(await run('accounts', 'erase', id), { code: 1, error: /required option '--yes'/ })
  t.match(await json('accounts', 'erase', id, '--yes'), { id })
  while ((await run('accounts', 'show', id)).code === 0) await delay(50)
  t.match(await run('accounts', 'list'), { code: 0, out: 'There are none.\n' })
  while ((await show()).status === 403) await delay(50)
  t.equal((await show()).status, 401)
})

t.test('what an operator gets wrong is answered with a sentence', { timeout }, async t => {
  const folder = await dataFolder(t)
  const { run, say, refusal } = operator({ DATA_DIR: folder })
  t.match(await run('accounts', 'list'), { code: 1, error: /^product-host: There is no store in .*; set DATA_DIR to / })
  t.match(await run('accounts', 'create', 'nobody'), { code: 1, error: /An e-mail address is such as ada@example.org/ })
  await createStore(folder)
  await run('keys', 'create', '--account', 'acme')
  for (const [words, error] of [
    [['accounts', 'show', 'none'], /There is no account none, and no key of it; `accounts list` shows/],
    [['accounts', 'show', 'none@example.org'], /No account has the e-mail address none@example.org/],
    [['accounts', 'enable', 'acme'], /acme is not disabled/],
    [['accounts', 'reset-second-factor', 'acme'], /acme is an account of keys alone: nobody signs in to it/],
    [['accounts', 'reset-password', 'acme'], /acme is an account of keys alone: nobody signs in to it/],
    [['accounts', 'create', 'a@example.org', '--generate', '--password-stdin'], /Choose one of/],
    [['keys', 'revoke', 'key_none', '--account', 'acme'], /has no key key_none; `keys list --account acme` shows/],
    [['keys', 'create', '--account', 'none@example.org'], /No account has the e-mail address none@example.org/]
  ] as const)
    t.match(await refusal(...words), error, words.join(' '))
  for (const [words, error] of [
    [['accounts', 'show', 'none'], /^product-host: There is no account none, and no key of it; /],
    [['accounts', 'show', 'not/an/id'], /An account is 1 to 64 letters/],
    [['accounts', 'none'], /unknown command 'none'/]
  ] as const)
    t.match(await run(...words), { code: 1, out: '', error }, words.join(' '))
  const unset = operator({ DATA_DIR: folder, PORT: 'none' })
  t.match(await unset.run('accounts', 'list'), { code: 78, error: /PORT is not a whole number/ })
  t.match(await say('1234567\n', 'accounts', 'create', 'a@example.org', '--password-stdin'), {
    code: 1,
    error: /The password is not 8 to 256 characters long/
  })
  t.match(await run('accounts', 'show', 'acme'), { code: 0, out: /^id +acme\nemail +-\nkeys +1\n/ })
})

t.test('for a script, every list is an array and every failure a problem', { timeout }, async t => {
  const folder = await dataFolder(t)
  const { run, json } = operator({ DATA_DIR: folder })
  const failed = async (words: readonly string[], problem: object, environment = {}) => {
    const { code, out, error } = await operator({ DATA_DIR: folder, ...environment }).run(...words, '--json')
    t.equal(out, '')
    t.match(JSON.parse(error), { ok: false, title: String, exitCode: code, ...problem }, words.join(' '))
  }
  await failed(['accounts', 'list'], { code: 'command_failed', exitCode: 1, detail: /^There is no store in / })
  await createStore(folder)
  t.strictSame(await json('accounts', 'list'), [])
  await run('accounts', 'create', 'ada@example.org', '--generate')
  await run('accounts', 'create', 'bob@example.org', '--generate')
  t.match(await json('accounts', 'list'), [
    { email: 'ada@example.org', isDisabled: false },
    { email: 'bob@example.org', isDisabled: false }
  ])
  for (const account of ['acme', 'acme', 'acme-2']) await run('keys', 'create', '--account', account)
  await run('keys', 'create', '--account', 'ada@example.org')
  await run('accounts', 'disable', 'acme-2')
  t.match((await json('accounts', 'list')).slice(2), [
    { id: 'acme-2', email: null, isDisabled: true },
    { id: 'acme', email: null, isDisabled: false }
  ])
  t.equal((await json('accounts', 'list')).length, 4)
  t.match(await run('accounts', 'list'), { code: 0, out: /^acme-2 +- +disabled +-\nacme +- +good +-\n$/m })
  for (const list of [
    ['keys', 'list', '--account', 'acme'],
    ['operators', 'list'],
    ['jobs', 'list'],
    ['operators', 'log']
  ])
    t.ok(Array.isArray(await json(...list)), list.join(' '))
  await failed(['accounts', 'show', 'none'], { code: 'command_failed', detail: /^There is no account none/ })
  await failed(['accounts', 'show'], { code: 'wrong_arguments', detail: "missing required argument 'account'" })
  await failed(['accounts', 'show', 'not/an/id'], { code: 'wrong_arguments', detail: /An account is 1 to 64 letters/ })
  await failed(['keys', 'create', '--account', 'acme', '--scopes', 'nosuch:execute'], {
    code: 'command_failed',
    detail: /^A scope names the product nosuch/
  })
  await failed(['contract', 'diff', 'none', 'none'], {
    code: 'command_failed',
    exitCode: 2,
    detail: /no file or folder none/
  })
  await failed(
    ['settings'],
    { code: 'wrong_configuration', exitCode: 78, detail: /^PORT is not a whole/ },
    { PORT: 'none' }
  )
  await failed(
    ['jobs', 'list'],
    { code: 'store_unavailable', exitCode: 1, detail: /^Redis at .* is unreachable: / },
    {
      DEMO_MODE: 'local',
      REDIS_URL: 'redis://127.0.0.1:1'
    }
  )
  const file = join(folder, 'product-host.json')
  await writeFile(file, '{\n  "plugins": [],,\n}')
  await failed(
    ['plugins'],
    { code: 'wrong_configuration', detail: /product-host\.json is not JSON: line 2, column 17: the name of a member/ },
    { PRODUCT_HOST_CONFIG: file }
  )
})
