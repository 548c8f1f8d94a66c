import t from 'tap'
import { deployAll } from '../deployment.js'

const { core, calls, renew } = await deployAll()

const notes = 'Each morning at 7:30, look up my memories about deliveries'
const daily = { cron: '30 7 * * *', timezone: 'UTC' }

t.test('what is to be done at a time of certain days is a plan, and once confirmed a schedule', async t => {
  renew()
  for (const [action, input] of [
    ['route', { intent: notes, execute: true, confirm: true }],
    ['agent', { goal: notes, confirm: true, allowExternal: true }]
  ] as const) {
    const asked = await core.run(action, input)
    t.equal(asked.detail.error?.code, 'needs_confirmation')
    t.match(asked.summary, 'every day at 07:30 UTC (no time zone is named)')
    const { steps = [] } = asked.detail.error?.details ?? {}
    const step = {
      product: 'core',
      action: 'recall',
      input: { query: 'deliveries' },
      schedule: { name: notes, ...daily }
    }
    t.match(steps, [{ ...step, effect: 'write' }])
    t.equal(steps.length, 1)
    const before = core.schedules().length
    const done = await core.run(action, input, { confirmed: steps })
    t.equal(done.ok, true)
    t.match(done.summary, 'due next at 2026-01-02T07:30:00.000Z')
    t.match(core.schedules().slice(before), [{ product: 'core', action: 'recall', name: notes, ...daily }])
  }
  t.strictSame(calls, [], 'nothing ran')
})

t.test('route says what the schedule would be before it is asked to do anything', async t => {
  const { detail } = await core.run('route', { intent: 'check https://acme.com every weekday at 8 Europe/Berlin' })
  t.match(detail.chosen, {
    action: 'probe',
    refusal: 'needs_confirmation',
    schedule: { cron: '0 8 * * 1,2,3,4,5', timezone: 'Europe/Berlin' }
  })
  const planned = await core.run('agent', { goal: 'check https://acme.com every weekday at 8', dryRun: true })
  t.match(planned.detail.plan, [{ action: 'probe', schedule: { cron: '0 8 * * 1,2,3,4,5', timezone: 'UTC' } }])
})

t.test('a request in German, French or Spanish can be one', async t => {
  for (const goal of [
    'jeden Morgen um 8 Uhr zeige meine Notizen über Acme',
    'chaque matin à 8h cherche mes notes sur Acme',
    'cada mañana a las 8 busca mis notas sobre Acme'
  ]) {
    const { detail } = await core.run('agent', { goal })
    t.match(detail.error?.details?.steps, [{ action: 'recall', schedule: { cron: '0 8 * * *' } }], goal)
  }
})

t.test('no schedule is planned where the rest is not one thing that is understood', async t => {
  for (const request of [
    'every day at 8 do it',
    'every day at 8',
    'brief me every morning',
    'until Friday brief me every day at 8',
    'check https://acme.com and brief me every day at 8',
    'if Acme scores above 90, draft an email to Acme every Monday at 9',
    'every Monday at 9 forget everything under the key door-code',
    "don't check https://acme.com every day at 8",
    'every day at 8 pursue the goal of the day',
    'Check https://acme.com every ten minutes'
  ]) {
    const { detail } = await core.run('agent', { goal: request, dryRun: true })
    t.notOk(
      detail.plan.some(({ schedule }) => schedule),
      `agent: ${request}`
    )
    t.notOk((await core.run('route', { intent: request })).detail.chosen?.schedule, `route: ${request}`)
  }
})

t.test('what stands at the end of a text to be stored belongs to it', async t => {
  renew()
  const { ok, detail } = await core.run('agent', { goal: 'remember that the team meets every morning at 8' })
  t.equal(ok, true)
  t.match(detail.plan, [{ input: { value: 'the team meets every morning at 8' } }])
  const unclear = await core.run('agent', { goal: 'Notiz: das Team trifft sich jeden Montag um 9', dryRun: true })
  t.notOk(unclear.detail.plan.some(({ schedule }) => schedule))
})

t.test('a schedule that is refused is a failure of the request', async t => {
  const intent = 'brief me on all products every day at 8'
  const asked = await core.run('route', { intent, execute: true })
  const [step] = asked.detail.error?.details?.steps ?? []
  if (!step) throw new Error('There is no plan.')
  const confirmed = [{ ...step, schedule: { name: 'x', cron: '61 * * * *' } }]
  const refused = await core.run('route', { intent, execute: true }, { confirmed })
  t.match(refused.detail.error, { code: 'execution_failed', message: '61 * * * *' })
  const failed = await core.run('agent', { goal: intent }, { confirmed })
  t.match(failed.detail.error, { code: 'step_failed' })
  t.match(failed.detail.trace, [{ status: 'failed', error: { code: 'invalid_input' } }])
})
