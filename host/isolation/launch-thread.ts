import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Launched, PluginListener } from './launched.js'
import { cell, type FromPlugin, type PluginStart, received, type Sent, sent, type ThreadData } from './messages.js'

/**
 * How far V8's own heap limit exceeds the configured one, in MiB. At its own limit V8 does not reliably end only the thread: it may abort the
 * process (github.com/nodejs/node/issues/47224), so the host must end the thread first.
 */
const heapReserveMb = 1_024
/** How often a thread's memory is measured, in milliseconds. */
const memoryEveryMs = 100
const bytesPerMb = 1024 * 1024

/** Starts a thread for a plugin, with an empty environment. */
export function launchThread(start: PluginStart, memoryMb: number, listener: PluginListener): Launched {
  const [calls, now] = [new MessageChannel(), new MessageChannel()]
  const cells = new Int32Array(new SharedArrayBuffer(Object.keys(cell).length * Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadData = { ...start, port: calls.port2, nowPort: now.port2, cells }
  const worker = new Worker(new URL('./thread-main.js', import.meta.url), {
    name: start.package,
    workerData,
    transferList: [calls.port2, now.port2],
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + heapReserveMb }
  })
  let reason: string | undefined
  calls.port1.on('message', (sent: Sent<FromPlugin>) => listener.messages(received(sent)))
  worker.on('error', error => {
    reason ??= error.message
  })
  worker.on('exit', code => {
    for (let last = receiveMessageOnPort(calls.port1); last; last = receiveMessageOnPort(calls.port1))
      listener.messages(received(last.message))
    calls.port1.close()
    now.port1.close()
    listener.ended(reason ?? `It ended itself with code ${code}.`)
  })
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => listener.printed(text))
  guardMemory(worker, memoryMb, () => listener.exceeded(`It took more than ${memoryMb} MiB of memory.`))
  return {
    cells,
    postMessage: batch => calls.port1.postMessage(sent(batch)),
    answerNow(id, answer) {
      now.port1.postMessage({ id, answer })
      Atomics.store(cells, cell.answer, id)
      Atomics.notify(cells, cell.answer)
    },
    hold: () => undefined,
    terminate: () => void worker.terminate()
  }
}

/** Calls back once if a worker exceeds its memory limit, until the worker ends. */
function guardMemory(worker: Worker, memoryMb: number, tooMuch: () => void): void {
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
