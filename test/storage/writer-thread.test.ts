import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { Operation } from '../../host/dist/storage/sqlite-batch.js'
import { prepareFile } from '../../host/dist/storage/sqlite-file.js'
import { WriterThread } from '../../host/dist/storage/writer-thread.js'

const put = (key: string): Operation => ({ kind: 'commit', expected: [], changes: [{ key, text: '1' }] })

t.test('when the thread dies, what waits is refused, and the next write starts a new thread', async t => {
  const reported: string[] = []
  const thread = new WriterThread({
    file: prepareFile(join(t.testdir(), 'store.sqlite')),
    busyMs: 1000,
    now: () => 0,
    report: error => reported.push(error.message),
    script: pathToFileURL(join(import.meta.dirname, 'dying-writer.js'))
  })
  const refused = { name: 'StoreUnavailable', message: 'The thread that writes the store has ended.' }
  await Promise.all([t.rejects(thread.submit(put('a')), refused), t.rejects(thread.submit(put('b')), refused)])
  t.strictSame(reported, ['The thread met its end.'])
  t.equal(await thread.submit(put('a')), true)
  await thread.close()
})

t.test('a bug in one operation is an error of its own kind, and the thread goes on', async t => {
  const thread = new WriterThread({
    file: prepareFile(join(t.testdir(), 'store.sqlite')),
    busyMs: 1000,
    now: () => 0,
    report: error => t.fail(error.message)
  })
  const broken: Operation = { kind: 'sweep', limit: Number.NaN }
  await t.rejects(thread.submit(broken), { name: 'Error' })
  t.equal(await thread.submit(put('a')), true)
  await thread.close()
})
