import '../../../fixtures/teardown-order.js'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { prepareFile } from '../../../../host/dist/storage/sqlite/connection.js'
import { WriterClient } from '../../../../host/dist/storage/sqlite/writer-client.js'

/** A client of a thread that answers each operation with the number of those that came together with it. */
function countedWriter(t: Test) {
  const writer = new WriterClient({
    file: prepareFile(join(t.testdir(), 'store.sqlite')),
    busyMs: 1000,
    now: () => 0,
    report: error => t.fail(error.message),
    script: pathToFileURL(join(import.meta.dirname, 'counting-writer.js'))
  })
  t.teardown(() => writer.close())
  return writer
}

t.test(
  'what comes in one turn of the event loop is one transaction, and so is what comes while one is made',
  async t => {
    const writer = countedWriter(t)
    const first = [writer.set('a', '1'), writer.delete('b')]
    await turn()
    const second = [writer.set('c', '1')]
    await turn()
    second.push(writer.commit([], []), writer.vacuum())
    t.strictSame(await Promise.all(first), [2, 2])
    t.strictSame(await Promise.all(second), [3, 3, 3])
  }
)

t.test('a transaction has at most 1,000 operations, and takes none after 4 MiB of text', async t => {
  const writer = countedWriter(t)
  const counts = async (writes: readonly Promise<unknown>[]) => [...new Set(await Promise.all(writes))]
  const many = Array.from({ length: 1_001 }, () => writer.delete('a'))
  t.strictSame(await counts(many), [1_000, 1])
  const text = 'x'.repeat(4 * 1024 * 1024 - 1)
  const full = [writer.set('a', text), writer.set('b', 'x'), writer.set('c', '')]
  t.strictSame(await Promise.all(full), [2, 2, 1])
  const writes = ['x', text.slice(1), undefined].map((each, index) => ({
    key: `${index}`,
    ...(each && { text: each })
  }))
  t.strictSame(await Promise.all([writer.commit([], writes), writer.delete('a')]), [2, 2])
  writes.push({ key: 'last', text: 'x' })
  t.strictSame(await Promise.all([writer.commit([], writes), writer.delete('a')]), [1, 1])
})

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
  const sent = t.rejects(writer.set('a', '1'), refused)
  await turn()
  await Promise.all([sent, t.rejects(writer.set('b', '1'), refused)])
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
