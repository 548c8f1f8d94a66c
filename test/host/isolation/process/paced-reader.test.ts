import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { PacedReader } from '../../../../host/dist/isolation/process/paced-reader.js'

/** A stream that never waits, and what a reader of 1,000,000 bytes a second has taken of it. */
function reading() {
  const stream = new Readable({
    read() {
      setImmediate(() => this.push(Buffer.alloc(10_000)))
    }
  })
  const taken = { bytes: 0 }
  const reader = new PacedReader(stream, 1_000_000, part => {
    taken.bytes += part.length
    return part.length
  })
  return { stream, taken, reader }
}

t.test('of a sender without end, no more is taken in a second than was said', async t => {
  const { stream, taken } = reading()
  await delay(1_000)
  stream.destroy()
  t.ok(taken.bytes >= 100_000, `${taken.bytes} bytes`)
  t.ok(taken.bytes <= 2_000_000, `${taken.bytes} bytes`)
})

t.test('nothing is taken while it is held, and all that is there once it is hurried', async t => {
  const { stream, taken, reader } = reading()
  reader.hold(true)
  await delay(50)
  t.equal(taken.bytes, 0)
  reader.hurry()
  while (taken.bytes < 5_000_000) await delay(1)
  stream.destroy()
})
