import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type TestContext, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm, jane, Receiver } from './receiver.js'

/** Runs `ingest` while a second of the timers passes with every turn of the event loop. */
async function ingested({ run }: TestContext<typeof leadconnect.actions>) {
  mock.timers.enable({ apis: ['setTimeout'] })
  let isDone = false
  const answer = run('ingest', jane).finally(() => {
    isDone = true
  })
  while (!isDone) {
    mock.timers.tick(1_000)
    await turn()
  }
  mock.timers.reset()
  return answer
}

for (const brief of [500, 502, 503, 'connect_refused', 'connect_timeout', 'connection_lost'] as const)
  t.test(`after ${brief} the same call tries once more, a second later`, async t => {
    const receiver = new Receiver()
    receiver.answer = brief
    const context = testContext(leadconnect, {
      settings: crm,
      egress: {
        request(url, options) {
          if (receiver.received.length === 1) receiver.answer = 200
          return receiver.egress.request(url, options)
        }
      }
    })
    const { detail, metrics } = await ingested(context)
    t.match(detail, { status: 'delivered', attempt: { number: 2 } })
    t.match(metrics, { attempts: 2 })
    t.strictSame(receiver.ids, [detail.eventId, detail.eventId])
    t.strictSame(context.jobs(), [])
  })

t.test('the second try takes the place of the one after five seconds', async t => {
  const receiver = new Receiver()
  receiver.answer = 503
  const context = testContext(leadconnect, { settings: crm, egress: receiver.egress })
  const { detail } = await ingested(context)
  t.match(detail, { status: 'retrying', attempt: { number: 2, httpStatus: 503 } })
  const wait = (context.jobs()[0]?.at ?? 0) - context.clock.now()
  t.ok(wait >= 240_000 && wait <= 360_000, `${wait} is about five minutes`)
})

for (const lasting of [429, 422, 'timeout', 'tls_expired', 'dns_not_found'] as const)
  t.test(`after ${lasting} the same call does not try again`, async t => {
    const receiver = new Receiver()
    receiver.answer = lasting
    await ingested(testContext(leadconnect, { settings: crm, egress: receiver.egress }))
    t.equal(receiver.received.length, 1)
  })

t.test('a receiver that asks to be left alone is not tried again by the same call', async t => {
  const receiver = new Receiver()
  receiver.answer = { status: 503, headers: { 'retry-after': '30' } }
  await ingested(testContext(leadconnect, { settings: crm, egress: receiver.egress }))
  t.equal(receiver.received.length, 1)
})

t.test('a call that has taken long begins no second try', async t => {
  const receiver = new Receiver()
  receiver.answer = 503
  const context = testContext(leadconnect, {
    settings: crm,
    egress: {
      request(url, options) {
        context.clock.advance(11_500)
        return receiver.egress.request(url, options)
      }
    }
  })
  await ingested(context)
  t.equal(receiver.received.length, 1)
})
