import { parentPort, workerData } from 'node:worker_threads'
import { type SentError, sentError } from './errors.js'
import { type Batch, type OperationResult, prepareWriting, writeBatch } from './sqlite-batch.js'
import { SqliteConnection } from './sqlite-connection.js'
import { checkInPlace, type StoreFile } from './sqlite-file.js'

/** What the thread is started with. */
export interface WriterSettings {
  readonly file: StoreFile
  /** How long to wait for another process's transaction, in milliseconds. */
  readonly busyMs: number
}

/** What the thread answers to a batch: the results of its operations, in their order, or why none of them was done. */
export type BatchReply = { readonly results: readonly OperationResult[] } | { readonly error: SentError }

const { file, busyMs }: WriterSettings = workerData
const connection = new SqliteConnection(file, { timeout: busyMs }, prepareWriting)

parentPort?.on('message', (message: Batch | 'close') => {
  if (message === 'close') {
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(reply(message))
})

function reply(batch: Batch): BatchReply {
  try {
    const results = connection.use(statements => {
      checkInPlace(file)
      return writeBatch(statements, batch, busyMs)
    })
    return { results }
  } catch (error) {
    return { error: sentError(error) }
  }
}
