import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { createStore, dataFolder, oneProduct, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { deploymentFile, notesPlugin } from '../../../fixtures/start-host.js'

/** Every command is a process of its own, and the machine may be busy. */
const timeout = 230_000

// biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies as they come
async function notes(url: string, body: object): Promise<any> {
  const response = await fetch(`${url}/api/v1/products/notes/execute`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoKey}`, Connection: 'close' }
  })
  return response.json()
}

t.test('a store is backed up and exported while its host runs, and comes back elsewhere', { timeout }, async t => {
  const folder = await dataFolder(t)
  const deployment = { PRODUCT_HOST_CONFIG: await deploymentFile(t, notesPlugin) }
  const running = await startProcess(t, folder, deployment)
  await notes(running.url, { action: 'add', text: 'blue' })
  const { run, json } = operator({ DATA_DIR: folder })
  const backup = join(folder, 'backup.sqlite')
  const exported = join(folder, 'export.jsonl')
  t.match(await json('backup', backup), { file: backup, bytes: Number })
  t.match(await json('export', exported), { file: exported, records: Number })
  const { out } = await run('export')
  t.match(out, /^\{"format":"product-host-store","version":1,"schema":1,[\s\S]*\n\{"end":true,"records":\d+\}\n$/)
  await notes(running.url, { action: 'add', text: 'green' })

  t.match(await run('restore', '--replace', backup), {
    code: 1,
    error: /^product-host: The store .* is in use: stop every host that uses it, and then do this again\.\n$/
  })
  t.match((await notes(running.url, { action: 'latest' })).detail.notes, [{ text: 'green' }, { text: 'blue' }])
  await running.end('SIGTERM')

  for (const [command, file] of [
    ['restore', backup],
    ['import', exported]
  ] as const) {
    const elsewhere = await dataFolder(t)
    const there = operator({ DATA_DIR: elsewhere })
    t.match(await there.json(command, file), { file, records: Number, former: null })
    const { url, end } = await startProcess(t, elsewhere, deployment)
    t.match((await notes(url, { action: 'latest' })).detail, { notes: [{ text: 'blue' }] })
    await end('SIGTERM')
    t.match(await there.run(command, file), { code: 1, error: /There is a store already: .*--replace/ })
    t.match(await there.json(command, '--replace', file), { former: /store\.sqlite\.2/ })
  }
})

t.test('a back-up is verified beside a running host, with the keys of its secrets', { timeout }, async t => {
  const folder = await dataFolder(t)
  const { url } = await startProcess(t, folder, oneProduct)
  const config = await fetch(`${url}/api/v1/products/leadconnect/config`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demoKey}`, Connection: 'close' },
    body: JSON.stringify({
      settings: { 'destination.crm.url': 'https://crm.example.com', 'destination.crm.token': 'a secret token' }
    })
  })
  t.equal(config.status, 200)
  const file = join(folder, 'backup')
  const { run, json, refusal } = operator({ ...oneProduct, DATA_DIR: folder })
  await run('backup', file)
  t.match(await json('restore', '--verify', file), {
    file,
    madeAt: /^20.*Z$/,
    schema: 1,
    records: Number,
    expired: Number,
    kinds: { config: Number, store: Number },
    secrets: 1
  })
  t.match(await run('restore', '--verify', file), {
    code: 0,
    out: /whole: a store made from it has each of its \d+ records\.\nIt shows 20.*Z, in schema version 1\.[\s\S]*each of its 1 secrets: the one/
  })
  const otherKeys = { ENCRYPTION_KEYS: randomBytes(32).toString('base64') }
  t.match(await operator({ ...oneProduct, DATA_DIR: folder, ...otherKeys }).run('restore', '--verify', file), {
    code: 1,
    out: '',
    error:
      /1 of the 1 stored secrets were encrypted with none of these keys: 1 of ENCRYPTION_KEYS\. They are: destination\.crm\.token of leadconnect/
  })
  t.match(await run('restore', '--verify', '--replace', file), {
    code: 1,
    error: /'--verify' cannot be used with option '--replace'/
  })
  const bytes = await readFile(file)
  bytes.write('eve', bytes.indexOf('crm.example.com'))
  await writeFile(file, bytes)
  t.match(await refusal('restore', '--verify', file), /backup cannot be restored\. The file .* is damaged: its records/)
  t.match(
    await refusal('restore', '--replace', file),
    /backup cannot be restored\. The file .* is damaged: its records/
  )
})

t.test('files and folders that are not there are named', { timeout }, async t => {
  const folder = await dataFolder(t)
  const { run, refusal } = operator({ DATA_DIR: folder })
  const none = join(folder, 'none')
  const rubbish = join(folder, 'rubbish')
  await writeFile(rubbish, 'rubbish rubbish rubbish')
  for (const [words, error] of [
    [['backup', join(folder, 'a')], /There is no store in .*; set DATA_DIR to its folder/],
    [['export'], /There is no store in /],
    [['restore', none], /There is no back-up .*none/],
    [['restore', folder], /is a folder; name the back-up in it/],
    [['restore', rubbish], /rubbish cannot be restored\. .* is not a store/],
    [['import', none], /none cannot be read: ENOENT/],
    [['import', rubbish], /rubbish is not an export of a store: its first line is not the header of one/]
  ] as const)
    t.match(await refusal(...words), error, words.join(' '))
  for (const [words, error] of [
    [['export'], /^product-host: There is no store in /],
    [['backup'], /missing required argument 'file'/]
  ] as const)
    t.match(await run(...words), { code: 1, out: '', error }, words.join(' '))
  await createStore(folder)
  t.match(await refusal('backup', rubbish), /rubbish exists already; choose another name/)
  const exported = join(folder, 'export.jsonl')
  await run('export', exported)
  await writeFile(exported, (await readFile(exported, 'utf8')).replace('"schema":1', '"schema":99'))
  t.match(
    await refusal('import', '--replace', exported),
    /export\.jsonl has schema version 99; this host knows versions up to 1\. Use a host that is as new\./
  )
  t.match(await refusal('backup', join(none, 'a')), /The folder .*none does not exist; make it first/)
  t.match(await refusal('export', join(none, 'a')), /The folder .*none does not exist; make it first/)
})
