import { defineAction } from '@product-host/sdk'
import { Memories } from '../memory/memories.js'
import { RecallDetail, RecallMetrics } from '../recall/answer.js'
import { exact } from '../recall/exact.js'
import { list, searched } from '../recall/page.js'
import { RecallInput, readQuestion } from '../recall/question.js'
import { MemorySearch } from '../search/memory-search.js'

export const recall = defineAction({
  title: 'Recall',
  description:
    'Gives back what was remembered: one memory by its key, as it is or as it was; those that match words, the best first; ' +
    'or the newest, by prefix and tags.',
  effect: 'read',
  idempotent: true,
  input: RecallInput,
  detail: RecallDetail,
  metrics: RecallMetrics,
  examples: [
    { title: 'One memory', input: { key: 'client.preference' } },
    { title: 'The best matches', input: { query: 'when does the client like to meet' } },
    { title: 'The newest with a tag', input: { tags: 'client', limit: 5 } }
  ],
  errors: { not_found: 'No memory has that key, or it was not there at that time.' },
  asks: {
    sentences: [
      'what do you know about Acme',
      'what did I say about the budget',
      'recall the preference of the client',
      'look up the wifi password in my notes',
      'show me what I noted last',
      'search my memories for the delivery address',
      'have I saved the code of the alarm',
      'find what I stored on the landlord',
      'list the notes I kept this month',
      'what was the name of the plumber',
      'what did I tell you about the landlord',
      'pull up my notes from May',
      'retrieve what we noted on the budget',
      'which notes carry the tag client',
      'show my latest memories',
      'when did I write that down',
      'where did I leave the spare key',
      'look it up in what I told you',
      'what is the code of the safe',
      'who did I say pays late',
      'when is the birthday that I noted',
      'did I ever mention a plumber',
      'go through my notes about the move'
    ],
    cues: [
      'recall',
      'look up',
      'what do you know about',
      'what did i',
      'do you remember',
      'search my',
      'find the note',
      'have i saved',
      'do i have',
      'i stored',
      'i saved',
      'i noted',
      'what was the',
      "what's my",
      'what is my',
      'remind me what',
      'i told you',
      'i tell you',
      'pull up',
      'retrieve',
      'my memories',
      'what do i know',
      'what have i',
      'from memory',
      'my latest notes',
      'look it up',
      'look that up',
      'where did i',
      'when did i',
      'who did i',
      'did i ever',
      'did i mention',
      'did i say',
      'go through my notes',
      'in my notes',
      'from my notes',
      'have we noted',
      'what have we'
    ]
  },
  needs: { memories: Memories, search: MemorySearch },

  async run(input, sources) {
    const question = readQuestion(input)
    if ('key' in question) return exact(question, sources)
    return question.query === undefined ? list(question, sources) : searched(question.query, question, sources)
  }
})
