import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm, Receiver } from './receiver.js'

/** Other inputs in each run; a fault is reported with the input that shows it. */
const fewer = { runs: 60, seed: Math.floor(Math.random() * 2 ** 31) }

t.test('the effect of a call is that of its input', async t => {
  const { ingest, route } = leadconnect.actions
  const lead = { email: 'jane@acme.com', destination: 'crm', payload: '', replace: false, deliver: true }
  t.equal(ingest.effectOf?.(lead), 'external')
  t.equal(ingest.effectOf?.({ ...lead, deliver: false }), 'write')
  t.equal(ingest.effectOf?.({ ...lead, destination: 'Inbox' }), 'write')
  const routing = { attributes: {}, replace: false, deliver: false, dryRun: false, retry: false, limit: 50 }
  t.equal(route.effectOf?.(routing), 'write')
  t.equal(route.effectOf?.({ ...routing, deliver: true }), 'external')
  t.equal(route.effectOf?.({ ...routing, retry: true }), 'external')
  t.equal(route.effectOf?.({ ...routing, replay: 'msg_1' }), 'external')
  t.equal(route.effectOf?.({ ...routing, deliver: true, dryRun: true }), 'read')
  t.ok(route.idempotentOf?.({ ...routing, dryRun: true }))
})

t.test('the product conforms without settings', () => conform(leadconnect, fewer))

t.test('the product conforms with rules, and a receiver that is always up', () => {
  const settings = {
    ...crm,
    'rule.1.when': 'score>=50',
    'rule.1.to': 'pool:uk',
    'rule.2.when': '{"in":["a",{"var":"text"}]}',
    'rule.2.to': 'destination:crm',
    'pool.uk.members': 'priya:2,tom',
    'owner.priya.destination': 'crm',
    'fallback.owner': 'tom'
  }
  return conform(leadconnect, { ...fewer, settings, egress: new Receiver().egress })
})

for (const answer of [410, 422, 429, 'timeout', 'blocked_address'] as const)
  t.test(`the product conforms with a receiver that answers ${answer}`, () => {
    const receiver = new Receiver()
    receiver.answer = answer
    return conform(leadconnect, { ...fewer, settings: crm, egress: receiver.egress, runs: 20 })
  })
