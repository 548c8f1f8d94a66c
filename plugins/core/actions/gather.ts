import { CLOCK, defineAction, PRODUCTS } from '@product-host/sdk'
import { collect } from '../gathering/collect.js'
import { GatherDetail, GatherMetrics, gatherAnswer } from '../gathering/gather-answer.js'
import { GatherInput } from '../gathering/request.js'
import { readSources } from '../gathering/sources.js'

/** Reads several sources at once, and answers in its time with those that answered. */
export const gather = defineAction({
  title: 'Gather a briefing',
  description:
    'Reads several products at once and answers in its time with all that answered: the briefing of every product, or the sources ' +
    'that are named. Highlights say what wants a look, the worst first.',
  effect: 'read',
  idempotent: true,
  timeoutMs: 25_000,
  input: GatherInput,
  detail: GatherDetail,
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
  asks: {
    sentences: [
      'give me a status briefing',
      'brief me every morning on where everything stands',
      'sum up the state of all my products',
      'what is going on across my account',
      'collect a report from every source',
      'show an overview of all my tools',
      'how is everything going overall',
      'one summary of leads, costs and jobs together',
      'anything that needs my attention today',
      'catch me up on everything',
      'where do we stand',
      'give me the big picture',
      'status of all systems, leads and costs',
      'pull all reports together',
      'the state of things in short',
      'what should I know before I begin',
      'what do I have to look at first',
      'is everything all right with my account',
      'anything urgent',
      'give me the headlines',
      'tell me how the business is doing',
      'what happened while I was away',
      'summarise the state of my leads, jobs and spending'
    ],
    cues: [
      'status briefing',
      "what's new",
      'how are we doing',
      'sum up',
      'status report',
      'daily briefing',
      'briefing of everything',
      'overview',
      'all sources',
      'every source',
      'all products',
      'all my products',
      'across my',
      'where things stand',
      'needs my attention',
      'catch me up',
      'big picture',
      'where do we stand',
      'where we stand',
      'state of everything',
      'state of all',
      'morning report',
      'daily summary',
      'daily report',
      'brief me on everything',
      'all my tools',
      'should i know',
      'headlines',
      'anything urgent',
      'everything all right',
      'everything ok',
      'everything okay',
      'business doing',
      'while i was away',
      'how things are',
      'how are things',
      'what happened'
    ]
  },
  needs: { products: PRODUCTS, clock: CLOCK },

  async run(input, { products, clock, signal }) {
    const sources = readSources(input, products)
    return gatherAnswer(await collect(sources, input, { products, clock, signal }), input.minSuccess)
  }
})
