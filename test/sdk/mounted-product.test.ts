import { defineAction, defineProduct, InvalidInput, type Issue, ProductError, Type } from '@product-host/sdk'
import { effectsOf, MountedProduct, soundInput } from '@product-host/sdk/runtime'
import t from 'tap'
import { compileInput } from '../../sdk/dist/runtime/compile-schema.js'

t.test('an action is safe to repeat when it reads, or is idempotent, for the input that it gets', async t => {
  const of = (action: object, input?: object) => {
    const { effect, isSafeToRepeat } = effectsOf(action as never, input as never)
    return `${effect} ${isSafeToRepeat}`
  }
  t.equal(of({ effect: 'read' }), 'read true')
  t.equal(of({ effect: 'write' }), 'write false')
  t.equal(of({ effect: 'write', idempotent: true }), 'write true')
  t.equal(of({ effect: 'external', idempotent: false }, {}), 'external false')
  const always = { effect: 'write', idempotentOf: () => true }
  t.strictSame(
    [of(always), of(always, {})],
    ['write false', 'write true'],
    'what depends on an input is not known without'
  )
  const varying = {
    effect: 'external',
    effectOf: ({ dry }: { dry?: boolean }) => (dry ? 'read' : 'write'),
    idempotent: true,
    idempotentOf: ({ id }: { id?: string }) => id !== undefined
  }
  t.equal(of(varying), 'external false', 'without an input the most that it may do')
  t.equal(of(varying, {}), 'write false')
  t.equal(of(varying, { dry: true }), 'read true')
  t.equal(of(varying, { id: 'x' }), 'write true')
})

t.test('what an action would get has its defaults, and what was sent stays as it is', async t => {
  const check = compileInput({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string', default: 'x' } },
    required: ['a']
  })
  const sent = { a: 1 }
  t.strictSame(soundInput(check, sent), { a: 1, b: 'x' })
  t.strictSame(sent, { a: 1 })
  t.equal(soundInput(check, { a: 'one' }), undefined)
})

/** A mounted product with one action that ends as the test says. */
function mounted(run: () => unknown) {
  const act = defineAction({
    title: 'Act',
    description: 'Acts.',
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({ list: Type.Array(Type.Object({ a: Type.Integer() })) }),
    metrics: Type.Object({ count: Type.Integer() }),
    examples: [{ title: 'One', input: {} }],
    errors: { no: 'It did not work.' },
    run: run as never
  })
  const product = defineProduct({
    slug: 'acting',
    title: 'Acting',
    description: 'Acts.',
    version: '1.0.0',
    actions: { act }
  })
  const provide = (() => undefined) as never
  const opened = new MountedProduct(product, { tokens: [], provide })
  return (name = 'act') => opened.run(name, {}, {} as never, provide)
}

const outcome = { summary: 'Acted.', metrics: { count: 1 }, detail: { list: [{ a: 1 }] } }

t.test('a run that ends well answers with what its schemas declare, and names the rest', async t => {
  t.strictSame(await mounted(async () => outcome)(), { kind: 'answered', answer: { ok: true, ...outcome } })
  const given = {
    summary: 'Acted.',
    metrics: { count: 1, more: 2 },
    detail: { list: [{ a: 1 }, { a: 2, 'b/c': 3 }], gone: undefined }
  }
  const { answer, ...rest } = (await mounted(() => given)()) as { answer: object }
  t.strictSame(rest, { kind: 'answered', undeclared: ['#/metrics/more', '#/detail/list/1/b~1c'] })
  t.match(answer, { ok: true, metrics: { count: 1 }, detail: { list: [{ a: 1 }, { a: 2 }] } })
  t.notMatch(JSON.stringify(answer), /more|b\/c/)
  t.strictSame(given.detail.list[1], { a: 2, 'b/c': 3 }, 'what the product holds stays as it is')
})

t.test('a run that ends badly says how: bad input, an expected failure, a bug, or a wrong answer', async t => {
  const failing = (error: unknown) =>
    mounted(() => {
      throw error
    })()
  const issues: [Issue] = [{ pointer: '#/a', detail: 'is odd', fix: 'Send another.' }]
  t.strictSame(await failing(new InvalidInput(issues)), { kind: 'invalid_input', issues })
  const bug = new Error('a bug')
  t.strictSame(await failing(bug), { kind: 'bug', error: bug })
  const plain = new ProductError('no', 'It did not work.')
  t.strictSame(await failing(plain), {
    kind: 'answered',
    answer: {
      ok: false,
      summary: 'It did not work.',
      metrics: {},
      detail: { error: { code: 'no', message: 'It did not work.', retryable: false } }
    }
  })
  const later = { retryable: true, retryAfterMs: 0, isPostponed: true, metrics: { count: 2 }, details: { hint: 'x' } }
  t.match(await failing(new ProductError('no', 'Later.', later)), {
    answer: {
      metrics: { count: 2 },
      detail: { hint: 'x', error: { retryable: true, retryAfterMs: 0, isPostponed: true } }
    }
  })
  for (const [given, pointer] of [
    [null, '#'],
    ['text', '#'],
    [{ ...outcome, summary: '' }, '#/summary'],
    [{ ...outcome, summary: 1 }, '#/summary'],
    [{ ...outcome, metrics: { count: 'x' } }, '#/metrics/count'],
    [{ ...outcome, metrics: undefined }, '#/metrics/count'],
    [{ ...outcome, detail: { list: [{}] } }, '#/detail/list/0/a'],
    [{ ...outcome, detail: undefined }, '#/detail']
  ] as const)
    t.match(await mounted(() => given)(), { kind: 'invalid_output', issues: [{ pointer }] }, pointer)
  await t.rejects(mounted(() => outcome)('other'), /"other"/)
})
