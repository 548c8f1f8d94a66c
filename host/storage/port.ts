import type { MessagePort } from 'node:worker_threads'
import type { CornerRecords } from '@product-host/sdk/runtime'
import { receivedError, type SentError, StoreUnavailable, sentError } from './errors.js'

/** One call of a method of `CornerRecords`. */
export type RecordsCall = {
  [Method in keyof CornerRecords]: { readonly method: Method; readonly parameters: Parameters<CornerRecords[Method]> }
}[keyof CornerRecords]

type Request = RecordsCall & { readonly id: number }

type Reply<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: SentError }

/** Answers the calls that come through the port, until it closes. What has no number is no call, and is dropped. */
export function serveRecords(port: MessagePort, records: CornerRecords): void {
  port.on('message', async (request: Request | undefined) => {
    if (typeof request?.id !== 'number') return
    const { id } = request
    try {
      port.postMessage({ id, result: await callRecords(records, request) } satisfies Reply<unknown>)
    } catch (error) {
      port.postMessage({ id, error: sentError(error) } satisfies Reply<never>)
    }
  })
}

/** Does what a call asks for. */
export async function callRecords(records: CornerRecords, call: RecordsCall): Promise<unknown> {
  switch (call.method) {
    case 'get':
      return records.get(...call.parameters)
    case 'set':
      return records.set(...call.parameters)
    case 'delete':
      return records.delete(...call.parameters)
    case 'read':
      return records.read(...call.parameters)
    case 'commit':
      return records.commit(...call.parameters)
    case 'list':
      return records.list(...call.parameters)
    default:
      throw new TypeError('There is no such call of the store.')
  }
}

/** The records that the other end of the port serves. When the port closes, calls that wait are rejected. */
export function portRecords(port: MessagePort): CornerRecords {
  const waiting = new Map<number, (reply: Reply<never>) => void>()
  const closed = sentError(new StoreUnavailable('The way to the store is closed.'))
  let isOpen = true
  let calls = 0

  port.on('message', (reply: Reply<never>) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  port.on('close', () => {
    isOpen = false
    for (const [id, settle] of waiting) settle({ id, error: closed })
    waiting.clear()
  })

  function ask<Result>(call: RecordsCall): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (!isOpen) return reject(receivedError(closed))
      const id = ++calls
      port.postMessage({ ...call, id } satisfies Request)
      waiting.set(id, (reply: Reply<Result>) =>
        'error' in reply ? reject(receivedError(reply.error)) : resolve(reply.result)
      )
    })
  }

  return recordsOver(ask)
}

/** Records whose every call is asked of somebody else. */
export function recordsOver(ask: <Result>(call: RecordsCall) => Promise<Result>): CornerRecords {
  return {
    get: (...parameters) => ask({ method: 'get', parameters }),
    set: (...parameters) => ask({ method: 'set', parameters }),
    delete: (...parameters) => ask({ method: 'delete', parameters }),
    read: (...parameters) => ask({ method: 'read', parameters }),
    commit: (...parameters) => ask({ method: 'commit', parameters }),
    list: (...parameters) => ask({ method: 'list', parameters })
  }
}
