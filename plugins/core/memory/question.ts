import { InvalidInput, type Issue, type Static, Type } from '@product-host/sdk'
import { type TimeReading, timeReadings } from '@product-host/toolkit/calendar'
import { isFilled } from '@product-host/toolkit/guards'
import { issue } from '../calls.js'
import { members } from '../members.js'
import limits from '../tables/limits.json' with { type: 'json' }
import { readKey, readTagTests, SentTags } from './memory.js'
import type { Filter } from './memory-index.js'

const { mostResults, usualResults, lastOffset } = limits.memory

const Time = () => Type.String({ minLength: 1, maxLength: 40 })

/** The input of recall. */
export const RecallInput = members('recallInput', {
  key: Type.Optional(Type.String({ minLength: 1 })),
  prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  tags: Type.Optional(SentTags),
  tagMatch: Type.Union([Type.Literal('any'), Type.Literal('all')], { default: 'all' }),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  limit: Type.Integer({ minimum: 1, maximum: mostResults, default: usualResults }),
  offset: Type.Integer({ minimum: 0, maximum: lastOffset, default: 0 }),
  includeHistory: Type.Boolean({ default: false }),
  at: Type.Optional(Time()),
  since: Type.Optional(Time()),
  until: Type.Optional(Time()),
  fuzzy: Type.Boolean({ default: true })
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
export type PageQuestion = Pick<RecallInput, 'query' | 'fuzzy' | 'limit' | 'offset' | 'includeHistory'> & {
  readonly filter: Filter
}

/** Reads the question. Throws `InvalidInput` for members that exclude each other, and for what is no time. */
export function readQuestion(input: RecallInput): ExactQuestion | PageQuestion {
  const issues = exclusions(input)
  if (input.query?.trim() === '') issues.push(issue('#/query', 'blank', 'is blank', 'Send words.'))
  const at = readTime(input, 'at', issues)
  const since = readTime(input, 'since', issues)
  const until = readTime(input, 'until', issues)
  if (since && until && since.from > until.to)
    issues.push(issue('#/until', 'reversed', 'is before since', 'Send the later time as until.'))
  if (isFilled(issues)) throw new InvalidInput(issues)
  const { key, includeHistory } = input
  if (key !== undefined) return { key: readKey(key), at: at?.to, includeHistory }
  return { ...input, filter: filterOf(input, since?.from, until?.to) }
}

function exclusions({ key, ...others }: RecallInput): Issue[] {
  if (key === undefined)
    return others.at === undefined
      ? []
      : [issue('#/at', 'excluded', 'is sent without a key', 'Send a key with it, or leave it out.')]
  const detail = 'is sent with a key, which names one memory already'
  return (['query', 'prefix', 'tags', 'since', 'until'] as const)
    .filter(name => others[name] !== undefined)
    .map(name => issue(`#/${name}`, 'excluded', detail, 'Send either the key or this.'))
}

/** A time that was sent; an issue is added for what is none, or can be read as two. */
function readTime(input: RecallInput, name: 'at' | 'since' | 'until', issues: Issue[]): TimeReading | undefined {
  const sent = input[name]
  if (sent === undefined) return undefined
  const [reading, ...others] = timeReadings(sent, 'UTC')
  if (reading && others.length === 0) return reading
  const detail = reading ? 'can be read as two dates' : 'is no date and no time'
  issues.push(issue(`#/${name}`, 'format', detail, 'Send a time such as 2026-11-26 or 2026-11-26T09:30Z.'))
  return undefined
}

function filterOf(
  { prefix = '', tags, tagMatch }: RecallInput,
  earliest = Number.NEGATIVE_INFINITY,
  latest = Number.POSITIVE_INFINITY
): Filter {
  const wanted = tags === undefined ? [] : readTagTests(tags)
  return memory => {
    const changedAt = Date.parse(memory.updatedAt)
    if (changedAt < earliest || changedAt > latest) return false
    if (!memory.key.normalize().startsWith(prefix)) return false
    if (wanted.length === 0) return true
    return tagMatch === 'any' ? wanted.some(isOf => isOf(memory)) : wanted.every(isOf => isOf(memory))
  }
}
