import { cut } from '../text/cut.js'
import type { Gathered } from './collect.js'
import { messageMembers, nameMembers, stateMembers, tidings, worries } from './worries.js'

const most = 5
const longest = 200
/** Members of an answer that are looked at. */
const mostLooks = 2000

interface Highlight {
  /** The place in the table of worries; 0 is the worst. */
  readonly level: number
  readonly text: string
}

/** At most five sentences on what wants a look, the worst first. */
export function highlightsOf(gathered: readonly Gathered[]): readonly string[] {
  const all = gathered.flatMap(({ source, answer }) =>
    answer
      ? highlightsIn(answer.detail, answer.summary).map(each => ({ ...each, text: `${source.id}: ${each.text}` }))
      : []
  )
  const sorted = all.toSorted((left, right) => left.level - right.level)
  return [...new Set(sorted.map(({ text }) => cut(text, longest)))].slice(0, most)
}

function highlightsIn(detail: unknown, summary: string): readonly Highlight[] {
  const looks = { left: mostLooks }
  const found = walk(detail, looks).map(each => ({ ...each, text: each.text ?? summary }))
  if (found.length > 0) return found
  const words: readonly string[] = summary.toLowerCase().match(/[a-z]+/g) ?? []
  const level = [...worries, tidings].findIndex(states => states.some(state => words.includes(state)))
  return level === -1 ? [] : [{ level, text: summary }]
}

function walk(value: unknown, looks: { left: number }): readonly { level: number; text: string | undefined }[] {
  if (typeof value !== 'object' || value === null || looks.left-- <= 0) return []
  if (Array.isArray(value)) return value.flatMap(member => walk(member, looks))
  const record: Readonly<Record<string, unknown>> = Object(value)
  const state = textOf(record, stateMembers)
  const level = state === undefined ? -1 : worries.findIndex(states => states.includes(state.toLowerCase()))
  const inner = Object.values(record).flatMap(member => walk(member, looks))
  if (level === -1) return inner
  const text = sentence(record, state)
  // The state of the whole says nothing new where a part of it is as bad.
  const isTold = text === undefined && inner.some(part => part.level <= level)
  return isTold ? inner : [{ level, text }, ...inner]
}

function sentence(record: Readonly<Record<string, unknown>>, state: string | undefined): string | undefined {
  const name = textOf(record, nameMembers)
  return textOf(record, messageMembers) ?? (name === undefined ? undefined : `${name} is ${state}`)
}

function textOf(record: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  return names.map(name => record[name]).find((value): value is string => typeof value === 'string' && value !== '')
}
