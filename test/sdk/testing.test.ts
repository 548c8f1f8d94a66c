import { ConfirmationRequired, defineAction, defineProduct, EGRESS, InvalidInput, Type } from '@product-host/sdk'
import { conform, testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { careful } from '../fixtures/products/careful.js'
import { notes } from '../fixtures/products/notes.js'

t.test('an action runs on an in-memory storage', async t => {
  const { run, storage } = testContext(notes)
  const { detail, metrics } = await run('add', { text: 'milk' })
  t.strictSame(await storage.get(`note:${detail.id}`), detail)
  t.strictSame(metrics, { characters: 4 })
})

t.test('a property with a default is there in run, and need not be sent', async t => {
  const { run } = testContext(notes)
  for (let count = 0; count < 12; count++) await run('add', { text: 'milk' })
  t.equal((await run('latest')).detail.notes.length, 10)
})

t.test('unknown properties are ignored and named', async t => {
  const { run } = testContext(notes)
  t.strictSame((await run('latest', { limt: 3 })).detail.ignoredFields, ['limt'])
})

t.test('every fault of an input is named with its place', async t => {
  const { run } = testContext(notes)
  await t.rejects(run('add', { text: '' }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/text', code: 'min_length' }]
  })
  await t.rejects(run('add'), { name: 'InvalidInput', issues: [{ pointer: '#/text', code: 'required' }] })
  await t.rejects(run('add', { text: 'a\u0007' }), {
    name: 'InvalidInput',
    issues: [{ pointer: '#/text', code: 'control_character' }]
  })
  await t.rejects(run('add', { text: 'blank' }), InvalidInput)
})

t.test('an action that declares no metrics answers with none, and need not return any', async t => {
  const look = defineAction({
    title: 'Look',
    description: 'Looks.',
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'One', input: {} }],
    run: () => ({ summary: 'Looked.', detail: {} })
  })
  const count = defineAction({
    ...look,
    metrics: Type.Object({ seen: Type.Integer() }),
    run: () => ({ summary: 'Counted.', metrics: JSON.parse('{}').left, detail: {} })
  })
  const { run } = testContext(
    defineProduct({
      slug: 'looking',
      title: 'Looking',
      description: 'Looks.',
      version: '1.0.0',
      actions: { look, count }
    })
  )
  t.strictSame(await run('look'), { ok: true, summary: 'Looked.', metrics: {}, detail: {} })
  await t.rejects(run('count'), /The outcome breaks its schemas: #\/metrics\/seen is missing/)
})

t.test('every item of an array that fits no branch of a choice is a fault of its own', async t => {
  const pick = defineAction({
    title: 'Pick',
    description: 'Takes texts and objects.',
    effect: 'read',
    input: Type.Object({
      items: Type.Array(Type.Union([Type.String({ maxLength: 3 }), Type.Object({ title: Type.String() })]))
    }),
    detail: Type.Object({}),
    metrics: Type.Object({}),
    examples: [{ title: 'A text', input: { items: ['a'] } }],
    run: () => ({ summary: 'Picked.', metrics: {}, detail: {} })
  })
  const { run } = testContext(
    defineProduct({
      slug: 'picker',
      title: 'Picker',
      description: 'Picks.',
      version: '1.0.0',
      actions: { pick }
    })
  )
  const refused = (items: unknown, issues: object[]) =>
    t.rejects(run('pick', { items }), { name: 'InvalidInput', issues })
  await refused([null, null], [{ pointer: '#/items/0' }, { pointer: '#/items/1' }])
  await refused([3, {}], [{ pointer: '#/items/0' }, { pointer: '#/items/1/title', code: 'required' }])
  await refused(['long', 'a'], [{ pointer: '#/items/0', code: 'max_length' }])
  await refused({ a: 1 }, [{ pointer: '#/items' }])
})

t.test('strings are brought to NFC', async t => {
  const { run } = testContext(notes)
  t.equal((await run('add', { text: 'cafe\u0301' })).detail.text, 'caf\u00e9')
})

t.test('an expected failure is an answer', async t => {
  const { run } = testContext(notes)
  t.match(await run('add', { text: 'dull' }), {
    ok: false,
    summary: 'That says nothing.',
    detail: { hint: 'Be bold.', error: { code: 'too_dull', retryable: false } }
  })
})

t.test('another account sees nothing of the first', async t => {
  const first = testContext(notes)
  await first.run('add', { text: 'milk' })
  t.strictSame((await first.as('other').run('latest')).detail.notes, [])
})

t.test('a run reports its progress to who asks for it, and to nobody else', async t => {
  const count = defineAction({
    title: 'Count',
    description: 'Counts to two.',
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'Count', input: {} }],
    run(_input, { progress }) {
      progress({ done: 1, total: 2 })
      progress({ done: 2, total: 2, message: 'Counted.' })
      return { summary: 'Counted to two.', detail: {} }
    }
  })
  const product = defineProduct({
    slug: 'counter',
    title: 'Counter',
    description: 'Counts.',
    version: '1.0.0',
    actions: { count }
  })
  const { run } = testContext(product)
  const reports: object[] = []
  await run('count', {}, { progress: report => void reports.push(report) })
  t.strictSame(reports, [
    { done: 1, total: 2 },
    { done: 2, total: 2, message: 'Counted.' }
  ])
  t.match(await run('count'), { ok: true })
  t.equal(reports.length, 2)
})

t.test('connections are recorded, and made as the test says', async t => {
  const look = defineAction({
    title: 'Look',
    description: 'Looks whether a port is open.',
    effect: 'external',
    input: Type.Object({}),
    detail: Type.Object({ greeting: Type.String() }),
    examples: [{ title: 'One', input: {} }],
    needs: { egress: EGRESS },
    async run(_input, { egress }) {
      const { greeting } = await egress.connect('mail.example', 25, { greetingBytes: 100 })
      return { summary: 'Looked.', detail: { greeting } }
    }
  })
  const about = { slug: 'looking', title: 'Looking', description: 'Looks.', version: '1.0.0', actions: { look } }
  const { run, connections } = testContext(defineProduct(about), {
    egress: { connect: host => ({ greeting: `220 ${host}` }) }
  })
  t.match(await run('look'), { detail: { greeting: '220 mail.example' } })
  t.strictSame(
    connections.map(({ host, port, greetingBytes }) => ({ host, port, greetingBytes })),
    [{ host: 'mail.example', port: 25, greetingBytes: 100 }]
  )
  await t.rejects(testContext(defineProduct(about)).run('look'), {
    code: 'connect_refused',
    known: { url: 'tcp://mail.example:25' }
  })
})

t.test('an action that asks is run as confirmed with the steps of its answer, and no others', async t => {
  const { run } = testContext(careful)
  const { ok, detail } = await run('wipe', { topic: 'old' })
  t.equal(ok, false)
  const steps = detail.error?.details?.steps ?? []
  t.strictSame(steps, [
    {
      product: 'careful',
      action: 'wipe',
      input: { topic: 'old', how: 'well', waitMs: 0, sure: false },
      effect: 'write'
    }
  ])
  t.match(await run('wipe', { topic: 'old' }, { confirmed: steps }), { ok: true, detail: { runs: 1 } })
  const plan = [{ product: 'notes', action: 'add', input: { text: 'milk' } }]
  const ran: unknown[] = []
  const products = testContext(careful, {
    products: {
      effect: () => 'write',
      execute: async (...call) => {
        ran.push(call.slice(0, 3))
        return { ok: true, summary: 'Added.', metrics: {}, detail: {} }
      }
    }
  })
  const other = { product: 'notes', action: 'add', input: { text: 'beer' } }
  const instead = [other, ...plan, ...plan]
  const asked = await products.run('carry', { plan, instead })
  const confirmed = asked.detail.error?.details?.steps ?? []
  t.match(await products.run('carry', { plan, instead }, { confirmed }), {
    detail: { answers: [/not_in_plan/, 'Added.', /not_in_plan/] }
  })
  t.strictSame(ran, [['notes', 'add', { text: 'milk' }]])
})

t.test('a plan that cannot be run is a fault, whatever is wrong with it', async t => {
  const tellingOf = (plan: unknown) => {
    const tell = defineAction({
      title: 'Tell',
      description: 'Asks for what it is told.',
      effect: 'write',
      input: Type.Object({}),
      detail: Type.Object({}),
      examples: [{ title: 'Tell', input: {} }],
      errors: { needs_confirmation: 'A person has to confirm it.' },
      run() {
        throw Object.assign(new ConfirmationRequired({ message: '', steps: [{ action: 'tell', input: {} }] }), { plan })
      }
    })
    return defineProduct({
      slug: 'telling',
      title: 'Telling',
      description: 'Asks.',
      version: '1.0.0',
      actions: { tell }
    })
  }
  const step = { action: 'tell', input: {} }
  const sound = { message: 'Shall I?', steps: [step] }
  await conform(tellingOf(sound))
  t.match(await testContext(tellingOf({ ...sound, steps: Array(50).fill(step) })).run('tell'), { ok: false })
  for (const flaw of [
    { message: '' },
    { message: 1 },
    { steps: [] },
    { steps: Array(51).fill(step) },
    { steps: [null] },
    { steps: [{ ...step, action: 1 }] },
    { steps: [{ ...step, input: [] }] },
    { steps: [{ ...step, product: 'nobody' }] },
    { steps: [{ ...step, action: 'nothing' }] },
    { notUnderstood: 'all' },
    { notUnderstood: [1] },
    { details: { circular: 1n } }
  ])
    await t.rejects(testContext(tellingOf({ ...sound, ...flaw })).run('tell'), Error)
})
