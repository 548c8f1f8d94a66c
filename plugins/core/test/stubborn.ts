import { defineAction, defineProduct, ProductError, Type } from '@product-host/sdk'

const input = Type.Object({ text: Type.String({ default: 'well' }) })
const detail = Type.Object({ status: Type.String(), text: Type.String() })
const metrics = Type.Object({})
const examples = [{ title: 'One', input: {} }]

const answering = defineAction({
  title: 'Answer',
  description: 'Answers.',
  effect: 'read',
  input,
  detail,
  metrics,
  examples,
  run: ({ text }) => ({ summary: `It is ${text}.`, metrics: {}, detail: { status: text, text } })
})

const hanging = defineAction({
  title: 'Hang',
  description: 'Never answers, and takes no notice of its signal.',
  effect: 'read',
  input,
  detail,
  metrics,
  examples,
  run: () => new Promise<never>(() => {})
})

const throwing = defineAction({
  title: 'Throw',
  description: 'Has a bug.',
  effect: 'read',
  input,
  detail,
  metrics,
  examples,
  run() {
    throw new TypeError('A secret of the product.')
  }
})

const failing = defineAction({
  title: 'Fail',
  description: 'Fails as foreseen.',
  effect: 'write',
  effectOf: ({ text }) => (text === 'well' ? 'read' : 'write'),
  input,
  detail,
  metrics,
  examples,
  errors: { too_bad: 'It failed.' },
  run() {
    throw new ProductError('too_bad', 'That went badly.', { retryable: true })
  }
})

/** A product whose actions end in all ways. */
export const stubborn = defineProduct({
  slug: 'stubborn',
  title: 'Stubborn',
  description: 'Ends in all ways.',
  version: '1.0.0',
  actions: { answering, hanging, throwing, failing },
  overview: { action: 'answering', input: { text: 'down' } }
})
