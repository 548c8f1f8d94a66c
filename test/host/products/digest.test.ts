import { type ActionDeclaration, defineAction, defineProduct, type Product, Type } from '@product-host/sdk'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { contractDigest } from '../../../host/dist/products/contract-digest.js'
import { start } from '../../fixtures/start-host.js'

const greet = {
  title: 'Greet',
  description: 'Greets.',
  effect: 'write',
  input: Type.Object({ title: Type.String({ description: 'The title of a person.', default: 'Dr' }) }),
  detail: Type.Object({ greeting: Type.String(), names: Type.Array(Type.String({ title: 'A name' })) }),
  metrics: Type.Object({ characters: Type.Integer() }),
  examples: [{ title: 'One', input: {} }],
  intents: { phrases: ['greet me'], keywords: ['greet'] },
  errors: { shy: 'It does not speak.' },
  run: () => ({ summary: 'Greeted.', metrics: { characters: 2 }, detail: { greeting: 'Hi', names: [] } })
} as const

/** The digest of a product with one action that differs in the given members. */
function digest(action: object = {}, product: object = {}): string {
  return contractDigest(productOf(action, product))
}

function productOf(action: object, product: object = {}): Product {
  return defineProduct({
    slug: 'hello',
    title: 'Hello',
    description: 'Greets.',
    version: '1.0.0',
    actions: { greet: defineAction({ ...greet, ...action } as unknown as ActionDeclaration) },
    ...product
  })
}

t.test('no annotation is part of the digest', async t => {
  const { title: name, ...others } = greet.input.properties
  const unchanged: Readonly<Record<string, readonly [action: object, product?: object]>> = {
    'the words of the action': [{ title: 'Salute', description: 'Salutes a person.', errors: { shy: 'It is shy.' } }],
    'its examples': [{ examples: [{ title: 'Another', input: { title: 'Ms' } }] }],
    'its intents': [{ intents: { keywords: ['hello'] } }],
    'its deprecation': [{ deprecated: { since: '2026-01-01' } }],
    'its deadline': [{ timeoutMs: 20 }],
    'the words of the product': [{}, { title: 'Greetings', description: 'Greets people.', version: '1.0.1' }],
    'its overview': [{}, { overview: { action: 'greet', input: {} } }],
    'its events': [
      {},
      {
        webhookEvents: {
          'greeting.sent': { description: 'A greeting was sent.', data: Type.Object({ name: Type.String() }) }
        }
      }
    ],
    'the words of a property': [
      {
        input: Type.Object({ ...others, title: { ...name, title: 'Title', description: 'Changed.', examples: ['Ms'] } })
      }
    ],
    'the words of an item': [
      { detail: Type.Object({ greeting: Type.String(), names: Type.Array(Type.String({ description: 'Any.' })) }) }
    ],
    'how its answers are shown': [
      { detail: Type.Object(greet.detail.properties, { 'x-view': [{ view: 'status', value: '/greeting' }] }) }
    ],
    'which records a property names': [
      { input: Type.Object({ ...others, title: Type.String({ default: 'Dr', 'x-record': 'title:' }) }) },
      { recordKinds: { 'title:': { title: 'Title' } } }
    ],
    'keywords that begin with x-': [{ metrics: { ...greet.metrics, 'x-unit': 'characters' } }],
    'what false says already': [{ destructive: false, idempotent: false }]
  }
  for (const [what, [action, product]] of Object.entries(unchanged)) t.equal(digest(action, product), digest(), what)
  t.equal(digest({ metrics: undefined }), digest({ metrics: Type.Object({}) }), 'metrics that are left out')
})

t.test('what a program depends on is part of the digest', async t => {
  const changed: Readonly<Record<string, readonly [action: object, product?: object]>> = {
    'the name of an action': [{}, { actions: { salute: defineAction(greet) } }],
    'an effect': [{ effect: 'external' }],
    'what it destroys': [{ destructive: true }],
    'whether it may be repeated': [{ idempotent: true }],
    'an error code': [{ errors: { mute: 'It does not speak.' } }],
    'a property called title': [{ input: Type.Object({}) }],
    'a property called description': [
      { input: Type.Object({ ...greet.input.properties, description: Type.Optional(Type.String()) }) }
    ],
    'a default': [{ input: Type.Object({ title: Type.String({ default: 'Ms' }) }) }],
    'a limit': [{ input: Type.Object({ title: Type.String({ default: 'Dr', maxLength: 9 }) }) }],
    'a default that looks like a title': [
      { input: Type.Object({ title: Type.Unsafe<object>({ type: 'object', default: { title: 'a' } }) }) }
    ],
    'another such default': [
      { input: Type.Object({ title: Type.Unsafe<object>({ type: 'object', default: { title: 'b' } }) }) }
    ],
    'the detail': [{ detail: Type.Object({ greeting: Type.String() }) }],
    'the metrics': [{ metrics: undefined }],
    'the settings': [{}, { settings: Type.Object({ colour: Type.String() }) }],
    'a secret': [{}, { settings: Type.Object({ colour: Type.String({ writeOnly: true }) }) }]
  }
  const digests = new Map([[digest(), 'the product itself']])
  for (const [what, [action, product]] of Object.entries(changed)) {
    const made = digest(action, product)
    t.equal(digests.get(made), undefined, what)
    digests.set(made, what)
  }
})

/** The source of a plugin whose action has another title and another limit. */
const source = (title: string, maxLength: number) => `
  import { defineAction, defineProduct, Type } from '@product-host/sdk'
  const greet = defineAction({
    title: '${title}', description: '${title}s people.', effect: 'read', intents: { phrases: ['${title} me'] },
    input: Type.Object({ name: Type.String({ default: 'world', maxLength: ${maxLength}, description: '${title} whom.' }) }),
    detail: Type.Object({}), examples: [{ title: '${title}', input: {} }], run: () => ({ summary: 'Greeted.', detail: {} })
  })
  export default defineProduct({
    slug: 'hello', title: 'Hello', description: 'Greets.', version: '1.0.0', actions: { greet }
  })`

t.test('a better title refuses no caller, a narrower schema refuses it', async t => {
  const path = '/api/v1/products/hello/execute'
  const known = await start(t, { plugins: { 'hello-plugin': source('Greet', 80) } })
  const contract = (await known.call('GET', path)).headers.get('product-contract') ?? ''
  const statusOf = async (plugin: string) => {
    const { call } = await start(t, { plugins: { 'hello-plugin': plugin } })
    return (
      await call(
        'POST',
        path,
        { action: 'greet' },
        { Authorization: `Bearer ${demoKey}`, 'Product-Contract': contract }
      )
    ).status
  }
  t.equal(await statusOf(source('Salute', 80)), 200)
  t.equal(await statusOf(source('Greet', 79)), 412)
})
