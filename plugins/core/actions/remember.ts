import { defineAction, Type, type View } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { Memories, type Remembered, RememberInput, readRequest } from '../memory/memories.js'
import { MemorySearch } from '../memory/search-indexes.js'
import { untilAborted } from '../slices.js'

const longestPrevious = 200
/** The same in the summary. */
const longestInstead = 80

const rememberViews: readonly View[] = [
  {
    view: 'status',
    value: '/change',
    tones: { created: 'good', updated: 'good', appended: 'good', forgotten: 'info' }
  },
  { view: 'table', title: 'Similar memories', items: '/similar', columns: ['/key', '/similarity'] }
]

export const remember = defineAction({
  title: 'Remember',
  description:
    'Keeps a text under a key. A new text replaces the old one, which stays in the history; the same text again changes ' +
    'nothing. Texts can be added to, expire, or be forgotten.',
  effect: 'write',
  destructive: true,
  idempotent: false,
  idempotentOf: ({ mode }) => mode !== 'append',
  input: RememberInput,
  detail: Type.Object(
    {
      key: Type.String({ title: 'Key', description: 'The key of the memory that the call is about.' }),
      version: Type.Integer({
        title: 'Version',
        description: 'The version that is stored now, counted from 1; of a memory that was forgotten, its last one.'
      }),
      change: Type.Union(
        [
          Type.Literal('created'),
          Type.Literal('updated'),
          Type.Literal('unchanged'),
          Type.Literal('appended'),
          Type.Literal('forgotten')
        ],
        {
          title: 'What changed',
          description:
            '`created`: a new memory; `updated`: a new text or other settings; `unchanged`: all was the same; `appended`: text was added; `forgotten`: it was deleted.'
        }
      ),
      previous: Type.Optional(
        Type.Object(
          {
            version: Type.Integer({ title: 'Version', description: 'The version before this call.' }),
            value: Type.String({
              title: 'Text',
              description: 'The text before this call, at most 200 characters of it.'
            })
          },
          { title: 'Before', description: 'The memory as it was before. Left out if there was none.' }
        )
      ),
      tags: Type.Array(Type.String(), { title: 'Tags', description: 'The tags that the memory has now.' }),
      expiresAt: Type.Optional(
        Type.String({
          title: 'Expires at',
          description: 'When the memory is forgotten by itself. Left out if it is kept.',
          format: 'date-time'
        })
      ),
      similar: Type.Optional(
        Type.Array(
          Type.Object({
            key: Type.String({ title: 'Key', description: 'The key of the other memory.' }),
            similarity: Type.Number({
              title: 'Similarity',
              description: 'From 0 to 1: the share of words that both have.'
            })
          }),
          {
            title: 'Similar memories',
            description: 'Other memories that say nearly the same, the most similar first. Only with `similar`.'
          }
        )
      )
    },
    { title: 'Details', 'x-view': rememberViews }
  ),
  metrics: Type.Object(
    {
      version: Type.Integer({ title: 'Version', description: 'The version of the memory, counted from 1.' }),
      bytes: Type.Integer({ title: 'Size in bytes', description: 'The size of the text in UTF-8.' }),
      memories: Type.Integer({
        title: 'Memories of the account',
        description: 'How many memories the account keeps now.'
      }),
      historyLength: Type.Integer({
        title: 'Earlier versions stored',
        description: 'How many earlier versions of this memory are kept.'
      })
    },
    { title: 'Figures' }
  ),
  examples: [
    {
      title: 'A fact',
      input: { key: 'client.preference', value: 'Prefers meetings in the morning', tags: ['client', 'meetings'] }
    },
    { title: 'Replace it', input: { key: 'client.preference', value: 'Prefers meetings after lunch' } },
    { title: 'For an hour', input: { key: 'gate.code', value: '4711', ttlSeconds: 3600 } },
    { title: 'Add a line', input: { key: 'shopping', value: 'milk', mode: 'append' } },
    { title: 'Forget it', input: { key: 'gate.code', mode: 'forget' } }
  ],
  errors: {
    version_conflict: 'The memory is not at the version that ifVersion names; currentVersion says at which.',
    not_found: 'There is no memory of that key to forget.',
    value_too_long: 'With what was to be added, the value would be over 16,384 characters long.',
    quota_exceeded: 'The account keeps as much as it may.'
  },
  intents: {
    phrases: [
      'keep a note that the filter was changed',
      'for future reference, the meter is in the garage',
      'for your information, the ramp is closed',
      'fyi the gate is broken',
      'note to self: the bulb is a halogen',
      'store the following: the tenant has a cat',
      'save the fact that we moved to the new bank',
      'add to my notes that the courier was late',
      'put in my notes that the roof leaks',
      'write this down: shelf nine',
      'please note that Ruth works from home',
      'let me note that the bill was paid',
      'I would like to store that the pump is new',
      'take note: the shutters close at eight',
      'make a mental note that Karl is away',
      'keep track of the fact that the vase is chipped',
      'just to let you know, the street is closed',
      'Paula prefers the train',
      'the caretaker has a key to the attic',
      'our van is in the garage until Friday',
      'the new tenant plays the drums',
      'Ralf works from home on Mondays',
      'the meeting was moved to the small room',
      'we changed the lock of the shed',
      'remember Lina is left-handed',
      'record that the window was repaired',
      'remember that the client prefers mornings',
      'note down that the office wifi password is on the fridge',
      'keep in mind that Acme pays late',
      'make a note of the delivery address',
      'save this for later: the contract ends in May',
      'write down who the landlord is',
      'keep the fact that the lease ends in June',
      'store the code of the alarm in my memory',
      'add a line to my notes',
      'forget the old address',
      'delete what you know of the old office',
      'jot this down',
      'just so you know, the lift is being repaired',
      'let it be known that Paul is the new chair',
      'could you remember that the ladder is with the neighbour',
      'can you note that the parcel arrived',
      'log a note about the call',
      'put it on record that the invoice was paid',
      'memorise my shoe size',
      'update my note on the budget',
      'pin the fact that the office closes at six',
      'file away that the supplier changed its bank',
      'for the record, the deadline moved to Monday',
      'keep a record of who called',
      'I want you to know that I am vegetarian',
      'bear in mind that the shop closes early',
      'set down the serial number of the boiler',
      'the code of the alarm is 4711',
      'note: the dentist moved to the second floor',
      'my shoe size is 42',
      'our supplier moved to Leeds',
      "the landlord's name is Peter Smith",
      "Dana's birthday is on the third of May",
      'the shop closes at six on Saturdays',
      'correction: the meeting is on Tuesday',
      'actually the alarm code is 4712 now',
      'add milk to my shopping list',
      'put batteries on the list',
      'forget what I said about the budget',
      'delete my note on the landlord',
      'remove the old phone number from my notes',
      'erase the memory of the old office'
    ],
    keywords: [
      'keep a note that',
      'for future reference',
      'fyi',
      'note to self',
      'note that',
      'noted that',
      'my notes that',
      'the fact that',
      'save the following',
      'store the following',
      'write this down',
      'let me note',
      'take note',
      'put on record',
      'just to let you know',
      'store this',
      'remember this',
      'remember that',
      'just so you know',
      'for your information',
      'remember',
      'note down',
      'write down',
      'keep in mind',
      'make a note',
      'take a note',
      'save this',
      'save my',
      'delete the note',
      'for later',
      'forget',
      'jot',
      'on record',
      'memorise',
      'memorize',
      "don't forget",
      'keep a note',
      'log a note',
      'add a note',
      'for the record',
      'keep a record',
      'i want you to know',
      'bear in mind',
      'take down',
      'file away',
      'set down',
      'never forget',
      'store that',
      'save that'
    ]
  },
  needs: { memories: Memories, search: MemorySearch },

  async run(input, { account, memories, search, signal }) {
    const remembered = await memories.remember(account, readRequest(input))
    const wantsSimilar = input.similar && remembered.change !== 'forgotten'
    const similar = wantsSimilar ? await untilAborted(search.alike(account, remembered.memory), signal) : undefined
    return {
      summary: summaryOf(remembered),
      metrics: metricsOf(remembered),
      detail: {
        ...detailOf(remembered),
        ...(similar && { similar: similar.map(({ key, similarity }) => ({ key, similarity: rounded(similarity) })) })
      }
    }
  }
})

function summaryOf({ change, memory: { key, value, version }, previous }: Remembered): string {
  if (change === 'forgotten') return `Forgot ${quoted(key)}.`
  if (change === 'unchanged') return `${quoted(key)} already held that value.`
  const isReplaced = change === 'updated' && previous && previous.value !== value
  const instead = isReplaced ? ` in place of ${quoted(cut(previous.value, longestInstead))}` : ''
  return `Remembered ${quoted(key)} (version ${version})${instead}.`
}

function metricsOf({ change, memory: { value, version, history }, memories }: Remembered) {
  const isGone = change === 'forgotten'
  return {
    version,
    bytes: isGone ? 0 : Buffer.byteLength(value),
    memories,
    historyLength: isGone ? 0 : history.length
  }
}

function detailOf({ change, memory: { key, version, tags, expiresAt }, previous }: Remembered) {
  return {
    key,
    version,
    change,
    ...(previous && { previous: { version: previous.version, value: cut(previous.value, longestPrevious) } }),
    tags: [...tags],
    ...(expiresAt !== undefined && change !== 'forgotten' && { expiresAt })
  }
}

function rounded(similarity: number): number {
  return Math.round(similarity * 100) / 100
}
