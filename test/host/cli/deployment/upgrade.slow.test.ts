import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'
import { dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { npmRegistry } from '../../../fixtures/npm-registry.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { says } from '../../../fixtures/products/says.js'
import { send } from '../../../fixtures/send.js'

const name = '@test/says'

t.test('a package is fetched, added, upgraded, taken back, switched off and removed while the host runs', async t => {
  const registry = await npmRegistry(t)
  const folder = await dataFolder(t)
  const script = { scripts: { postinstall: `touch ${join(folder, 'ran')}` } }
  await registry.publish(name, '1.0.0', says('1.0.0'), script)
  const file = join(folder, 'product-host.json')
  await writeFile(file, '{ "plugins": [] }')
  const environment = { PRODUCT_HOST_CONFIG: file, DATA_DIR: folder }
  const { json, run } = operator({ ...environment, ...registry.environment })
  const host = await startProcess(t, folder, environment)
  const say = async () => {
    const headers = { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' }
    const { status, text } = await send(`${host.url}/api/v1/products/says/execute`, 'POST', headers, '{"action":"say"}')
    return status === 200 ? JSON.parse(text).detail.version : status
  }
  /** Within so long a running host follows. */
  const followed = async (answer: unknown) => {
    const end = performance.now() + 20_000
    while ((await say()) !== answer && performance.now() < end) await delay(50)
    return say()
  }

  t.equal(await say(), 404)
  t.match(await json('add', name, '--yes'), { slug: 'says', version: '1.0.0', actions: [{ name: 'say' }] })
  t.equal(await followed('1.0.0'), '1.0.0')
  t.strictSame(JSON.parse(await readFile(file, 'utf8')), { plugins: [{ package: name, version: '1.0.0' }] })
  await t.rejects(readFile(join(folder, 'ran')), 'no script of a package has run')
  const about = JSON.parse(
    await readFile(join(folder, '.product-host/packages/@test+says@1.0.0/package-lock.json'), 'utf8')
  )
  t.match(about.packages[`node_modules/${name}`], { integrity: /^sha512-/ })

  await registry.publish(name, '2.0.0', says('2.0.0', { action: 'speak' }))
  await registry.publish(name, '3.0.0', 'throw new Error("not today")')
  t.strictSame(await json('outdated'), [{ package: name, current: '1.0.0', newest: '3.0.0', isOutdated: true }])
  const refused = await run('upgrade', 'says', '--yes')
  t.match(refused, { code: 1, error: /@test\/says 3\.0\.0 would not be served: .*not today/ })
  t.match(await json('upgrade', 'says', '--to', '^2.0.0', '--yes'), {
    from: '1.0.0',
    to: '2.0.0',
    integrity: /^sha512-/,
    changes: [
      { level: 'major', pointer: '#/actions/say', detail: 'was removed' },
      { level: 'minor', pointer: '#/actions/speak', detail: 'is new' }
    ]
  })
  t.equal(await followed(400), 400, 'the action has another name')
  registry.close()
  t.match(await json('upgrade', name, '--to', '1.0.0', '--yes'), { from: '2.0.0', to: '1.0.0' }, 'without the registry')
  t.equal(await followed('1.0.0'), '1.0.0')

  t.match(await json('disable', 'says'), { product: name, isEnabled: false })
  t.equal(await followed(503), 503)
  t.match(await json('enable', name), { product: name, isEnabled: true })
  t.equal(await followed('1.0.0'), '1.0.0')
  const store = await openStore(folder, error => t.fail(error.message))
  await store.namespace('ada', 'says').set('kept', 1)
  await store.close()
  const stored = { accounts: 1, records: 1, configs: 0 }
  t.match(await json('remove', 'says', '--yes'), { removed: name, stored, isErased: false })
  t.equal(await followed(404), 404)
  t.strictSame(JSON.parse(await readFile(file, 'utf8')), { plugins: [] })

  await json('add', `${name}@1.0.0`, '--yes')
  t.equal(await followed('1.0.0'), '1.0.0')
  t.match(await json('remove', 'says', '--erase', '--yes'), { removed: name, stored, isErased: true })
  t.equal(await followed(404), 404)
  t.match(await json('operators', 'log'), [{ what: 'product_erased', on: 'says' }])
  await json('add', `${name}@1.0.0`, '--yes')
  t.match(await json('remove', 'says', '--yes'), { stored: { records: 0 } })
})

t.test('a version that would lose stored records is not written', async t => {
  const registry = await npmRegistry(t)
  const folder = await dataFolder(t)
  const file = join(folder, 'product-host.json')
  await writeFile(file, '{ "plugins": [] }')
  const { json, run } = operator({ PRODUCT_HOST_CONFIG: file, DATA_DIR: folder, ...registry.environment })
  const migrate = (members: string) => ({
    members: `migrate: { from: 1, to: 2, change: record => record, ${members} }`
  })
  await registry.publish(name, '1.0.0', says('1.0.0'))
  await registry.publish(name, '2.0.0', says('2.0.0', migrate('')))
  await json('add', `${name}@2.0.0`, '--yes')
  const host = await startProcess(t, folder, { PRODUCT_HOST_CONFIG: file, DATA_DIR: folder })
  const store = await openStore(folder, error => t.fail(error.message))
  await store.namespace('ada', 'says').set('kept', { '@record': 2, value: 1 })
  const back = () => run('upgrade', 'says', '--to', '1.0.0', '--yes')
  const error =
    /@test\/says 1\.0\.0 would not be served: Of the stored records of "says", 1 can be read only by a plugin/
  t.match(await back(), { code: 1, error })
  await host.end('SIGTERM')
  t.match(await back(), { code: 1, error })
  await store.namespace('ada', 'says').delete('kept')
  t.match(await back(), { code: 0 })
  await store.close()
})

t.test('what cannot be fetched is refused in a sentence, and leaves nothing behind', async t => {
  const registry = await npmRegistry(t)
  await registry.publish(name, '1.0.0', says('1.0.0'))
  const folder = await dataFolder(t)
  const file = join(folder, 'product-host.json')
  await writeFile(file, '{ "plugins": [] }')
  const { run, json } = operator({ PRODUCT_HOST_CONFIG: file, DATA_DIR: folder, ...registry.environment })
  for (const [words, reason] of [
    [['add', '@test/nowhere'], /npm refuses: .*404/],
    [['add', `${name}@9.0.0`], /npm refuses: .*9\.0\.0/],
    [['add', `${name}@git+https://example.com/x.git`], /is neither a version, nor a range/],
    [['upgrade', 'says'], /has no product "says"/]
  ] as const)
    t.match(await run(...words, '--yes'), { code: 1, error: reason }, words.join(' '))
  t.equal(await readFile(file, 'utf8'), '{ "plugins": [] }')
  t.strictSame(await readdir(join(folder, '.product-host/packages')), [])
  await writeFile(file, JSON.stringify({ plugins: [{ package: '@test/nowhere', version: '1.0.0' }] }))
  t.match(await json('outdated'), [{ current: null, newest: null, isOutdated: false, reason: /^npm refuses: .*404/ }])
})
