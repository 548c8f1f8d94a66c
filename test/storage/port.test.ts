import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import t, { type Test } from 'tap'
import type { Backend } from '../../host/dist/storage/backend.js'
import { StoreUnavailable } from '../../host/dist/storage/errors.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { portRecords, serveRecords } from '../../host/dist/storage/port.js'
import { SqliteBackend } from '../../host/dist/storage/sqlite.js'
import { walk } from '../../host/dist/storage/walk.js'
import { storageContract } from './contract.js'

async function openThroughPort(t: Test, now: () => number): Promise<Backend> {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await SqliteBackend.open({ path, now, report: error => t.fail(error.message) })
  const { port1, port2 } = new MessageChannel()
  serveRecords(port1, backend)
  const records = portRecords(port2)
  return {
    ...records,
    commit: (expected, writes) => records.commit(expected, writes, []),
    walk: prefix => walk(records, prefix),
    async close() {
      port2.close()
      await backend.close()
    }
  }
}

storageContract(t, 'port', openThroughPort)

t.test('errors keep their kind on the way through the port', async t => {
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port1.close())
  const thrown: Error[] = [
    new StoreUnavailable('full', 7),
    new RangeError('too long'),
    new TypeError('no text'),
    new Error('bug')
  ]
  serveRecords(port1, { ...memoryBackend(() => 0), get: async key => Promise.reject(thrown[Number(key)]) })
  const records = portRecords(port2)
  await t.rejects(records.get('0'), { name: 'StoreUnavailable', message: 'full', retryAfterSeconds: 7 })
  await t.rejects(records.get('1'), RangeError)
  await t.rejects(records.get('2'), TypeError)
  await t.rejects(records.get('3'), { name: 'Error', message: 'bug' })
})

t.test('when the port closes, calls that wait and later ones are rejected', async t => {
  const { port1, port2 } = new MessageChannel()
  serveRecords(port1, { ...memoryBackend(() => 0), get: () => new Promise(() => undefined) })
  const records = portRecords(port2)
  const waiting = [records.get('a'), records.get('b')]
  port1.close()
  for (const call of waiting)
    await t.rejects(call, { name: 'StoreUnavailable', message: 'The way to the store is closed.' })
  await t.rejects(records.get('c'), { name: 'StoreUnavailable' })
})

t.test('what is no call of the store is refused or dropped, and the port goes on', async t => {
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port1.close())
  serveRecords(
    port1,
    memoryBackend(() => 0)
  )
  for (const nonsense of [
    null,
    1,
    'x',
    {},
    { id: 'x' },
    { id: -1, method: '__proto__', parameters: [] },
    { id: -2, method: 'read' }
  ])
    port2.postMessage(nonsense)
  const records = portRecords(port2)
  await records.set('a', '1')
  t.equal(await records.get('a'), '1')
})
