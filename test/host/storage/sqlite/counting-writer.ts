import { parentPort } from 'node:worker_threads'
import type { WriteMessage } from '../../../../host/dist/storage/sqlite/writer-thread.js'

const operations = ['set', 'delete', 'commit', 'sweep', 'vacuum']

parentPort?.on('message', (message: WriteMessage | 'close') => {
  if (message === 'close') return parentPort?.close()
  const count = message.filter(value => operations.includes(String(value))).length
  // What comes meanwhile is the next batch, however busy the machine is.
  setTimeout(() => parentPort?.postMessage({ results: Array(count).fill(count) }), 100)
})
