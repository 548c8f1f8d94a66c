import t from 'tap'
import { OutputLimit } from '../../../host/dist/isolation/output-limit.js'

/** A limit, and what it has told of dropped output. */
function limited() {
  const told: { readonly lines: number; readonly bytes: number }[] = []
  return { told, limit: new OutputLimit(dropped => void told.push(dropped)) }
}

t.test('200 lines may be written in a second, and the rest is counted', t => {
  const { told, limit } = limited()
  const taken = Array.from({ length: 1_000 }, () => limit.take(10)).filter(Boolean).length
  limit.flush()
  t.equal(taken, 200)
  t.strictSame(told, [{ lines: 800, bytes: 8_000 }])
  t.end()
})

t.test('256 KiB may be written in a second, in however few lines', t => {
  const { told, limit } = limited()
  t.equal(limit.take(256 * 1024), true)
  t.equal(limit.take(1), false)
  limit.flush()
  limit.flush()
  t.strictSame(told, [{ lines: 1, bytes: 1 }])
  t.end()
})
