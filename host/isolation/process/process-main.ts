import { readSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { deserialize } from 'node:v8'
import type { AnswerNow, HostChannel } from '../launched.js'
import type { PluginStart } from '../messages.js'
import { servePlugin } from '../serve-plugin.js'
import { FrameReader, frameKind, frameOf, pipe } from './frames.js'
import { textOf } from './message-text.js'

/** What a process that runs a plugin executes. */
for (const name of Object.keys(process.env)) if (name !== 'TZ') delete process.env[name]
const answers = answerReader()
await servePlugin(answers.next() as PluginStart, processChannel())

function processChannel(): HostChannel {
  const taken = Buffer.alloc(2 * Int32Array.BYTES_PER_ELEMENT)
  let count = 0
  return {
    postMessage: batch => writeAll(frameOf(frameKind.messages, Buffer.from(textOf(batch)))),
    receive(take) {
      const reader = new FrameReader()
      const socket = new Socket({ fd: pipe.messages, readable: true, writable: false })
      socket.on('data', (part: Buffer) => {
        for (const { content } of reader.read(part)) take(deserialize(content))
      })
      // The host has ended.
      socket.on('close', () => process.exit(0))
    },
    taken(call) {
      count = (count + 1) | 0
      taken.writeInt32LE(count)
      taken.writeInt32LE(call, Int32Array.BYTES_PER_ELEMENT)
      writeAll(frameOf(frameKind.taken, taken))
    },
    answerTo(id) {
      for (;;) {
        const received = answers.next() as { readonly id: number; readonly answer: AnswerNow }
        if (received.id === id) return received.answer
      }
    }
  }
}

/** A write waits until the host has room for it: it is known what the host has of a process that goes no further. */
function writeAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(pipe.output, bytes, at)
}

/** Reads what the host sends beside the messages, without letting anything else run. */
function answerReader(): { next(): unknown } {
  const reader = new FrameReader()
  const waiting: unknown[] = []
  const part = Buffer.allocUnsafe(64 * 1024)
  return {
    next() {
      while (waiting.length === 0) {
        const bytes = readSync(pipe.answers, part)
        if (bytes === 0) process.exit(0)
        for (const { content } of reader.read(Buffer.from(part.subarray(0, bytes)))) waiting.push(deserialize(content))
      }
      return waiting.shift()
    }
  }
}
