import t from 'tap'
import { FrameReader, frameOf } from '../../../../host/dist/isolation/process/frames.js'

t.test('frames are read as they were sent, in whatever parts they arrive', async t => {
  const sent = ['first', '', 'ä'.repeat(100_000), 'last'].map((text, kind) => ({ kind, content: Buffer.from(text) }))
  const bytes = Buffer.concat(sent.map(({ kind, content }) => frameOf(kind, content)))
  for (const length of [3, 70_000, bytes.length]) {
    const reader = new FrameReader()
    const parts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length)
    )
    t.strictSame(
      parts.flatMap(part => reader.read(part)).map(({ kind, content }) => ({ kind, content: Buffer.from(content) })),
      sent
    )
  }
})

t.test('a frame that says that it is larger than 16 MiB is refused before it has come', async t => {
  const head = Buffer.alloc(5)
  head.writeUInt32LE(17 * 1024 * 1024)
  t.throws(() => new FrameReader().read(head), RangeError)
})
