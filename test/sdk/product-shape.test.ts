import { type ActionDeclaration, defineAction, defineProduct, type Product, Type } from '@product-host/sdk'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'

function product(action: object, members: object): Product {
  const texts = { title: 'Measure', description: 'Measures.' }
  const measure = defineAction({
    ...texts,
    effect: 'read',
    input: Type.Object({}),
    detail: Type.Object({}),
    examples: [{ title: 'A word', input: {} }],
    run: () => ({ summary: 'Measured.', detail: {} }),
    ...action
  } as unknown as ActionDeclaration)
  return defineProduct({ slug: 'measure', ...texts, version: '1.0.0', actions: { measure }, ...members })
}

/** What a plugin without types gets wrong, or one whose modules import each other in a circle. */
const shapes: Readonly<Record<string, { readonly members: object; readonly action?: object; readonly finds: string }>> =
  {
    'no actions': { members: { actions: undefined }, finds: 'Its actions are undefined; they are' },
    'an action that is not exported': {
      members: { actions: { add: undefined } },
      finds: 'The action "add" is undefined\\. Is it exported, and do its modules import each other in a circle\\?'
    },
    'no slug': { members: { slug: undefined }, finds: 'Its slug is undefined, which is no text\\.' },
    'a setting without a schema': {
      members: { settings: Type.Object({ colour: undefined as never }) },
      finds: 'The property "colour" of the settings schema is undefined, which is no schema\\.'
    },
    'options that are no schema': { members: { options: 'x' }, finds: 'The options schema is not an object schema\\.' },
    'a record kind that is nothing': {
      members: { recordKinds: { 'a:': null } },
      finds: 'The record kind "a:" is null; '
    },
    'a service that is nothing': { members: { services: [undefined] }, finds: 'One of its services is undefined' },
    'a need that is nothing': {
      members: {},
      action: { needs: { notebook: undefined } },
      finds: 'The need "notebook" of "measure" is undefined, which is neither a token nor a class\\.'
    },
    'an example without an input': {
      members: {},
      action: { examples: [{ title: 'A word' }] },
      finds: 'An example of "measure" is {"title":"A word"}; it is an object with a title and an input\\.'
    },
    'phrases that are no list': {
      members: {},
      action: { intents: { phrases: 'measure it' } },
      finds: 'The phrases of the intents of "measure" are not a list of texts\\.'
    },
    'an error code without a meaning': {
      members: {},
      action: { errors: { too_long: true } },
      finds: 'The error code "too_long" of "measure" has no text that says what it means\\.'
    }
  }

for (const [what, { members, action, finds }] of Object.entries(shapes))
  t.test(`conform stops ${what} with a sentence`, t =>
    t.rejects(conform(product(action ?? {}, members)), { message: new RegExp(`- ${finds}`) })
  )

t.test('conform stops what defineProduct did not return', t =>
  t.rejects(conform({ ...product({}, {}) }), { message: /is not what defineProduct returns/ })
)
