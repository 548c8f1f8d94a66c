import { CLOCK, defineAction, PRODUCTS, Type, type View } from '@product-host/sdk'
import { collect, GatherDetail, GatherInput, GatherMetrics, gatherAnswer, readSources } from '../gathering.js'
import intents from './intents.json' with { type: 'json' }

const gatherViews: readonly View[] = [
  {
    view: 'cards',
    items: '/sources',
    heading: ['/title'],
    text: ['/summary', '/error/message'],
    status: '/outcome',
    tones: { answered: 'good', failed: 'danger', 'timed out': 'warning', 'left out': 'plain' }
  }
]

/** Reads several sources at once, and answers in its time with those that answered. */
export const gather = defineAction({
  title: 'Gather a briefing',
  description:
    'Reads several products at once and answers in its time with all that answered: the overview of every product, or the sources ' +
    'that are named. Highlights say what wants a look, the worst first.',
  effect: 'read',
  idempotent: true,
  timeoutMs: 25_000,
  input: GatherInput,
  detail: Type.Object(GatherDetail.properties, { 'x-view': gatherViews }),
  metrics: GatherMetrics,
  examples: [
    { title: 'How things are', input: {} },
    {
      title: 'Two looks into the memory',
      input: { sources: [{ memory: { tags: 'client' } }, { id: 'notes', memory: { prefix: 'note.' } }] }
    },
    { title: 'How things are, and what is known of Acme', input: { query: 'Acme', perSourceMs: 1000 } }
  ],
  errors: { partial_failure: 'Fewer sources answered than minSuccess asks for; sources says how each ended.' },
  intents: intents.gather,
  needs: { products: PRODUCTS, clock: CLOCK },

  async run(input, { products, clock, signal }) {
    const sources = readSources(input, products)
    return gatherAnswer(await collect(sources, input, { products, clock, signal }), input.minSuccess)
  }
})
