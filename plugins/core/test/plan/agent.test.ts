import { InvalidInput } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import core from '../../dist/index.js'
import { deploy, deployAll } from '../deployment.js'
import { stubborn } from '../stubborn.js'
import { outside } from './outside.js'

t.test('a goal of three parts is three steps, and the trace shows what became of each', async t => {
  const { core, calls } = await deployAll()
  const { ok, detail, metrics } = await core.run('agent', {
    goal: 'score Acme, draft an outreach and remember the result'
  })
  t.equal(ok, true)
  t.match(metrics, { steps: 3, succeeded: 3, failed: 0, skipped: 0, modelCalls: 0 })
  t.match(detail, { engine: 'rules', status: 'completed' })
  t.match(detail.plan, [
    { id: 's1', action: 'score_lead', effect: 'write' },
    { id: 's2', action: 'draft_outreach', effect: 'write' },
    { id: 's3', product: 'core', action: 'remember', input: { value: '{{s2.summary}}' } }
  ])
  t.match(detail.trace, [
    { id: 's1', status: 'ok', input: { companyName: 'Acme' }, summary: /^Acme scores/ },
    { id: 's2', status: 'ok', input: { companyName: 'Acme' }, summary: /^Drafted 3 emails to Acme/ },
    { id: 's3', status: 'ok', input: { key: 'acme-draft-outreach', value: detail.trace[1]?.summary } }
  ])
  t.equal(calls.length, 3)
  const stored = await core.run('recall', { key: 'acme-draft-outreach' })
  t.equal(stored.detail.items[0]?.value, detail.trace[1]?.summary)
})

t.test('recipes and what earlier parts named make whole plans of short goals', async t => {
  const { core } = await deployAll()
  const plan = async (goal: string) =>
    (await core.run('agent', { goal, dryRun: true })).detail.plan.map(({ action, input }) => [action, input])
  t.strictSame(await plan('qualify and contact Globex'), [
    ['enrich', { companyName: 'Globex' }],
    ['score_lead', { companyName: 'Globex' }],
    ['draft_outreach', { companyName: 'Globex' }]
  ])
  t.strictSame(await plan('publish about remote work on LinkedIn for managers'), [
    ['brief', { topic: 'remote work', audience: 'managers', platforms: ['linkedin'] }],
    ['synthesize', { topic: 'remote work', platform: 'linkedin', audience: 'managers' }],
    ['schedule', { platforms: ['linkedin'] }]
  ])
  t.strictSame(await plan('check https://acme.com and tell me'), [
    ['probe', { url: 'https://acme.com' }],
    ['remember', { key: 'probe-https-acme-com', value: '{{s1.summary}}' }]
  ])
  t.strictSame(
    (await plan('score Acme: research and development, requested demo')).map(([action]) => action),
    ['score_lead']
  )
})

t.test('a dry run shows the plan, runs nothing and stores nothing', async t => {
  const { core, calls } = await deployAll()
  const { detail, summary } = await core.run('agent', { goal: 'score Acme and draft an outreach', dryRun: true })
  t.match(detail, { status: 'planned', trace: [] })
  t.equal(summary, 'Planned 2 steps: Score a lead, Draft outreach.')
  t.strictSame(calls, [])
  t.strictSame(await core.storage.list('run'), [])
})

t.test('a goal of which a part leads nowhere, or lacks a field, is not begun', async t => {
  const { core, calls } = await deployAll()
  const strange = await core.run('agent', { goal: 'score Acme, then translate the score into Welsh' })
  t.match(strange, { ok: false, detail: { error: { code: 'plan_incomplete' }, trace: [] } })
  t.match(strange.detail.plan, [
    { id: 's1', effect: 'write' },
    { id: 's2', title: 'No action found', unresolved: true }
  ])
  const short = await core.run('agent', { goal: 'write a post about tea' })
  t.match(short.detail.plan, [{ action: 'synthesize', unresolved: true, missing: ['platform'] }])
  t.match(short.detail.plan, [
    {
      title: 'Write a post',
      productTitle: 'Creator OS',
      does: 'cannot be run',
      why: '"write a post about tea" fits "Write a post" of Creator OS, and does not say: Platform.'
    }
  ])
  const long = await core.run('agent', { goal: 'score Acme; score Globex; score Hooli', maxSteps: 2 })
  t.equal(long.detail.error?.code, 'plan_too_long')
  t.strictSame(calls, [])
})

t.test('a platform that a goal excludes is not written for', async t => {
  const { core, calls } = await deployAll()
  for (const goal of [
    'write a post about pricing but not for LinkedIn',
    'draft a brief for ACME, only not on Threads'
  ]) {
    const { ok, detail, summary } = await core.run('agent', { goal, confirm: true })
    t.match({ ok, detail }, { ok: false, detail: { error: { code: 'needs_confirmation' }, trace: [] } }, goal)
    t.ok(summary.includes('"not"'), summary)
  }
  t.strictSame(calls, [])
})

t.test('what an option names in capitals asks for it', async t => {
  const { core, calls } = await deployAll()
  const { detail } = await core.run('agent', { goal: 'look up the MX records of acme.com' })
  t.match(detail, { error: { code: 'external_blocked' }, plan: [{ input: { domain: 'acme.com', dns: true } }] })
  const without = await core.run('agent', { goal: 'look up acme.com without the MX records', allowExternal: true })
  t.match(without.detail, { error: { code: 'needs_confirmation' } })
  t.strictSame(calls, [])
  const plain = await core.run('agent', { goal: 'which company is behind jane@acme.com?' })
  t.match(plain.detail, { plan: [{ input: { email: 'jane@acme.com' } }] })
  t.notOk(Object.hasOwn(plain.detail.plan[0]?.input ?? {}, 'dns'))
})

t.test('a memory is forgotten by the key after its noun, and what takes the place of another says so', async t => {
  const { core } = await deployAll()
  const agent = async (goal: string) => (await core.run('agent', { goal, confirm: true })).detail.trace[0]?.summary
  t.equal(await agent('remember that Jane likes tea'), 'Remembered "jane-likes" (version 1).')
  t.equal(
    await agent('remember that Jane likes golf'),
    'Remembered "jane-likes" (version 2) in place of "Jane likes tea".'
  )
  for (const noun of ['memory', 'note', 'entry', 'record', 'key']) {
    await core.run('remember', { key: 'door-code', value: '4711' })
    t.equal(await agent(`delete the ${noun} door-code`), 'Forgot "door-code".')
  }
  t.equal(await agent('forget the memory card'), 'There is no memory "memory-card" to forget.')
})

t.test('without a field, it gathers a briefing; where nothing is served, there is nothing to do', async t => {
  const { core: served, calls } = deploy([stubborn])
  const { ok, detail } = await served.run('agent')
  t.equal(ok, true)
  t.match(detail, { trace: [{ action: 'gather', status: 'ok' }], result: { summary: 'Gathered 2 of 2 sources.' } })
  t.equal(calls[0]?.action, 'gather')
  t.match(await testContext(core).run('agent'), { ok: true, summary: 'There was nothing to do.' })
})

t.test('a reference that is the whole text keeps its type, and stands as text within one', async t => {
  const { core } = deploy()
  await core.run('remember', { key: 'colour', value: 'blue' })
  const { ok, detail } = await core.run('agent', {
    goal: 'count',
    steps: [
      { product: 'core', action: 'recall', input: { key: 'colour' } },
      {
        product: 'core',
        action: 'remember',
        input: {
          key: 'note',
          value: '{{s1.metrics.count}} of {{ memory.colour }}: {{goal}} {{s1.detail.items[0].tags}} at {{now}}',
          ifVersion: '{{s1.metrics.nothing}}'
        },
        onError: 'continue'
      },
      {
        product: 'core',
        action: 'remember',
        input: {
          key: 'note',
          value: '{{s1.metrics.count}} of {{ memory.colour }}: {{goal}} {{s1.detail.items[0].tags}} at {{now}}',
          pinned: '{{s1.ok}}',
          ttlSeconds: 60
        }
      }
    ]
  })
  t.equal(ok, true)
  t.match(detail.trace[1], { status: 'failed', error: { code: 'unresolved_reference' } })
  t.strictSame(detail.trace[2]?.input, {
    key: 'note',
    value: '1 of blue: count [] at 2026-01-01T12:00:00.000Z',
    pinned: true,
    ttlSeconds: 60
  })
})

t.test('a step whose condition does not hold is left out', async t => {
  const { core } = deploy()
  const remember = (key: string, when: object) => ({
    product: 'core',
    action: 'remember',
    input: { key, value: 'x' },
    when
  })
  const { detail, metrics } = await core.run('agent', {
    steps: [
      { id: 'all', product: 'core', action: 'recall' },
      remember('a', { '>': [{ var: 'all.metrics.total' }, 0] }),
      remember('b', { and: [{ '==': [{ var: 'all.detail.mode' }, 'list'] }, { '!': { var: 'memory.a' } }] })
    ]
  })
  t.strictSame(
    detail.trace.map(({ status }) => status),
    ['ok', 'skipped', 'ok']
  )
  t.match(metrics, { succeeded: 2, skipped: 1 })
})

t.test('plans that can never run are refused before anything has, each issue with its code', async t => {
  const { core, calls } = deploy([stubborn])
  const codes = async (steps: readonly object[], more: object = {}) => {
    const filled = steps.map(step => ({ product: 'core', action: 'recall', ...step }))
    const error = await core.run('agent', { steps: filled, ...more }).then(
      () => undefined,
      (reason: unknown) => reason
    )
    return error instanceof InvalidInput ? error.issues.map(({ pointer, code }) => `${pointer} ${code}`) : error
  }
  const query = (path: string) => ({ input: { query: `{{${path}}}` } })
  t.strictSame(await codes([query('s2.summary'), {}]), ['#/steps/0/input forward_reference'])
  t.strictSame(await codes([query('s1.summary')]), ['#/steps/0/input forward_reference'])
  t.strictSame(await codes([query('s9.summary')]), ['#/steps/0/input unknown_reference'])
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    t.strictSame(await codes([{}, query(`s1.${name}.name`)]), ['#/steps/1/input forbidden_name'])
    t.strictSame(await codes([{}, { when: { var: `s1.${name}` } }]), ['#/steps/1/when forbidden_name'])
  }
  t.strictSame(await codes([{ when: { var: 's2.ok' } }, {}]), ['#/steps/0/when forward_reference'])
  t.strictSame(await codes([{ when: { map: [[1], 1] } }]), ['#/steps/0/when invalid_condition'])
  t.strictSame(await codes([{ action: 'agent' }]), ['#/steps/0/action nested_run'])
  t.strictSame(await codes([{ action: 'route' }]), ['#/steps/0/action nested_run'])
  t.strictSame(await codes([{ product: 'nobody' }]), ['#/steps/0/action unknown_action'])
  t.strictSame(await codes([{ product: 'stubborn', action: 'answering' }], { allow: ['core'] }), [
    '#/steps/0/action not_allowed'
  ])
  t.strictSame(await codes([{ id: 'a' }, { id: 'a' }]), ['#/steps/1/id duplicate'])
  t.strictSame(await codes([{ id: 'memory' }]), ['#/steps/0/id forbidden_name'])
  t.strictSame(await codes([{}, {}], { maxSteps: 1 }), ['#/steps max_items'])
  t.strictSame(calls, [])
})

t.test('a call that was made before in the run stops it', async t => {
  const { core, calls } = deploy()
  const look = { product: 'core', action: 'recall', input: { limit: 5 }, onError: 'continue' }
  const answer = await core.run('agent', { steps: [look, look, { ...look, input: { limit: 6 } }] })
  t.match(answer, { ok: false, detail: { error: { code: 'stalled' }, stopReason: 'stalled', status: 'stopped' } })
  t.strictSame(
    answer.detail.trace.map(({ status }) => status),
    ['ok', 'blocked', 'not_run']
  )
  t.equal(calls.length, 1)
})

t.test('when the time is over, what was done stays done, and nothing else is begun', async t => {
  const { core } = deploy([stubborn])
  const began = performance.now()
  const answer = await core.run('agent', {
    budgetMs: 1000,
    steps: [
      { product: 'core', action: 'remember', input: { key: 'a', value: 'done' } },
      { product: 'stubborn', action: 'hanging', onError: 'continue' },
      { product: 'core', action: 'remember', input: { key: 'b', value: 'never' } }
    ]
  })
  t.ok(performance.now() - began < 5000, 'five times the 1,000 ms that it has')
  t.match(answer, { ok: false, detail: { error: { code: 'budget_exceeded', retryable: true } } })
  t.match(answer.detail.trace, [{ status: 'ok' }, { status: 'failed' }, { status: 'not_run' }])
  t.equal((await core.run('recall', { key: 'a' })).ok, true)
  t.equal((await core.run('recall', { key: 'b' })).ok, false)
})

t.test('what leaves the machine is blocked unless it is allowed', async t => {
  const { core, calls } = deploy([outside])
  const steps = [{ product: 'outside', action: 'send', input: { text: 'hello' } }]
  const answer = await core.run('agent', { steps })
  t.match(answer, { ok: false, detail: { error: { code: 'external_blocked' } } })
  t.match(answer.detail.trace, [
    { status: 'blocked', outcome: 'blocked', title: 'Send a letter', error: { code: 'external_not_allowed' } }
  ])
  t.equal(
    answer.detail.error?.message,
    '"Send a letter" of Outside calls other services. Turn on Allow other machines to run it.'
  )
  t.strictSame(calls, [])
  t.equal((await core.run('agent', { steps, allowExternal: true })).ok, true)
  const reading = await core.run('agent', {
    steps: [{ product: 'outside', action: 'send', input: { text: 'hello', dry: true } }]
  })
  t.equal(reading.ok, true, 'with this input it only reads')
  const byReference = await core.run('agent', {
    steps: [
      { product: 'core', action: 'recall' },
      { product: 'outside', action: 'send', input: { text: 'hello', dry: '{{s1.detail.items}}' } }
    ]
  })
  t.equal(byReference.detail.error?.code, 'external_blocked', 'what a reference brings is judged too')
})

t.test('a step that fails stops the run, unless it is to go on; the code of the product is in the trace', async t => {
  const { core } = deploy([stubborn])
  const failing = { product: 'stubborn', action: 'failing' }
  const stopped = await core.run('agent', { steps: [failing, { product: 'core', action: 'recall' }] })
  t.match(stopped, { ok: false, detail: { error: { code: 'step_failed', retryable: true } } })
  t.match(stopped.detail.trace, [{ status: 'failed', error: { code: 'too_bad' } }, { status: 'not_run' }])
  const went = await core.run('agent', {
    steps: [
      { ...failing, onError: 'continue' },
      { product: 'stubborn', action: 'throwing', onError: 'continue' },
      { product: 'core', action: 'remember', input: { key: 'code', value: '{{s1.detail.error.code}}' } }
    ]
  })
  t.equal(went.ok, true)
  t.match(went.metrics, { steps: 3, succeeded: 1, failed: 2 })
  t.match(went.detail.trace[1], { error: { code: 'product_error', message: 'The product failed.' } })
  t.equal((await core.run('recall', { key: 'code' })).detail.items[0]?.value, 'too_bad')
})

t.test('a product that the account has disabled is an error of its step', async t => {
  const { products } = deploy([stubborn])
  const disabled = { code: 'product_disabled', message: 'It is disabled.', retryable: false }
  const closed = testContext(core, {
    products: {
      ...products,
      execute: async () => ({ ok: false, summary: 'No.', metrics: {}, detail: { error: disabled } })
    }
  })
  const { detail } = await closed.run('agent', { steps: [{ product: 'stubborn', action: 'answering' }] })
  t.match(detail.trace, [{ status: 'failed', error: disabled }])
})

t.test('secrets and long texts are not in the trace, and the newest 50 runs are stored', async t => {
  const { core } = deploy([outside])
  const { detail } = await core.run('agent', {
    allowExternal: true,
    steps: [{ product: 'outside', action: 'send', input: { text: 'a'.repeat(5000), apiKey: 'hunter2' } }]
  })
  t.equal(detail.trace[0]?.input.apiKey, '********')
  t.equal(detail.plan[0]?.input.apiKey, '********')
  t.equal(String(detail.trace[0]?.input.text).length, 2048)
  const record = await core.storage.get(`run:${detail.runId}`)
  t.match(record, { status: 'completed', trace: [{ status: 'ok' }] })
  t.notMatch(JSON.stringify(record), 'hunter2')
  for (let round = 0; round < 55; round++) await core.run('agent', { steps: [{ product: 'core', action: 'recall' }] })
  t.equal((await core.storage.list('run:')).length, 50)
  t.equal(await core.storage.get(`run:${detail.runId}`), undefined)
})
