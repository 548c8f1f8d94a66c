import { defineAction, defineProduct, InvalidInput, PRODUCTS, ProductError, Type } from '@product-host/sdk'
import { makeSamples, missingTitles } from '@product-host/sdk/testing'
import t from 'tap'
import { notes } from '../fixtures/products/notes.js'
import { notifier } from '../fixtures/products/notifier.js'

const secret = `whsec_${'A'.repeat(43)}=`

t.test('an action is answered as in a call, and reads find what the other examples stored', async t => {
  const samples = (await makeSamples([{ product: notes }])).get('notes')
  const { add, latest } = samples?.answers ?? {}
  t.equal(samples?.version, '1.0.0')
  t.match(add, {
    example: 'A shopping note',
    input: { action: 'add', text: 'milk' },
    answer: { ok: true, productId: 'notes', action: 'add', metrics: { characters: 4 }, detail: { text: 'milk' } }
  })
  t.match(latest?.answer, { ok: true, summary: 'Found 1 notes.', detail: { notes: [{ text: 'milk' }] } })
  const again = await makeSamples([{ product: notes }])
  t.strictSame(again.get('notes'), samples, 'they are the same each time')
})

t.test('a failure is shown only where no example succeeds, and an internal action not at all', async t => {
  const ask = (numbers: readonly number[], internal = false) =>
    defineAction({
      title: 'Ask',
      description: 'Answers odd numbers.',
      effect: 'read',
      internal,
      input: Type.Object({ number: Type.Integer() }),
      detail: Type.Object({ number: Type.Integer() }),
      examples: numbers.map(number => ({ title: `The number ${number}`, input: { number } })),
      errors: { even: 'The number is even.' },
      async run({ number }) {
        if (number % 2 === 0) throw new ProductError('even', 'The number is even.')
        return { summary: 'Odd.', detail: { number } }
      }
    })
  const product = defineProduct({
    slug: 'odd',
    title: 'Odd',
    description: 'Knows odd numbers.',
    version: '1.0.0',
    actions: { ask: ask([2, 3]), refuse: ask([4]), hide: ask([5], true) }
  })
  const { answers = {} } = (await makeSamples([{ product }])).get('odd') ?? {}
  t.strictSame(Object.keys(answers), ['ask', 'refuse'])
  t.match(answers.ask, { example: 'The number 3', answer: { ok: true } })
  t.match(answers.refuse, { example: 'The number 4', answer: { ok: false, detail: { error: { code: 'even' } } } })
})

t.test('products run each other, and an example that is refused ends it', async t => {
  const note = defineAction({
    title: 'Note',
    description: 'Adds a note.',
    effect: 'write',
    input: Type.Object({ text: Type.String() }),
    detail: Type.Object({ summary: Type.String() }),
    examples: [{ title: 'Milk', input: { text: 'milk' } }],
    needs: { products: PRODUCTS },
    async run({ text }, { products }) {
      const { summary } = await products.execute('notes', 'add', { text })
      return { summary: 'Passed on.', detail: { summary } }
    }
  })
  const caller = defineProduct({
    slug: 'caller',
    title: 'Caller',
    description: 'Calls.',
    version: '1.0.0',
    actions: { note }
  })
  const both = await makeSamples([{ product: caller }, { product: notes }])
  t.match(both.get('caller')?.answers.note?.answer.detail, { summary: /^Kept note / })
  const strict = defineAction({
    title: 'Strict',
    description: 'Refuses every text.',
    effect: 'read',
    input: Type.Object({ text: Type.String() }),
    detail: Type.Object({}),
    examples: [{ title: 'Any', input: { text: 'any' } }],
    async run() {
      throw new InvalidInput([{ pointer: '#/text', detail: 'is refused', fix: 'Send nothing.' }])
    }
  })
  const refusing = defineProduct({
    slug: 'refusing',
    title: 'Refusing',
    description: 'Refuses.',
    version: '1.0.0',
    actions: { strict }
  })
  await t.rejects(makeSamples([{ product: refusing }]), { name: 'InvalidInput' })
})

t.test('a webhook is recorded as its receiver gets it', async t => {
  const scenario = {
    settings: { 'hook.url': 'https://news.example/', 'hook.secret': secret },
    egress: { request: () => ({ status: 204 }) },
    calls: [{ action: 'notify', input: { id: 'msg_2', text: 'again' } }]
  }
  const { webhooks = [] } = (await makeSamples([{ product: notifier, scenario }])).get(notifier.slug) ?? {}
  t.equal(webhooks.length, 1, 'one for each event')
  const [first] = webhooks
  t.match(first?.headers, { 'webhook-id': 'msg_1', 'webhook-signature': /^v1,[A-Za-z0-9+/]{43}=$/ })
  t.match(first?.body, { type: first?.event, data: { text: 'hello' } })
})

t.test('the fields without a title are listed by their place', async t => {
  t.strictSame(missingTitles(notes), [
    'The field #/text of "add" has no title.',
    'The field #/limit of "latest" has no title.'
  ])
})
