import { defineAction, defineProduct, InvalidInput, Type } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { notes } from '../notes.js'

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
    faults: [{ pointer: '#/text', code: 'min_length' }]
  })
  await t.rejects(run('add'), { name: 'InvalidInput', faults: [{ pointer: '#/text', code: 'required' }] })
  await t.rejects(run('add', { text: 'a\u0007' }), {
    name: 'InvalidInput',
    faults: [{ pointer: '#/text', code: 'control_character' }]
  })
  await t.rejects(run('add', { text: 'blank' }), InvalidInput)
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
      contract: 1,
      actions: { pick }
    })
  )
  const refused = (items: unknown, faults: object[]) =>
    t.rejects(run('pick', { items }), { name: 'InvalidInput', faults })
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
