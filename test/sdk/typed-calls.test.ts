import { defineAction, defineProduct, productsOf, Type, type TypesOf } from '@product-host/sdk'
import type { ProblemCode } from '@product-host/sdk/client'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import { problems } from '../../host/dist/base/problems.js'
import { notes } from '../fixtures/products/notes.js'

const find = defineAction({
  title: 'Find',
  description: 'Finds a text.',
  effect: 'read',
  input: Type.Object({ text: Type.String() }),
  detail: Type.Object({ text: Type.String() }),
  errors: { no_text: 'There is none.', too_long: 'It is too long.' },
  examples: [{ title: 'A word', input: { text: 'milk' } }],
  run({ text }, { failure }) {
    if (text === '') throw failure('no_text', 'There is none.', { details: { length: 0 } })
    // @ts-expect-error: the action declares no such code
    if (text === 'x') throw failure('no_txt', 'There is none.')
    return { summary: 'Found.', detail: { text } }
  }
})

type Types = { readonly notes: TypesOf<typeof notes> }

const relay = defineAction({
  title: 'Relay',
  description: 'Adds a note.',
  effect: 'write',
  input: Type.Object({ text: Type.String() }),
  detail: Type.Object({ id: Type.String() }),
  errors: { not_added: 'The note was not added.' },
  examples: [{ title: 'A word', input: { text: 'milk' } }],
  needs: { products: productsOf<Types>() },
  async run({ text }, { products, failure }) {
    const answer = await products.execute('notes', 'add', { text })
    if (!answer.ok) throw failure('not_added', answer.detail.error.message)
    // @ts-expect-error: the detail has no such member
    void answer.detail.colour
    // @ts-expect-error: there is no such field
    void (() => products.execute('notes', 'add', { txt: text }))
    // @ts-expect-error: there is no such action
    void (() => products.execute('notes', 'remove', { text }))
    // @ts-expect-error: there is no such product
    void (() => products.execute('memories', 'add', { text }))
    return { summary: 'Added.', detail: { id: answer.detail.id } }
  }
})

const product = defineProduct({
  slug: 'relays',
  title: 'Relays',
  description: 'Relays.',
  version: '1.0.0',
  actions: { find, relay },
  neededProducts: { notes: { actions: ['add'] } }
})

t.test('an action fails with the codes that it declares', async t => {
  const { run } = testContext(product)
  t.match(await run('find', { text: '' }), {
    ok: false,
    detail: { length: 0, error: { code: 'no_text', retryable: false } }
  })
})

t.test('a call of another product is typed by what that product declares', async t => {
  const other = testContext(notes)
  const execute = (_slug: string, action: string, input: object) => other.run(action as 'add', { ...input })
  const { run } = testContext(product, { products: { execute } })
  t.match(await run('relay', { text: 'milk' }), { ok: true, detail: { id: /^[0-9A-Z]{26}$/ } })
  const alone = testContext(product)
  t.match(await alone.run('relay', { text: 'milk' }), { ok: false, detail: { error: { code: 'not_added' } } })
})

t.test('the client knows every code of a refusal', t => {
  const known: Readonly<Record<ProblemCode, unknown>> = problems
  const missing: Exclude<keyof typeof problems, ProblemCode>[] = []
  t.strictSame(missing, [])
  t.ok(Object.keys(known).length > 60)
  // @ts-expect-error: no problem has this code
  const misspelt: ProblemCode = 'rate_limitd'
  t.notOk(Object.hasOwn(problems, misspelt))
  t.end()
})
