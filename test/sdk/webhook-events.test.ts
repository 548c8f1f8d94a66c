import { Buffer } from 'node:buffer'
import { verifyWebhook, type WebhookEvent } from '@product-host/sdk/client'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import {
  type AccountEventData,
  type AccountEventType,
  accountEventTypes,
  type EventFilter,
  eventFilters
} from '../../host/dist/webhooks/event-types.js'
import type { EventFilter as ClientFilter } from '../../sdk/dist/client/webhook-events.js'
import { anyText } from '../fixtures/any-text.js'
import { seed } from '../fixtures/random-seed.js'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const now = Date.parse('2026-01-05T12:00:00Z')
const body = '{"type":"webhook.test","timestamp":"2026-01-05T12:00:00.000Z","data":{"endpointId":"whe_1"}}'

/** The headers of a message that the npm library signs. */
function signed(given = body, by = secret, at = now, id = 'evt_1') {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(by).sign(id, new Date(at), given)
  }
}

t.test('what the npm library signs is accepted, with the headers of Node and of the fetch standard', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.uuid(),
      fc.record({
        type: fc.string(),
        timestamp: fc.string(),
        data: fc.dictionary(fc.string(), anyText)
      }),
      async (bytes, id, event) => {
        const by = `whsec_${Buffer.from(bytes).toString('base64')}`
        const text = JSON.stringify(event)
        const headers = signed(text, by, now, id)
        const expected = JSON.parse(text)
        t.strictSame(await verifyWebhook(by, headers, text, now), expected)
        t.strictSame(await verifyWebhook([secret, by], new Headers(headers), Buffer.from(text), now), expected)
      }
    ),
    { seed, numRuns: 50 }
  )
})

t.test('one valid signature among several is enough', async t => {
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const headers = signed()
  const both = `v1a,${Buffer.alloc(64).toString('base64')} ${signed(body, other)['webhook-signature']} v1,? ${headers['webhook-signature']}`
  t.match(await verifyWebhook(secret, { ...headers, 'webhook-signature': both }, body, now), { type: 'webhook.test' })
})

t.test('what was changed, or signed with another secret, is refused', async t => {
  const headers = signed()
  const signature = headers['webhook-signature']
  for (const [changed, text] of [
    [{ ...headers, 'webhook-id': 'evt_2' }, body],
    [{ ...headers, 'webhook-timestamp': String(now / 1000 + 1) }, body],
    [headers, `${body} `],
    [{ ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, body],
    [{ ...headers, 'webhook-signature': signature.slice(0, -4) }, body],
    [{ ...headers, 'webhook-signature': 'v1,' }, body]
  ] as const)
    await t.rejects(verifyWebhook(secret, changed, text, now), { name: 'WebhookError', code: 'wrong_signature' })
  await t.rejects(verifyWebhook(`whsec_${Buffer.alloc(24, 8).toString('base64')}`, headers, body, now), {
    code: 'wrong_signature'
  })
})

t.test('a message is accepted within five minutes of its time', async t => {
  for (const ms of [-300_000, 300_000]) t.ok(await verifyWebhook(secret, signed(body, secret, now + ms), body, now))
  for (const ms of [-301_000, 301_000])
    await t.rejects(verifyWebhook(secret, signed(body, secret, now + ms), body, now), { code: 'wrong_time' })
  for (const text of ['', 'now', '1e9', '-5', '1767614400.5'])
    await t.rejects(verifyWebhook(secret, { ...signed(), 'webhook-timestamp': text }, body, now), {
      code: text === '' ? 'missing_header' : 'invalid_timestamp'
    })
})

t.test('what lacks a header, a secret or an event is refused', async t => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: _, ...headers } = signed() as Record<string, string>
    await t.rejects(verifyWebhook(secret, headers, body, now), { code: 'missing_header' }, name)
    await t.rejects(verifyWebhook(secret, new Headers(headers), body, now), { code: 'missing_header' }, name)
  }
  for (const by of ['', 'whsec_', 'no base64!'])
    await t.rejects(verifyWebhook(by, signed(), body, now), { code: 'invalid_secret' })
  await t.rejects(verifyWebhook([], signed(), body, now), { code: 'wrong_signature' })
  for (const text of ['', '{', '[]', '"text"', 'null', '{"type":"x"}'])
    await t.rejects(verifyWebhook(secret, signed(text), text, now), { code: 'invalid_body' }, text)
})

t.test('the client knows the events of the host', async t => {
  type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
  type Data<Type extends AccountEventType> = Extract<WebhookEvent, { readonly type: Type }>['data']
  const types: Same<AccountEventType, WebhookEvent['type']> = true
  const filters: Same<EventFilter, ClientFilter> = true
  const data: { readonly [Type in AccountEventType]: Same<AccountEventData<Type>, Data<Type>> } = {
    'run.succeeded': true,
    'run.failed': true,
    'usage.threshold': true,
    'key.expiring': true,
    'product.degraded': true,
    'contract.changed': true,
    'schedule.paused': true,
    'webhook.test': true
  }
  t.ok(types && filters)
  t.strictSame(Object.keys(data), Object.keys(accountEventTypes))
  t.ok(eventFilters.every(filter => /^(\*|run\.\*)$/.test(filter) || filter in accountEventTypes))
})
