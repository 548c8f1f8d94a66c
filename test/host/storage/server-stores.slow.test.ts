import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { dumpSnapshot } from '../../../host/dist/storage/sqlite/snapshot.js'
import type { Store } from '../../../host/dist/storage/store.js'
import { dataFolder, oneProduct, startProcess } from '../../fixtures/host-process.js'
import { Client } from '../../fixtures/load-balanced-hosts.js'
import { operator } from '../../fixtures/operator-cli.js'
import { untilServed } from '../../fixtures/redis-server.js'
import { sharedServers } from '../../fixtures/shared-servers.js'

// What holds on each server of a store. The tests beside it hold what one of them does in its own way.

for (const kind of Object.values(sharedServers)) {
  t.test(`a store in ${kind.name}`, { skip: kind.without }, async t => {
    const server = await kind.start(t)

    await t.test('two processes that update the same records are both exact', async t => {
      const stores = [(await server.open()).store, (await server.open()).store] as const
      const keys = ['left', 'right']
      const increase = (store: Store, keys: readonly string[]) =>
        store.namespace('account', 'slug').update(keys, read => ({
          writes: keys.map(key => ({ key, value: (read<number>(key) ?? 0) + 1 })),
          jobs: [{ schedule: { id: 'one', at: 1, action: 'run', input: {} } }],
          result: undefined
        }))
      await Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          increase(stores[index % 2 ? 0 : 1], index % 3 ? keys : keys.toReversed())
        )
      )
      t.strictSame(await stores[0].namespace('account', 'slug').list(''), [
        { key: 'left', value: 300 },
        { key: 'right', value: 300 }
      ])
      t.equal((await stores[0].own('jobs').list('')).length, 2)
    })

    await t.test('a list of large records comes in parts, and is whole', async t => {
      const storage = (await server.open()).store.namespace('large', 'slug')
      const value = 'x'.repeat(1024 * 1024 - 2)
      for (let index = 0; index < 9; index++) await storage.set(`k${index}`, value)
      const names = async (reverse: boolean) => (await storage.list('k', { limit: 8, reverse })).map(({ key }) => key)
      t.strictSame(await names(false), ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'])
      t.strictSame(await names(true), ['k8', 'k7', 'k6', 'k5', 'k4', 'k3', 'k2', 'k1'])
    })

    await t.test('is served to a process that was itself blocked for longer than a reply may take', async t => {
      const { store } = await server.open(error => t.fail(error.message))
      const storage = store.namespace('blocked', 'slug')
      await storage.set('key', 1)
      const reads = [storage.get('key'), storage.get('key')]
      for (const begun = performance.now(); performance.now() - begun < server.replyMs + 300; );
      t.strictSame(await Promise.all(reads), [1, 1])
      await store.close()
    })

    await t.test(
      'is unavailable at once to every method when the server is killed, and serves again by itself',
      async t => {
        const reported: string[] = []
        const { store } = await server.open(({ message }) => reported.push(message))
        const storage = store.namespace('killed', 'slug')
        await storage.set('key', 1)
        await server.kill()
        await everyMethodIsUnavailable(t, store, kind.name)
        t.match(reported[0], `${kind.name} at 127.0.0.1:`)
        await server.restart()
        await untilServed(() => store.probe())
        t.equal(await storage.get('key'), 1)
        await storage.update(['key'], read => ({
          writes: [{ key: 'key', value: (read<number>('key') ?? 0) + 1 }],
          result: 0
        }))
        t.equal(await storage.get('key'), 2)
      }
    )

    await t.test('is unavailable while the server accepts and never replies, and then serves again', async t => {
      const { store } = await server.open()
      server.pause()
      const begun = performance.now()
      await Promise.all([
        t.rejects(store.namespace('account', 'slug').get('key'), {
          message: `no reply within ${server.replyMs} ms`
        }),
        t.rejects(store.probe(), { name: 'StoreUnavailable' })
      ])
      t.ok(performance.now() - begun < 3 * server.replyMs + 1_500, 'nobody waits for long')
      await everyMethodIsUnavailable(t, store, kind.name)
      server.resume()
      await untilServed(() => store.probe())
    })
  })

  t.test(`a deployment moves to ${kind.name} and back`, { skip: kind.without, timeout: 230_000 }, async t => {
    const [folder, elsewhere, server] = [await dataFolder(t), await dataFolder(t), await kind.start(t)]
    const demo = { ...oneProduct, DEMO_MODE: 'local' }
    const first = await openStore(folder, error => t.fail(error.message))
    await first.namespace('demo', 'notes').set('stays', { a: ['é\u{1f600}', null] })
    await first.namespace('demo', 'notes').set('goes', 1, { ttlMs: 3_600_000 })
    await first.namespace('demo', 'notes').update([], () => ({
      jobs: [{ schedule: { id: 'one', at: Date.now() + 3_600_000, action: 'later', input: {} } }],
      result: undefined
    }))
    await first.close()
    const embedded = operator({ ...demo, DATA_DIR: folder })
    const shared = operator({ ...demo, DATA_DIR: elsewhere, ...server.environment, PORT: '0' })
    const [before, after, back] = ['before', 'after', 'back'].map(name => join(folder, `${name}.jsonl`))
    const name = new RegExp(`^${kind.name} at 127\\.0\\.0\\.1:\\d+\\S*`)
    await embedded.json('export', before ?? '')
    t.match(await shared.run('export'), { code: 1, error: /There is no store: no schema version is recorded/ })
    t.match(await shared.run('jobs', 'list'), { code: 1, error: `There is no store in ${kind.name} at ` })
    t.match(await shared.json('import', '--resume', before ?? ''), { records: 5, former: null })
    t.match(await shared.json('check'), {
      checks: [{}, {}, {}, {}, { what: 'store', detail: new RegExp(`${name.source}, schema 1$`) }]
    })

    const host = await startProcess(t, elsewhere, { ...oneProduct, ...server.environment })
    const body = { action: 'ingest', email: 'jane@acme.co.uk', destination: 'crm', payload: '{}' }
    t.equal((await new Client(t, 1).execute(host.url, demoKey, 'leadconnect', body)).status, 200)
    t.match(await shared.run('import', '--resume', '--replace', before ?? ''), {
      code: 1,
      error: 'is in use: stop every host that uses it, and then do this again.\n'
    })
    await host.end('SIGTERM')
    t.match(await shared.run('import', '--resume', before ?? ''), {
      code: 1,
      error: `There is a store already: ${kind.name} at `
    })
    await shared.json('import', '--resume', '--replace', before ?? '')

    await shared.json('export', after ?? '')
    await embedded.json('import', '--resume', '--replace', after ?? '')
    await embedded.json('export', back ?? '')
    const records = async (file = '') => (await readFile(file, 'utf8')).split('\n').slice(1).toSorted()
    t.strictSame(await records(after), await records(before))
    t.strictSame(await records(back), await records(before))

    const backup = join(folder, 'backup.sqlite')
    await shared.json('backup', backup)
    t.equal(dumpSnapshot(backup, true).count, 5)
    await shared.json('restore', '--resume', '--replace', backup)
    const { store } = await server.open()
    t.strictSame(await store.namespace('demo', 'notes').get('stays'), { a: ['é\u{1f600}', null] })
  })
}

async function everyMethodIsUnavailable(t: Test, store: Store, name: string): Promise<void> {
  const unavailable = {
    name: 'StoreUnavailable',
    message: new RegExp(`^${name} at 127\\.0\\.0\\.1:\\d+\\S* is unreachable: `)
  }
  const namespace = store.namespace('account', 'slug')
  await t.rejects(namespace.get('key'), unavailable)
  await t.rejects(namespace.set('key', 1), unavailable)
  await t.rejects(namespace.delete('key'), unavailable)
  await t.rejects(namespace.list(''), unavailable)
  await t.rejects(
    namespace.update(['key'], () => ({ writes: [{ key: 'key', value: 1 }], result: 0 })),
    unavailable
  )
  await t.rejects(store.keyv.getMany(['key']), unavailable)
  await t.rejects(store.keyv.clear(), unavailable)
  await t.rejects(store.eraseAccount('account'), unavailable)
  await t.rejects(store.probe(), unavailable)
}
