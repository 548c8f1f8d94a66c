import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { dataFolder, type HostProcess, startProcess } from '../fixtures/host-process.js'

async function send({ url }: HostProcess, method: string, path: string, body?: object) {
  const reply = await fetch(`${url}/api/v1/products/${path}`, {
    method,
    headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) })
  })
  return reply.json()
}

t.test('a goal in plain words runs through several products of a real host', { timeout: 230_000 }, async t => {
  const host = await startProcess(t, await dataFolder(t))
  const core = (action: string, input: object) => send(host, 'POST', 'core/execute', { action, ...input })

  t.match(await core('agent', { goal: 'score Acme, draft an outreach and remember the result' }), {
    ok: true,
    metrics: { steps: 3, succeeded: 3 },
    detail: { trace: [{ action: 'score_lead' }, { action: 'draft_outreach' }, { action: 'remember', status: 'ok' }] }
  })
  t.match(await core('route', { intent: 'what do you know about Acme', execute: true }), {
    ok: true,
    detail: { executed: { detail: { items: [{ key: 'acme-draft-outreach' }] } } }
  })
  t.match(await core('gather', {}), { ok: true, metrics: { requested: 4, succeeded: 4, failed: 0 } })
  t.match(await core('agent', {}), { ok: true, detail: { trace: [{ action: 'gather', status: 'ok' }] } })
  const probe = 'is https://example.com up'
  t.match(await core('route', { intent: probe, execute: true }), { detail: { error: { code: 'needs_confirmation' } } })

  t.match(await core('remember', { key: 'gate-code', value: 'the gate code is 4711' }), { ok: true })
  for (const [action, input] of [
    ['route', { intent: 'forget the gate code', execute: true }],
    ['agent', { goal: 'forget the gate code' }]
  ] as const) {
    const asked = await core(action, input)
    const { token: confirmation, steps } = Object(asked).detail.error.details
    t.match(steps, [
      { product: 'core', action: 'remember', input: { key: 'gate-code', mode: 'forget' }, effect: 'write' }
    ])
    t.match(await core('recall', { key: 'gate-code' }), { ok: true })
    t.match(await core(action, { goal: 'forget Acme', intent: 'forget Acme', confirmation }), { ok: true, action })
    t.match(await core('recall', { key: 'gate-code' }), { ok: false })
    t.match(await core('remember', { key: 'gate-code', value: 'the gate code is 4711' }), { ok: true })
  }

  const goal = 'every weekday at 8 Europe/Berlin, look up my memories about the gate'
  const planned = Object(await core('agent', { goal })).detail.error
  t.match(planned, { code: 'needs_confirmation', message: 'every weekday at 08:00 Europe/Berlin' })
  t.match(await core('agent', { confirmation: planned.details.token }), { ok: true, metrics: { succeeded: 1 } })
  const made = { name: goal, cron: '0 8 * * 1,2,3,4,5', timezone: 'Europe/Berlin', productId: 'core', action: 'recall' }
  t.match(await send(host, 'GET', 'schedules'), { schedules: [{ ...made, keyId: 'demo', input: { query: 'gate' } }] })

  t.match(await send(host, 'PUT', 'wealthnode/config', { enabled: false }), { enabled: false })
  const radar = { product: 'wealthnode', action: 'margin_radar' }
  t.match(await core('agent', { steps: [radar] }), {
    ok: false,
    detail: { error: { code: 'step_failed' }, trace: [{ status: 'failed', error: { code: 'product_disabled' } }] }
  })
  t.match(await core('gather', {}), { ok: true, metrics: { requested: 4, succeeded: 3, failed: 0 } })
  t.match(await core('gather', { sources: [{ product: 'wealthnode', action: 'margin_radar' }] }), {
    ok: false,
    detail: { error: { code: 'partial_failure' }, sources: [{ status: 'failed', error: { code: 'product_disabled' } }] }
  })
  t.match(await core('agent', { steps: [{ product: 'core', action: 'agent' }] }), {
    status: 400,
    code: 'invalid_input'
  })
})
