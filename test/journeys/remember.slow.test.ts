import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'

const run = promisify(execFile)

/** A deployment of core and wealthnode. */
const unlimited = { PRODUCT_HOST_CONFIG: 'test/fixtures/unlimited.json' }

/** The calls that the host prints for a person, as the person would paste them. */
function printedCalls(greeting: string): readonly string[] {
  return greeting.split(/\n\s*\n/).flatMap(part => {
    const start = part.indexOf('curl ')
    return start < 0 ? [] : [part.slice(start).replaceAll('curl ', 'curl -sS ')]
  })
}

t.test('start, remember, recall, be killed, start again, recall', async t => {
  const folder = await dataFolder(t)
  const first = await startProcess(t, folder, unlimited)
  const [remember = '', recall = ''] = printedCalls(first.greeting())
  const answer = async (call: string) => JSON.parse((await run('sh', ['-c', call])).stdout)
  t.match(await answer(remember), {
    ok: true,
    productId: 'core',
    action: 'remember',
    detail: { key: 'client.preference', version: 1 }
  })
  t.match(await answer(recall), {
    ok: true,
    action: 'recall',
    detail: { items: [{ key: 'client.preference', value: 'Prefers meetings in the morning' }] }
  })
  await first.end('SIGKILL')

  const second = await startProcess(t, folder, unlimited)
  const [, again = ''] = printedCalls(second.greeting())
  t.match(await answer(again), {
    ok: true,
    detail: { items: [{ key: 'client.preference', value: 'Prefers meetings in the morning' }] }
  })
  t.equal(await second.end('SIGTERM'), 0)
})

t.test('where nobody bills, an operator makes a key beside the running host, and revokes it', async t => {
  const folder = await dataFolder(t)
  const { url } = await startProcess(t, folder, unlimited)
  const command = async (...options: string[]) => {
    const environment = { PATH: process.env.PATH, DATA_DIR: folder }
    return (await run(process.execPath, [join(root, 'host/dist/cli.js'), 'keys', ...options], { env: environment }))
      .stdout
  }
  const call = (key: string) =>
    fetch(`${url}/api/v1/products/core/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'recall' })
    })
  const { key, keyId } = JSON.parse(await command('create', '--account', 'acme', '--name', 'a test', '--json'))
  t.equal((await call(key)).status, 200)
  t.match(await command('list', '--account', 'acme'), `${keyId}  …${key.slice(-4)}`)
  await command('revoke', keyId, '--account', 'acme')
  t.match(await command('list', '--account', 'acme'), 'revoked')
  await t.rejects(command('revoke', 'key_none', '--account', 'acme'), /The account acme has no key key_none;/)
  await t.rejects(command('create'), /required option '--account <id>'/)
})

t.test('a start that contradicts itself ends with one sentence and exit code 78', async t => {
  const folder = await dataFolder(t)
  for (const environment of [{ NODE_ENV: 'production' }, { PRODUCT_HOST_CONFIG: 'none.json' }])
    await t.rejects(startProcess(t, folder, environment), /The host ended with 78: product-host: [^\n]+\.\n$/)
})
