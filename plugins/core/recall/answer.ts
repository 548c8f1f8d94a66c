import { type Static, Type } from '@product-host/sdk'
import { type LiveMemory, OldVersion } from '../memory/memory.js'

/** A memory as recall shows it. */
export const Item = Type.Object({
  key: Type.String(),
  value: Type.String(),
  tags: Type.Array(Type.String()),
  version: Type.Integer(),
  updatedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  pinned: Type.Optional(Type.Boolean({ description: 'True when pinned; left out when not.' })),
  score: Type.Optional(Type.Number()),
  matched: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'The stems that were found, each with the fields that hold it.'
    })
  ),
  allTerms: Type.Optional(Type.Boolean({ description: 'True when every term of the query was found.' })),
  snippet: Type.Optional(Type.String({ description: 'Where a long value holds what was found.' })),
  history: Type.Optional(Type.Array(OldVersion, { description: 'Earlier versions, newest first.' }))
})
export type Item = Static<typeof Item>

/** The detail of recall's answer. */
export const RecallDetail = Type.Object({
  mode: Type.Union([Type.Literal('key'), Type.Literal('list'), Type.Literal('search')]),
  found: Type.Integer({ description: 'How many memories fit, on all pages together.' }),
  total: Type.Integer({ description: 'How many memories the account keeps.' }),
  items: Type.Array(Item),
  nextOffset: Type.Optional(Type.Integer({ description: 'The offset of the next page, where there is one.' })),
  allTerms: Type.Optional(Type.Boolean({ description: 'In a search: whether any memory has every term of the query.' }))
})

/** The metrics of recall's answer. */
export const RecallMetrics = Type.Object({
  count: Type.Integer({ description: 'How many memories this page holds.' }),
  total: Type.Integer(),
  topScore: Type.Optional(Type.Number())
})

/** What recall answers. */
export interface RecallAnswer {
  readonly summary: string
  readonly metrics: Static<typeof RecallMetrics>
  readonly detail: Static<typeof RecallDetail>
}

/** A memory as recall shows it, without what a search or its history adds. */
export function itemOf({ key, value, tags, version, updatedAt, expiresAt, pinned }: LiveMemory): Item {
  return {
    key,
    value,
    tags: [...tags],
    version,
    updatedAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(pinned && { pinned })
  }
}
