import { defineAction, defineProduct, ProductError, Type } from '@product-host/sdk'

const send = defineAction({
  title: 'Send a letter',
  description: 'Sends a text to somebody else.',
  effect: 'external',
  effectOf: ({ dry }) => (dry === true ? 'read' : 'external'),
  input: Type.Object({
    text: Type.String(),
    apiKey: Type.Optional(Type.String()),
    dry: Type.Optional(Type.Unknown())
  }),
  detail: Type.Object({ characters: Type.Integer() }),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { text: 'hello' } }],
  intents: { phrases: ['send a letter to my aunt', 'post this letter'], keywords: ['send a letter', 'letter'] },
  errors: { no_paper: 'There is no text to send.' },
  run({ text }) {
    if (text === '') throw new ProductError('no_paper', 'There is no paper.')
    return { summary: 'Sent.', metrics: {}, detail: { characters: text.length } }
  }
})

/** A product whose only action leaves the machine. */
export const outside = defineProduct({
  slug: 'outside',
  title: 'Outside',
  description: 'Letters.',
  version: '1.0.0',
  actions: { send }
})
