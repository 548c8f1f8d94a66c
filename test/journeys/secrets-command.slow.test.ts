import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { snapshotOf } from '../../host/dist/storage/sqlite-snapshot.js'
import { operator } from './command.js'
import { dataFolder, startProcess } from './process.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 110_000

const settings = { 'destination.crm.url': 'https://crm.example.com/leads', 'destination.crm.token': 'a secret token' }

async function config(url: string, body?: object) {
  const response = await fetch(`${url}/api/v1/products/leadconnect/config`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoKey}`, Connection: 'close' },
    ...(body && { method: 'PUT', body: JSON.stringify(body) })
  })
  return response.status
}

/** The name of the key of every secret in a store. */
async function keysOf(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { text } of snapshotOf(join(folder, 'store.sqlite')).records)
    names.push(...[...text.matchAll(/"v1\.([0-9a-f]{8})\./g)].map(([, name = '']) => name))
  return names
}

t.test('secrets get another key while hosts run, and the old one can go', { timeout }, async t => {
  const folder = await dataFolder(t)
  const first = await startProcess(t, folder)
  t.equal(await config(first.url, { settings }), 200)
  await first.end('SIGTERM')
  const [before, ...others] = await keysOf(folder)
  t.strictSame(others, [])

  t.match(await operator({ DATA_DIR: folder }).run('secrets', 'rotate'), {
    code: 1,
    error:
      /ENCRYPTION_KEYS is not set, so that secrets have the key in .*encryption\.key\. Set ENCRYPTION_KEYS to a new key/
  })
  const old = (await readFile(join(folder, 'encryption.key'), 'utf8')).trim()
  const next = randomBytes(32).toString('base64')
  const keys = { ENCRYPTION_KEYS: `${next},${old}` }
  const second = await startProcess(t, folder, keys)
  const { json, run } = operator({ DATA_DIR: folder, ...keys })
  const rotated = await json('secrets', 'rotate')
  t.match(rotated, { changed: 1, current: 0, lost: [], key: /^[0-9a-f]{8}$/ })
  t.not(rotated.key, before)
  t.strictSame(await keysOf(folder), [rotated.key])
  t.equal(await config(second.url), 200)
  t.match(await run('secrets', 'rotate'), { code: 0, out: /^Encrypted 0 secrets with .*; 1 had it already\.\n$/ })
  await second.end('SIGTERM')

  const third = await startProcess(t, folder, { ENCRYPTION_KEYS: next })
  t.equal(await config(third.url), 200)
})

t.test('a secret that no key opens is named, and the command fails', { timeout }, async t => {
  const folder = await dataFolder(t)
  const host = await startProcess(t, folder)
  await config(host.url, { settings })
  const { run, json } = operator({ DATA_DIR: folder, ENCRYPTION_KEYS: randomBytes(32).toString('base64') })
  t.match(await run('secrets', 'rotate'), {
    code: 1,
    out: /^None of ENCRYPTION_KEYS opens demo\/leadconnect\/destination\.crm\.token\.$/m,
    error: /1 secrets have a key that ENCRYPTION_KEYS does not hold/
  })
  await t.rejects(json('secrets', 'rotate'))
  t.equal(await config(host.url), 200)
})
