import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { AnswerNow, HostChannel } from './launched.js'
import { cell, received, type Sent, sent, type ThreadData, type ToPlugin } from './messages.js'
import { servePlugin } from './serve-plugin.js'

/** What a thread that runs a plugin executes. */
const data: ThreadData = workerData
refuseSignals()
data.port.ref()
await servePlugin(data, threadChannel(data))

/** A signal that a plugin in a thread sends to its own process would end the host. */
function refuseSignals(): void {
  const value = () => {
    throw new Error('A plugin in a thread cannot send signals: its process is the host.')
  }
  for (const name of ['kill', '_kill']) Object.defineProperty(process, name, { value })
}

/** How long a request that blocks the thread waits, in milliseconds. */
const longestWaitMs = 5_000

function threadChannel({ port, nowPort, cells }: ThreadData): HostChannel {
  const latest = () => Atomics.load(cells, cell.answer)
  return {
    postMessage: batch => port.postMessage(sent(batch)),
    receive: take => void port.on('message', (batch: Sent<ToPlugin>) => take(received(batch))),
    taken(call) {
      Atomics.add(cells, cell.taken, 1)
      Atomics.store(cells, cell.call, call)
    },
    answerTo(id) {
      const until = performance.now() + longestWaitMs
      for (let there = latest(); there !== id; there = latest())
        if (Atomics.wait(cells, cell.answer, there, until - performance.now()) === 'timed-out')
          throw new Error('The host did not answer in time.')
      // Late answers to earlier requests are skipped.
      for (;;) {
        const received: { message: { id: number; answer: AnswerNow } } | undefined = receiveMessageOnPort(nowPort)
        if (!received) throw new Error('The host did not answer.')
        if (received.message.id === id) return received.message.answer
      }
    }
  }
}
