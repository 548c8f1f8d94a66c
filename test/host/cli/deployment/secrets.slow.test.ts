import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { dataFolder, oneProduct, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

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
  for await (const { text } of dumpSnapshot(join(folder, 'store.sqlite')).records)
    names.push(...[...text.matchAll(/"v1\.([0-9a-f]{8})\./g)].map(([, name = '']) => name))
  return names
}

t.test('secrets get another key while hosts run, and the old one can go', { timeout }, async t => {
  const folder = await dataFolder(t)
  const first = await startProcess(t, folder, oneProduct)
  t.equal(await config(first.url, { settings }), 200)
  await first.end('SIGTERM')
  const [before, ...others] = await keysOf(folder)
  t.strictSame(others, [])

  t.match(await operator({ ...oneProduct, DATA_DIR: folder }).run('secrets', 'rotate'), {
    code: 1,
    error:
      /ENCRYPTION_KEYS is not set, so that secrets have the key in .*encryption\.key\. Set ENCRYPTION_KEYS to that key, a comma and a new key/
  })
  const old = (await readFile(join(folder, 'encryption.key'), 'utf8')).trim()
  const next = randomBytes(32).toString('base64')
  const keys = { ENCRYPTION_KEYS: `${next},${old}` }
  t.match(await operator({ ...oneProduct, DATA_DIR: folder, ENCRYPTION_KEYS: next, DEMO_MODE: 'local' }).run('check'), {
    code: 1,
    out: new RegExp(
      '^BAD {3}encryption keys: 1 of the 1 stored secrets were encrypted with none of these keys: 1 of ' +
        'ENCRYPTION_KEYS\\. They are: destination\\.crm\\.token of leadconnect, account demo\\.$',
      'm'
    )
  })
  t.match(await operator({ ...oneProduct, DATA_DIR: folder, ...keys, DEMO_MODE: 'local' }).run('check'), { code: 0 })
  const second = await startProcess(t, folder, { ...oneProduct, ...keys })
  const { json, run } = operator({ ...oneProduct, DATA_DIR: folder, ...keys })
  const rotated = await json('secrets', 'rotate')
  t.match(rotated, { changed: 1, current: 0, lost: [], key: /^[0-9a-f]{8}$/ })
  t.not(rotated.key, before)
  t.strictSame(await keysOf(folder), [rotated.key])
  t.equal(await config(second.url), 200)
  t.match(await run('secrets', 'rotate'), { code: 0, out: /^Encrypted 0 secrets with .*; 1 had it already\.\n$/ })
  await second.end('SIGTERM')

  const third = await startProcess(t, folder, { ...oneProduct, ENCRYPTION_KEYS: next })
  t.equal(await config(third.url), 200)
})

t.test('a secret that no key opens is named, and the command fails', { timeout }, async t => {
  const folder = await dataFolder(t)
  const host = await startProcess(t, folder, oneProduct)
  await config(host.url, { settings })
  const { run, json } = operator({
    ...oneProduct,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64')
  })
  t.match(await run('secrets', 'rotate'), {
    code: 1,
    out: /^None of ENCRYPTION_KEYS opens demo\/leadconnect\/destination\.crm\.token\.$/m,
    error: /1 secrets have a key that ENCRYPTION_KEYS does not hold/
  })
  await t.rejects(json('secrets', 'rotate'))
  t.equal(await config(host.url), 200)
})

t.test('in the order that the help gives, every host reads what every other one encrypts', { timeout }, async t => {
  const help = await operator({}).run('secrets', 'rotate', '--help')
  t.match(
    help.out,
    /1\. .*append it to ENCRYPTION_KEYS.*2\. .*put the new key first.*3\. Run this command.*4\. Remove/s
  )
  const folder = await dataFolder(t)
  const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const steps = [old, `${old},${next}`, `${next},${old}`, next]
  let before = await startProcess(t, folder, { ...oneProduct, ENCRYPTION_KEYS: old })
  for (const [index, ENCRYPTION_KEYS] of steps.entries()) {
    if (index === 3)
      await operator({ ...oneProduct, DATA_DIR: folder, ENCRYPTION_KEYS: steps[2] ?? '' }).json('secrets', 'rotate')
    const after = await startProcess(t, folder, { ...oneProduct, ENCRYPTION_KEYS })
    for (const [writer, reader] of [
      [before, after],
      [after, before]
    ] as const) {
      t.equal(await config(writer.url, { settings: { ...settings, 'destination.crm.token': `secret ${index}` } }), 200)
      t.equal(await config(reader.url), 200, `step ${index}`)
    }
    await before.end('SIGTERM')
    before = after
  }
})
