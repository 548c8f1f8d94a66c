import { defineAction, Type, type View } from '@product-host/sdk'
import { Memories } from '../memory/memories.js'
import { RecallInput, readQuestion } from '../memory/question.js'
import { exact, page, RecallDetail, RecallMetrics } from '../memory/recall.js'
import { MemorySearch } from '../memory/search-indexes.js'
import { untilAborted } from '../slices.js'
import intents from './intents.json' with { type: 'json' }

const recallViews: readonly View[] = [
  {
    view: 'cards',
    items: '/items',
    heading: ['/key'],
    text: ['/value'],
    facts: ['/tags', '/updatedAt', '/version'],
    copy: true,
    opens: { action: 'remember', input: { key: '/key', value: '/value' }, title: 'Change it' }
  }
]

export const recall = defineAction({
  title: 'Recall',
  description:
    'Gives back what was remembered: one memory by its key, as it is or as it was; those that match words, the best first; ' +
    'or the newest, by prefix and tags.',
  effect: 'read',
  idempotent: true,
  input: RecallInput,
  detail: Type.Object(RecallDetail.properties, { 'x-view': recallViews }),
  metrics: RecallMetrics,
  examples: [
    { title: 'One memory', input: { key: 'client.preference' } },
    { title: 'The best matches', input: { query: 'when does the client like to meet' } },
    { title: 'The newest with a tag', input: { tags: 'client', limit: 5 } }
  ],
  errors: { not_found: 'No memory has that key, or it was not there at that time.' },
  intents: intents.recall,
  needs: { memories: Memories, search: MemorySearch },

  async run(input, { signal, ...sources }) {
    const question = readQuestion(input)
    return untilAborted('filter' in question ? page(question, sources) : exact(question, sources), signal)
  }
})
