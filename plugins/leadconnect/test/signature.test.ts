import { testContext } from '@product-host/sdk/testing'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import leadconnect from '../dist/index.js'
import { crm, jane, Receiver } from './receiver.js'

const secret = crm['destination.crm.secret']
const previous = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

async function delivered(settings: Record<string, string>, now?: string) {
  const receiver = new Receiver()
  const { run } = testContext(leadconnect, { settings, egress: receiver.egress, ...(now !== undefined && { now }) })
  const { detail } = await run('ingest', jane)
  const { headers = {}, body = '', secretHeaders } = receiver.received[0]?.options ?? {}
  return { detail, headers, body, secretHeaders }
}

t.test('a receiver can verify a delivery as Standard Webhooks says', async t => {
  const { headers, body, detail } = await delivered(crm, new Date().toISOString())
  t.match(new Webhook(secret).verify(body, { ...headers }), { type: 'lead.created', data: { leadId: detail.leadId } })
  t.throws(() => new Webhook(previous).verify(body, { ...headers }), /No matching signature/)
  t.throws(() => new Webhook(secret).verify(`${body} `, { ...headers }), /No matching signature/)
  t.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_other' }), /No matching signature/)
  t.match(headers['webhook-id'], /^msg_[0-9A-HJKMNP-TV-Z]{26}$/)
  t.strictSame(detail.signature, { scheme: 'v1', keyed: true })
})

t.test('while the previous secret is set there are two signatures, either of which verifies', async t => {
  const settings = { ...crm, 'destination.crm.secretPrevious': previous }
  const { headers, body } = await delivered(settings, new Date().toISOString())
  t.match(headers['webhook-signature'], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  t.ok(new Webhook(secret).verify(body, { ...headers }))
  t.ok(new Webhook(previous).verify(body, { ...headers }))
})

t.test('a signature is what the reference library signs', async t => {
  const { headers, body, detail } = await delivered(crm)
  const time = new Date('2026-01-01T12:00:00Z')
  t.equal(headers['webhook-timestamp'], '1767268800')
  t.equal(headers['webhook-signature'], new Webhook(secret).sign(detail.eventId, time, body))
})

t.test('a text beyond ASCII is signed as its bytes', async t => {
  const receiver = new Receiver()
  const { run } = testContext(leadconnect, { settings: crm, egress: receiver.egress })
  const { detail } = await run('ingest', { ...jane, payload: 'Grüße, 世界 🌍' })
  const { headers = {}, body = '' } = receiver.received[0]?.options ?? {}
  t.match(receiver.received[0]?.body.data, { fields: {}, text: 'Grüße, 世界 🌍' })
  const time = new Date('2026-01-01T12:00:00Z')
  t.equal(headers['webhook-signature'], new Webhook(secret).sign(detail.eventId, time, body))
})

t.test('without a secret a delivery is not signed, and the answer says so', async t => {
  const { headers, detail } = await delivered({ 'destination.crm.url': 'https://crm.example/leads' })
  t.notOk('webhook-signature' in headers)
  t.match(headers, { 'webhook-id': detail.eventId, 'webhook-timestamp': '1767268800' })
  t.strictSame(detail.signature, { scheme: 'v1', keyed: false })
})

t.test('the authorization is sent as a secret header, and nowhere else', async t => {
  const { headers, secretHeaders, detail, body } = await delivered({
    ...crm,
    'destination.crm.authorization': 'Bearer abc'
  })
  t.strictSame(secretHeaders, { authorization: 'Bearer abc' })
  t.notMatch(JSON.stringify([headers, detail, body]), /Bearer|whsec/)
})
