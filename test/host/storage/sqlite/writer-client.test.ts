import '../../../fixtures/teardown-order.js'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { prepareFile } from '../../../../host/dist/storage/sqlite/connection.js'
import { WriterClient } from '../../../../host/dist/storage/sqlite/writer-client.js'

t.test('when the thread dies, pending writes are rejected, and the next write starts a new thread', async t => {
  const reported: string[] = []
  const writer = new WriterClient({
    file: prepareFile(join(t.testdir(), 'store.sqlite')),
    busyMs: 1000,
    now: () => 0,
    report: error => reported.push(error.message),
    script: pathToFileURL(join(import.meta.dirname, 'dying-writer.js'))
  })
  const refused = { name: 'StoreUnavailable', message: "The store's writer thread has exited." }
  await Promise.all([t.rejects(writer.set('a', '1'), refused), t.rejects(writer.set('b', '1'), refused)])
  t.strictSame(reported, ['The thread met its end.'])
  t.equal(await writer.set('a', '1'), true)
  await writer.close()
})

t.test('a bug in one operation is an error of its own kind, and the thread goes on', async t => {
  const writer = new WriterClient({
    file: prepareFile(join(t.testdir(), 'store.sqlite')),
    busyMs: 1000,
    now: () => 0,
    report: error => t.fail(error.message)
  })
  await t.rejects(writer.sweep(Number.NaN, 0), { name: 'StoreRefusal' })
  t.equal(await writer.set('a', '1'), true)
  await writer.close()
})
