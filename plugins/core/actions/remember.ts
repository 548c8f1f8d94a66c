import { defineAction, Type, type View } from '@product-host/sdk'
import { cut, quoted } from '@product-host/toolkit/text'
import { members } from '../members.js'
import { Memories, type Remembered, RememberInput, readRequest } from '../memory/memories.js'
import { MemorySearch } from '../memory/search-indexes.js'
import { untilAborted } from '../slices.js'
import intents from './intents.json' with { type: 'json' }

const longestPrevious = 200
/** The same in the summary. */
const longestInstead = 80

const mostSimilar = 3

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
  detail: members(
    'rememberDetail',
    {
      key: Type.String(),
      version: Type.Integer(),
      change: Type.Union([
        Type.Literal('created'),
        Type.Literal('updated'),
        Type.Literal('unchanged'),
        Type.Literal('appended'),
        Type.Literal('forgotten')
      ]),
      previous: Type.Optional(members('previous', { version: Type.Integer(), value: Type.String() })),
      tags: Type.Array(Type.String()),
      expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
      similar: Type.Optional(Type.Array(members('similarMemory', { key: Type.String(), similarity: Type.Number() })))
    },
    { title: 'Details', 'x-view': rememberViews }
  ),
  metrics: members(
    'rememberMetrics',
    { version: Type.Integer(), bytes: Type.Integer(), memories: Type.Integer(), historyLength: Type.Integer() },
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
  intents: intents.remember,
  needs: { memories: Memories, search: MemorySearch },

  async run(input, { account, memories, search, signal }) {
    const remembered = await memories.remember(account, readRequest(input))
    const wantsSimilar = input.similar && remembered.change !== 'forgotten'
    const alike = () => search.find(account, index => index.alike(remembered.memory, mostSimilar))
    const similar = wantsSimilar ? await untilAborted(alike(), signal) : undefined
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
