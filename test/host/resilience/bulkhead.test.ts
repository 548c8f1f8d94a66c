import t from 'tap'
import { Cancellation } from '../../../host/dist/resilience/cancellation.js'
import { Bulkhead } from '../../../host/dist/resilience/overload.js'

const cancellation = new Cancellation()

t.test('those who find no place wait for one in their order, and not too many of them', async t => {
  const bulkhead = new Bulkhead(1)
  t.equal(bulkhead.enter(cancellation), true)
  const order: number[] = []
  const waiting = [1, 2, 3, 4].map(async number => {
    if (await bulkhead.enter(cancellation)) order.push(number)
  })
  t.equal(await bulkhead.enter(cancellation), false)
  t.match(bulkhead, { inside: 1, waiting: 4 })
  for (let count = 0; count < 4; count++) bulkhead.leave()
  await Promise.all(waiting)
  t.strictSame(order, [1, 2, 3, 4])
  t.match(bulkhead, { inside: 1, waiting: 0 })
  bulkhead.leave()
  t.equal(bulkhead.inside, 0)
})

t.test('who has gone or waited for long gives its wait up', async t => {
  const bulkhead = new Bulkhead(1)
  bulkhead.enter(cancellation)
  const caller = new Cancellation()
  const gone = bulkhead.enter(caller)
  const late = bulkhead.enter(cancellation)
  caller.cancel('gone')
  t.equal(await gone, false)
  t.equal(await late, false)
  t.match(bulkhead, { inside: 1, waiting: 0 })
})
