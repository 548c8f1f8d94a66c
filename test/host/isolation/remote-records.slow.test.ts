import '../../fixtures/teardown-order.js'
import { join } from 'node:path'
import type { NamespaceRecords } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { StoreRefusal, StoreUnavailable } from '../../../host/dist/base/problems.js'
import { callRecords, type RecordsCall, remoteRecords } from '../../../host/dist/isolation/messages.js'
import { type Backend, scan } from '../../../host/dist/storage/backend.js'
import { deserializeError, serializeError } from '../../../host/dist/storage/errors.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../../host/dist/storage/sqlite/backend.js'
import { storageContract } from '../storage/contract.js'

/** Records that are called by messages: calls, results and errors are cloned as between threads. */
function throughMessages(records: NamespaceRecords): NamespaceRecords {
  return remoteRecords(async <Result>(call: RecordsCall) => {
    try {
      return structuredClone(await callRecords(records, structuredClone(call))) as Result
    } catch (error) {
      throw deserializeError(structuredClone(serializeError(error)))
    }
  })
}

async function openThroughMessages(t: Test, now: () => number): Promise<Backend> {
  const path = join(t.testdir(), 'store.sqlite')
  const backend = await SqliteBackend.open({ path, now, report: error => t.fail(error.message) })
  const records = throughMessages(backend)
  return {
    ...records,
    system: 'sqlite',
    commit: (expected, writes) => records.commit(expected, writes, []),
    scan: prefix => scan(records, prefix),
    put: listed => backend.put(listed),
    close: () => backend.close()
  }
}

storageContract(t, 'remote records', openThroughMessages)

t.test('errors keep their class on the way through messages', async t => {
  const thrown: Error[] = [
    new StoreUnavailable('full', 7),
    new RangeError('too long'),
    new TypeError('no text'),
    new Error('bug'),
    new StoreRefusal('refused')
  ]
  const records = throughMessages({ ...memoryBackend(() => 0), get: async key => Promise.reject(thrown[Number(key)]) })
  await t.rejects(records.get('0'), { name: 'StoreUnavailable', message: 'full', retryAfterSeconds: 7 })
  await t.rejects(records.get('1'), RangeError)
  await t.rejects(records.get('2'), TypeError)
  await t.rejects(records.get('3'), { name: 'Error', message: 'bug' })
  await t.rejects(records.get('4'), { name: 'StoreRefusal', message: 'refused' })
})

t.test('what is not a call of the store is refused', async t => {
  const records = memoryBackend(() => 0)
  const received = (message: string) => callRecords(records, JSON.parse(message))
  for (const message of [
    '{}',
    '{ "method": "__proto__", "parameters": [] }',
    '{ "method": "close", "parameters": [] }'
  ])
    await t.rejects(received(message), TypeError)
  await t.rejects(received('{ "method": "read" }'), TypeError)
})
