import { defineAction, defineProduct, ProductError, Type } from '@product-host/sdk'

const brew = defineAction({
  title: 'Brew a coffee',
  description: 'Brews one cup.',
  effect: 'external',
  effectOf: ({ dry }) => (dry ? 'read' : 'external'),
  input: Type.Object({
    cups: Type.Integer({ minimum: 1, maximum: 9, default: 1 }),
    bean: Type.String({ minLength: 1 }),
    dry: Type.Boolean({ default: false })
  }),
  detail: Type.Object({ cups: Type.Integer() }),
  metrics: Type.Object({}),
  examples: [{ title: 'One', input: { bean: 'arabica' } }],
  errors: { no_water: 'The tank is empty.' },
  intents: {
    phrases: ['brew a coffee for me', 'make three cups of espresso', 'serve any hot drink'],
    keywords: ['brew', 'cup of coffee', 'hot drink']
  },
  run({ cups, bean }) {
    if (bean === 'none') throw new ProductError('no_water', 'The tank is empty.', { retryable: true })
    return { summary: `Brewed ${cups} of ${bean}.`, metrics: {}, detail: { cups } }
  }
})
const pour = defineAction({
  ...brew,
  title: 'Pour a tea',
  description: 'Pours one cup.',
  intents: {
    phrases: ['pour a tea for me', 'fill two mugs with camomile', 'serve any hot drink'],
    keywords: ['pour', 'mug of tea', 'hot drink']
  }
})
/** A product that core was not made for. */
export const kettle = defineProduct({
  slug: 'kettle',
  title: 'Kettle',
  description: 'Hot drinks.',
  version: '1.0.0',
  actions: { brew, pour }
})
