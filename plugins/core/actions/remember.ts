import { defineAction, Type } from '@product-host/sdk'
import { type Granted, Memories } from '../memory/memories.js'
import { RememberInput, readWish } from '../memory/wish.js'
import { MemorySearch } from '../search/memory-search.js'
import { cut, quoted } from '../text/cut.js'

const longestPrevious = 200

export const remember = defineAction({
  title: 'Remember',
  description:
    'Keeps a value under a key. A new value takes the place of the old one, which stays in the history; the same value again ' +
    'changes nothing. Values can be added to, expire, or be forgotten.',
  effect: 'write',
  idempotent: false,
  idempotentOf: ({ mode }) => mode !== 'append',
  input: RememberInput,
  detail: Type.Object({
    key: Type.String(),
    version: Type.Integer({ description: 'From 1 on; of what was forgotten, the last one.' }),
    change: Type.Union([
      Type.Literal('created'),
      Type.Literal('updated'),
      Type.Literal('unchanged'),
      Type.Literal('appended'),
      Type.Literal('forgotten')
    ]),
    previous: Type.Optional(
      Type.Object({ version: Type.Integer(), value: Type.String({ description: 'At most 200 characters of it.' }) })
    ),
    tags: Type.Array(Type.String()),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    similar: Type.Optional(Type.Array(Type.Object({ key: Type.String(), similarity: Type.Number() })))
  }),
  metrics: Type.Object({
    version: Type.Integer(),
    bytes: Type.Integer({ description: 'UTF-8 bytes of the value.' }),
    memories: Type.Integer({ description: 'How many memories the account keeps now.' }),
    historyLength: Type.Integer({ description: 'How many earlier versions are kept.' })
  }),
  examples: [
    {
      title: 'A fact',
      input: { key: 'client.preference', value: 'Prefers meetings in the morning', tags: 'client, meetings' }
    },
    { title: 'A newer one', input: { key: 'client.preference', value: 'Prefers meetings after lunch' } },
    { title: 'For an hour', input: { key: 'gate.code', value: '4711', ttlSeconds: 3600 } },
    { title: 'One line more', input: { key: 'shopping', value: 'milk', mode: 'append' } },
    { title: 'Forgotten', input: { key: 'gate.code', mode: 'forget' } }
  ],
  errors: {
    version_conflict: 'The memory is not at the version that ifVersion names; currentVersion says at which.',
    not_found: 'There is no memory of that key to forget.',
    value_too_long: 'With what was to be added, the value would be over 16,384 characters long.',
    quota_exceeded: 'The account keeps as much as it may.'
  },
  asks: {
    sentences: [
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
      'set down the serial number of the boiler'
    ],
    cues: [
      'remember',
      'note down',
      'write down',
      'keep in mind',
      'make a note',
      'take a note',
      'save this',
      'save my',
      'delete my',
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

  async run(input, { account, memories, search }) {
    const granted = await memories.remember(account, readWish(input))
    const wantsSimilar = input.similar && granted.change !== 'forgotten'
    const similar = wantsSimilar ? await search.alike(account, granted.memory) : undefined
    return {
      summary: summaryOf(granted),
      metrics: metricsOf(granted),
      detail: {
        ...detailOf(granted),
        ...(similar && { similar: similar.map(({ key, similarity }) => ({ key, similarity: rounded(similarity) })) })
      }
    }
  }
})

function summaryOf({ change, memory: { key, version } }: Granted): string {
  if (change === 'forgotten') return `Forgot ${quoted(key)}.`
  if (change === 'unchanged') return `${quoted(key)} already held that value.`
  return `Remembered ${quoted(key)} (version ${version}).`
}

function metricsOf({ change, memory: { value, version, history }, memories }: Granted) {
  const isGone = change === 'forgotten'
  return {
    version,
    bytes: isGone ? 0 : Buffer.byteLength(value),
    memories,
    historyLength: isGone ? 0 : history.length
  }
}

function detailOf({ change, memory: { key, version, tags, expiresAt }, previous }: Granted) {
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
