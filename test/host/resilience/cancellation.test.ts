import t from 'tap'
import { Cancellation } from '../../../host/dist/resilience/cancellation.js'

t.test('every listener is told the first reason, once', async t => {
  const cancellation = new Cancellation()
  const told: string[] = []
  cancellation.listen(reason => told.push(`one: ${reason}`))
  cancellation.listen(reason => told.push(`two: ${reason}`))
  t.equal(cancellation.reason, undefined)
  cancellation.cancel('deadline')
  cancellation.cancel('gone')
  t.equal(cancellation.reason, 'deadline')
  t.strictSame(told, ['one: deadline', 'two: deadline'])
})

t.test('who listens later is told at once, and who has left is not told', async t => {
  const cancellation = new Cancellation()
  const told: string[] = []
  const first = () => told.push('first')
  const second = () => told.push('second')
  cancellation.listen(first)
  cancellation.listen(second)
  cancellation.unlisten(first)
  cancellation.cancel('stopping')
  cancellation.listen(reason => told.push(reason))
  t.strictSame(told, ['second', 'stopping'])
})

t.test('its signal aborts with it, whether it is asked for before or after', async t => {
  for (const isBefore of [true, false]) {
    const cancellation = new Cancellation()
    if (isBefore) t.equal(cancellation.signal.aborted, false)
    cancellation.cancel('gone')
    t.equal(cancellation.signal.aborted, true)
    t.match(cancellation.signal.reason, { name: 'AbortError', message: 'The call was cancelled: gone.' })
    t.equal(cancellation.signal, cancellation.signal)
  }
})
