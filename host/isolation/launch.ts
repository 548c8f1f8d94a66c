import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { PluginEntry } from '../deployment.js'
import type { ThreadData } from './messages.js'

/** A worker that has been started, and the host's ends of what leads to it. */
export interface Launched {
  readonly worker: Worker
  readonly port: MessagePort
  /** For answers that the thread waits for without letting anything else run, and the cell that says which one is there. */
  readonly nowPort: MessagePort
  readonly nowCell: Int32Array
}

/**
 * What V8 lets the heap have beyond the limit, in MiB. V8 does not reliably end a thread alone that meets its own limit, but may
 * abort the process (github.com/nodejs/node/issues/47224), so that the host has to be there first.
 */
const heapReserveMb = 1_024
/** How often a thread's memory is looked at, in milliseconds. */
const memoryEveryMs = 100
const bytesPerMb = 1024 * 1024

/** Starts a worker for a plugin, with an empty environment. */
export function launch({ package: name, options, limits }: PluginEntry, parentUrl: string): Launched {
  const [calls, now] = [new MessageChannel(), new MessageChannel()]
  const nowCell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadData = { package: name, parentUrl, options, port: calls.port2, nowPort: now.port2, nowCell }
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    name,
    workerData,
    transferList: [calls.port2, now.port2],
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb + heapReserveMb }
  })
  return { worker, port: calls.port1, nowPort: now.port1, nowCell }
}

/** Tells, once, when a worker has more memory than it may; until the worker ends. */
export function guardMemory(worker: Worker, { limits: { memoryMb } }: PluginEntry, tooMuch: () => void): void {
  const timer = setInterval(async () => {
    const { total_heap_size: heap, external_memory: beside } = await worker.getHeapStatistics().catch(unknown)
    if (heap + beside <= memoryMb * bytesPerMb) return
    clearInterval(timer)
    tooMuch()
  }, memoryEveryMs).unref()
  worker.once('exit', () => clearInterval(timer))
}

/** A worker that starts or ends cannot say what it has, and is asked again. */
function unknown(): { readonly total_heap_size: number; readonly external_memory: number } {
  return { total_heap_size: 0, external_memory: 0 }
}
