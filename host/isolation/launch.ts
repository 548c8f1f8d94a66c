import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { PluginEntry } from '../deployment.js'
import { cell, type ThreadData } from './messages.js'

/** A started worker, and the host's ends of its message ports. */
interface Launched {
  readonly worker: Worker
  readonly port: MessagePort
  /** For answers that block the thread. */
  readonly nowPort: MessagePort
  readonly cells: Int32Array
}

/**
 * How far V8's own heap limit exceeds the configured one, in MiB. At its own limit V8 does not reliably end only the thread: it may abort the
 * process (github.com/nodejs/node/issues/47224), so the host must end the thread first.
 */
const heapReserveMb = 1_024
/** How often a thread's memory is measured, in milliseconds. */
const memoryEveryMs = 100
const bytesPerMb = 1024 * 1024

/** Starts a worker for a plugin, with an empty environment. */
export function launch({ package: name, options, limits }: PluginEntry, parentUrl: string): Launched {
  const [calls, now] = [new MessageChannel(), new MessageChannel()]
  const cells = new Int32Array(new SharedArrayBuffer(Object.keys(cell).length * Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadData = { package: name, parentUrl, options, port: calls.port2, nowPort: now.port2, cells }
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
  return { worker, port: calls.port1, nowPort: now.port1, cells }
}

/** Calls back once if a worker exceeds its memory limit, until the worker ends. */
export function guardMemory(worker: Worker, { limits: { memoryMb } }: PluginEntry, tooMuch: () => void): void {
  const timer = setInterval(async () => {
    const { total_heap_size: heap, external_memory: external } = await worker.getHeapStatistics().catch(unknown)
    if (heap + external <= memoryMb * bytesPerMb) return
    clearInterval(timer)
    tooMuch()
  }, memoryEveryMs).unref()
  worker.once('exit', () => clearInterval(timer))
}

/** A worker that starts or ends has no statistics; the next measurement tries again. */
function unknown(): { readonly total_heap_size: number; readonly external_memory: number } {
  return { total_heap_size: 0, external_memory: 0 }
}
