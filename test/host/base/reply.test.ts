import t from 'tap'
import { Problem, repeatedProblem } from '../../../host/dist/base/problems.js'
import { problemReply } from '../../../host/dist/base/reply.js'

const detail = 'The host has more to do than it can answer in time.'

t.test('a prepared reply has the bytes of one that is made, with the id of its own request', t => {
  const refuse = repeatedProblem('overloaded', detail)
  for (const requestId of ['request-1', 'c57377a7-b51b-4111-b754-052595b577ed'])
    for (const retryAfter of [1, 3]) {
      const made = problemReply(new Problem('overloaded', detail, { retryAfter }), requestId)
      t.strictSame(problemReply(refuse(retryAfter), requestId), made)
      t.match(JSON.parse(made.text), { requestId, instance: `urn:product-host:request:${requestId}` })
    }
  t.end()
})

t.test('a repeated problem is made once for each Retry-After, and no more than a hundred are stored', t => {
  const refuse = repeatedProblem('rate_limited', 'Too many requests came from this address.')
  t.equal(refuse(7), refuse(7))
  for (let seconds = 100; seconds < 300; seconds++) t.match(refuse(seconds), { options: { retryAfter: seconds } })
  t.equal(refuse(7), refuse(7))
  t.not(refuse(299), refuse(299))
  t.end()
})
