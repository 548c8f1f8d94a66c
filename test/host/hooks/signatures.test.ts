import { createHmac } from 'node:crypto'
import type { HookSignature } from '@product-host/sdk'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import t from 'tap'
import { secretIssue, verifySignature } from '../../../host/dist/hooks/signatures.js'
import '../../fixtures/random-seed.js'

const now = Date.parse('2026-11-27T12:00:00Z')
const seconds = String(now / 1000)

function verify(kind: HookSignature, secret: string, body: string, headers: Record<string, string>, at = now) {
  return verifySignature(kind, { headers, body: Buffer.from(body), secret, now: at })
}

/** A call that is signed as the documentation of its sender says, and the time at which that was. */
interface SignedExample {
  readonly secret: string
  readonly body: string
  readonly headers: Record<string, string>
  readonly at?: number
  readonly delivery?: string
}

const event = '{"id":"evt_1","type":"invoice.paid"}'
const slackBody = [
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foo',
  'bar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.s',
  'lack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.',
  '803a0bc887a14d10d2c447fce8b6703c'
].join('')
const slackSigned = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
const stripeSecret = 'whsec_test_secret'
const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

const examples: Readonly<Record<Exclude<HookSignature, 'none'>, SignedExample>> = {
  // The vector of the specification's reference library.
  'standard-webhooks': {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    },
    at: 1_614_265_330_000,
    delivery: 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  },
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  github: {
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }
  },
  stripe: {
    secret: stripeSecret,
    body: event,
    headers: { 'stripe-signature': `t=${seconds},v1=${hex(stripeSecret, `${seconds}.${event}`)},v0=6ffbb59b` },
    delivery: 'evt_1'
  },
  // https://docs.slack.dev/authentication/verifying-requests-from-slack
  slack: {
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: slackBody,
    headers: { 'x-slack-request-timestamp': '1531420618', 'x-slack-signature': slackSigned },
    at: 1_531_420_618_000,
    delivery: slackSigned
  },
  shopify: {
    secret: 'hush-hush',
    body: event,
    headers: { 'x-shopify-hmac-sha256': createHmac('sha256', 'hush-hush').update(event).digest('base64') }
  },
  // RFC 7617, section 2.
  basic: {
    secret: 'Aladdin:open sesame',
    body: event,
    headers: { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' }
  }
}
const kinds = Object.entries(examples) as [Exclude<HookSignature, 'none'>, SignedExample][]

t.test('each kind of signature is accepted as its sender documents it', async t => {
  for (const [kind, { secret, body, headers, at, delivery }] of kinds) {
    const verified = verify(kind, secret, body, headers, at)
    t.ok(verified, kind)
    if (delivery !== undefined) t.equal(verified?.delivery, delivery, `${kind} names its delivery`)
    t.equal(secretIssue(kind, secret), undefined, `${kind} takes the secret`)
  }
})

t.test('the libraries of the senders sign what is accepted', async t => {
  const { secret } = examples['standard-webhooks']
  const signature = new Webhook(secret).sign('msg_1', new Date(now), event)
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': signature }
  t.strictSame(verify('standard-webhooks', secret, event, headers), { delivery: 'msg_1' })
  const made = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    payload: event,
    secret: stripeSecret,
    timestamp: now / 1000
  })
  t.strictSame(verify('stripe', stripeSecret, event, { 'stripe-signature': made }), { delivery: 'evt_1' })
})

t.test('a changed body, another secret, a changed or missing header is refused', async t => {
  for (const [kind, { secret, body, headers, at }] of kinds) {
    if (kind !== 'basic') t.equal(verify(kind, secret, `${body} `, headers, at), undefined, `${kind}: body`)
    const other = kind === 'standard-webhooks' ? `whsec_${'A'.repeat(32)}` : `${secret}x`
    t.equal(verify(kind, other, body, headers, at), undefined, `${kind}: secret`)
    t.equal(verify(kind, secret, body, {}, at), undefined, `${kind}: no header`)
    for (const name of Object.keys(headers)) {
      const { [name]: value = '', ...rest } = headers
      t.equal(verify(kind, secret, body, rest, at), undefined, `${kind}: without ${name}`)
      t.equal(verify(kind, secret, body, { ...rest, [name]: `x${value}` }, at), undefined, `${kind}: other ${name}`)
    }
  }
})

t.test('a signature with a time is good for five minutes before and after it, on the bound', async t => {
  const most = 5 * 60 * 1000
  for (const kind of ['standard-webhooks', 'stripe', 'slack'] as const) {
    const { secret, body, headers, at = now } = examples[kind]
    for (const off of [-most, most]) t.ok(verify(kind, secret, body, headers, at + off), `${kind} ${off}`)
    for (const off of [-most - 1, most + 1]) t.equal(verify(kind, secret, body, headers, at + off), undefined)
  }
})

t.test('one of several signatures is enough, and only of the version that is known', async t => {
  const { secret, body, headers, at } = examples['standard-webhooks']
  const good = headers['webhook-signature'] ?? ''
  const withSignature = (text: string) =>
    verify('standard-webhooks', secret, body, { ...headers, 'webhook-signature': text }, at)
  t.ok(withSignature(`v1,${'A'.repeat(43)}= ${good}`))
  t.ok(withSignature(`v2,abc ${good}`))
  t.equal(withSignature(good.replace('v1,', 'v2,')), undefined)
  const signed = hex(stripeSecret, `${seconds}.${event}`)
  const ofStripe = (text: string) => verify('stripe', stripeSecret, event, { 'stripe-signature': text })
  t.ok(ofStripe(`t=${seconds},v1=${'0'.repeat(64)},v1=${signed}`))
  t.equal(ofStripe(`t=${seconds},v0=${signed}`), undefined)
})

t.test('a delivery is named by what is signed alone', async t => {
  const { secret, body, headers } = examples.github
  const one = verify('github', secret, body, { ...headers, 'x-github-delivery': 'one' })
  const two = verify('github', secret, body, { ...headers, 'x-github-delivery': 'two' })
  t.strictSame(one, two)
  const slackEvent = '{"event_id":"Ev1","type":"event_callback"}'
  const slackSecret = examples.slack.secret
  const attempt = (at: string) =>
    verify(
      'slack',
      slackSecret,
      slackEvent,
      { 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${hex(slackSecret, `v0:${at}:${slackEvent}`)}` },
      Number(at) * 1000
    )
  t.strictSame(attempt('1531420618'), { delivery: 'Ev1' })
  t.strictSame(attempt('1531420678'), { delivery: 'Ev1' }, 'the next attempt has another time and signature')
})

t.test('an unsigned call names its delivery by a header, or not at all', async t => {
  t.strictSame(verify('none', '', '{}', {}), {})
  t.strictSame(verify('none', '', '{}', { 'idempotency-key': 'one' }), { delivery: 'one' })
  t.strictSame(verify('none', '', '{}', { 'webhook-id': 'msg' }), { delivery: 'msg' })
})

t.test('a secret that cannot be that of its kind is refused, on the bound', async t => {
  for (const [kind, secret] of [
    ['standard-webhooks', 'whsec_'],
    ['standard-webhooks', `whsec_${Buffer.alloc(15).toString('base64')}`],
    ['standard-webhooks', 'whsec_not base64 at all'],
    ['github', '1234567'],
    ['basic', 'without a colon'],
    ['basic', ':12345678'],
    ['basic', 'name:1234567']
  ] as const)
    t.type(secretIssue(kind, secret), 'string', `${kind} ${secret}`)
  t.equal(secretIssue('standard-webhooks', Buffer.alloc(16).toString('base64')), undefined)
  t.equal(secretIssue('github', '12345678'), undefined)
  t.equal(secretIssue('basic', 'name:12345678'), undefined)
})

t.test('whatever the headers and the body are, nobody without the secret is let in, and nothing throws', async () => {
  const names = [...new Set(kinds.flatMap(([, { headers }]) => Object.keys(headers)))]
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      `t=${seconds}`,
      `t=${seconds},v1=`,
      'v1,',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      seconds,
      'Basic Og=='
    )
  )
  const headers = fc.record(Object.fromEntries(names.map(name => [name, value])), { requiredKeys: [] })
  fc.assert(
    fc.property(headers, fc.uint8Array(), fc.constantFrom(...kinds), (sent, body, [kind, { secret }]) => {
      const call = { headers: sent as Record<string, string>, body: Buffer.from(body), secret, now }
      return verifySignature(kind, call) === undefined
    })
  )
})
