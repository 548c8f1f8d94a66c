import { type Model, ModelError, type ModelToolCall } from '@product-host/sdk'
import t from 'tap'
import { deploy } from '../deployment.js'
import { outside } from './outside.js'

type Turn = readonly ModelToolCall[] | string | ModelError

/** A model that says one turn after the other, and what it was told. */
function script(turns: readonly Turn[]) {
  const told: Parameters<Model['converse']>[0][] = []
  const left = [...turns]
  const converse: Model['converse'] = async conversation => {
    told.push(conversation)
    const turn = left.shift() ?? 'I am done.'
    if (turn instanceof ModelError) throw turn
    return typeof turn === 'string'
      ? { content: turn, toolCalls: [], tokens: 10 }
      : { content: '', toolCalls: turn, tokens: 10 }
  }
  return { model: { converse }, told }
}

function calling(name: string, input: ModelToolCall['arguments']): readonly ModelToolCall[] {
  return [{ id: 'call', name, arguments: input }]
}

const goal = 'remember that tea is green, then look it up in my notes'

t.test('a configured model runs tools and answers; it sees what they came to', async t => {
  const { model, told } = script([
    calling('core__remember', { key: 'tea', value: 'green' }),
    calling('core__recall', { key: 'tea' }),
    'Tea is green.'
  ])
  const { core } = deploy([outside], { model })
  const { ok, detail, metrics } = await core.run('agent', { goal })
  t.equal(ok, true)
  t.match(detail, { engine: 'model', answer: 'Tea is green.', trace: [{ status: 'ok' }, { status: 'ok' }] })
  t.match(metrics, { steps: 2, succeeded: 2, modelCalls: 3, tokens: 30 })
  const [first] = told
  t.strictSame(
    first?.tools.map(({ name }) => name),
    ['core__remember', 'core__recall', 'core__gather', 'outside__send']
  )
  t.equal(first?.messages[1]?.content, JSON.stringify({ goal }))
  t.match(told[2]?.messages.at(-1), { role: 'tool', content: /green/ })
})

t.test('no model decides on what is to be done on a schedule, and on every other repetition it does', async t => {
  const { model, told } = script([calling('core__recall', { key: 'tea' }), 'Done.'])
  const { core } = deploy([outside], { model })
  const planned = await core.run('agent', { goal: 'every weekday at 8 look up tea in my notes' })
  t.equal(planned.detail.error?.code, 'needs_confirmation')
  t.match(planned.detail, { engine: 'rules', plan: [{ action: 'recall', schedule: { cron: '0 8 * * 1,2,3,4,5' } }] })
  t.strictSame(told, [])
  await core.run('agent', { goal: 'every morning look up tea in my notes' })
  t.ok(told.length > 0)
})

// One set of products, so that its model is trained once.
t.test('a model is held by the same guards', async t => {
  const send = calling('outside__send', { text: 'hello' })
  const blocked = await deploy([outside], { model: script([send, 'It is not allowed.']).model }).core.run('agent', {
    goal
  })
  t.match(blocked.detail.trace, [{ status: 'blocked', error: { code: 'external_not_allowed' } }])
  const look = calling('core__recall', {})
  const stalled = await deploy([outside], { model: script([look, look, look]).model }).core.run('agent', { goal })
  t.match(stalled, { ok: false, detail: { error: { code: 'stalled' }, engine: 'model' } })
  const many = script([1, 2, 3, 4, 5, 6, 7].map(limit => calling('core__recall', { limit })))
  const turned = await deploy([outside], { model: many.model }).core.run('agent', { goal })
  t.match(turned, { ok: false, metrics: { modelCalls: 6, steps: 5 }, detail: { error: { code: 'model_failed' } } })
  const { model, told } = script([calling('core__agent', { goal }), 'There is none.'])
  const nested = await deploy([outside], { model }).core.run('agent', { goal })
  t.match(nested, { ok: true, metrics: { steps: 0 } })
  t.match(told[1]?.messages.at(-1), { content: /no such tool/ })
})

t.test('where the model fails before it did anything, the rules plan, and say why', async t => {
  const down = new ModelError('unavailable', 'Away.')
  const { core } = deploy([outside], { model: script([down]).model })
  const { ok, detail } = await core.run('agent', { goal })
  t.equal(ok, true)
  t.match(detail, {
    engine: 'rules',
    fallbackReason: 'unavailable',
    trace: [{ action: 'remember' }, { action: 'recall' }]
  })
  const late = script([calling('core__recall', {}), down])
  const stopped = await deploy([outside], { model: late.model }).core.run('agent', { goal })
  t.match(stopped, {
    ok: false,
    detail: { error: { code: 'model_failed', retryable: true }, trace: [{ status: 'ok' }] }
  })
  const without = await deploy([outside]).core.run('agent', { goal, planner: 'model' })
  t.match(without.detail, { engine: 'rules', fallbackReason: 'not_configured' })
})

t.test('rules are used where they are asked for', async t => {
  const { model, told } = script([])
  const { core } = deploy([outside], { model })
  t.equal((await core.run('agent', { goal, planner: 'rules' })).detail.engine, 'rules')
  t.strictSame(told, [])
})
