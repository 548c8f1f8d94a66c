import { type Fault, InvalidInput, type Static, Type } from '@product-host/sdk'
import { readKey } from '../memory/key.js'
import type { Filter } from '../search/memory-index.js'
import { readTags, SentTags } from '../text/tags.js'

/** The input of recall. */
export const RecallInput = Type.Object({
  key: Type.Optional(Type.String({ minLength: 1, description: 'The exact key; alone, or with "at".' })),
  prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'What the key begins with.' })),
  tags: Type.Optional(SentTags),
  tagMatch: Type.Union([Type.Literal('any'), Type.Literal('all')], { default: 'all' }),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Words to search for.' })),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  offset: Type.Integer({ minimum: 0, maximum: 2000, default: 0 }),
  includeHistory: Type.Boolean({ default: false, description: 'Adds the versions that each memory held before.' }),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'The value as it was then; needs a key.' })),
  fuzzy: Type.Boolean({ default: true, description: 'Whether terms of 5 letters or more may hold a typing error.' })
})
export type RecallInput = Static<typeof RecallInput>

/** One memory is asked for by its key. */
export interface ExactQuestion {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number | undefined
  readonly includeHistory: boolean
}

/** A page of memories is asked for, by filter and, with a query, by relevance. */
export interface PageQuestion {
  readonly query: string | undefined
  readonly filter: Filter
  readonly fuzzy: boolean
  readonly limit: number
  readonly offset: number
  readonly includeHistory: boolean
}

/** What is asked. Throws `InvalidInput` for members that exclude each other. */
export function readQuestion(input: RecallInput): ExactQuestion | PageQuestion {
  const [first, ...rest] = [...exclusions(input), ...blanks(input)]
  if (first) throw new InvalidInput([first, ...rest])
  const { key, at, includeHistory, query, fuzzy, limit, offset } = input
  if (key !== undefined) return { key: readKey(key), at: at === undefined ? undefined : Date.parse(at), includeHistory }
  return { query, filter: filterOf(input), fuzzy, limit, offset, includeHistory }
}

function exclusions(input: RecallInput): readonly Fault[] {
  if (input.key === undefined) {
    if (input.at === undefined) return []
    return [
      {
        pointer: '#/at',
        code: 'excluded',
        detail: 'is sent without a key',
        fix: 'Send a key with it, or leave it out.'
      }
    ]
  }
  return (['query', 'prefix', 'tags'] as const)
    .filter(name => input[name] !== undefined)
    .map(name => ({
      pointer: `#/${name}`,
      code: 'excluded',
      detail: 'is sent with a key, which names one memory already',
      fix: 'Send either the key or this.'
    }))
}

function blanks({ query, at }: RecallInput): readonly Fault[] {
  const faults: Fault[] = []
  if (query?.trim() === '') faults.push({ pointer: '#/query', code: 'blank', detail: 'is blank', fix: 'Send words.' })
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    faults.push({ pointer: '#/at', code: 'format', detail: 'is no time that there was', fix: 'Send an ISO 8601 time.' })
  return faults
}

function filterOf({ prefix = '', tags, tagMatch }: RecallInput): Filter {
  const wanted = tags === undefined ? [] : readTags(tags)
  return memory => {
    if (!memory.key.startsWith(prefix)) return false
    if (wanted.length === 0) return true
    const has = (tag: string) => memory.tags.includes(tag)
    return tagMatch === 'any' ? wanted.some(has) : wanted.every(has)
  }
}
