import { existsSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const mark = `${workerData.file.path}.died`

if (existsSync(mark)) await import('../../../../host/dist/storage/sqlite/writer-thread.js')
else {
  writeFileSync(mark, '')
  parentPort?.once('message', () => {
    throw new Error('The thread met its end.')
  })
}
