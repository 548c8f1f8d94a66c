import type { Answer } from '@product-host/sdk'
import { cut } from '@product-host/toolkit/text'
import states from './tables/states.json' with { type: 'json' }

/** A source with its title, and its answer if it gave one. */
interface Source {
  readonly source: { readonly title: string }
  readonly answer?: Answer
}

const most = 5

const longest = 200

/** Members of an answer that are read. */
const mostVisits = 2000

interface Highlight {
  /** The index in the table of `alertStates`; 0 is the worst. */
  readonly level: number
  readonly text: string
}

/** At most five sentences on what needs attention, the worst first. */
export function highlightsOf(gathered: readonly Source[]): readonly string[] {
  const all = gathered.flatMap(({ source, answer }) =>
    answer
      ? highlightsIn(answer.detail, answer.summary).map(each => ({ ...each, text: `${source.title}: ${each.text}` }))
      : []
  )
  const sorted = all.toSorted((left, right) => left.level - right.level)
  return [...new Set(sorted.map(({ text }) => cut(text, longest)))].slice(0, most)
}

function highlightsIn(detail: unknown, summary: string): readonly Highlight[] {
  const visits = { left: mostVisits }
  const found = statesIn(detail, visits).map(each => ({ ...each, text: each.text ?? summary }))
  if (found.length > 0) return found
  const words: readonly string[] = summary.toLowerCase().match(/[a-z]+/g) ?? []
  const level = [...states.alertStates, states.newsWords].findIndex(states =>
    states.some(state => words.includes(state))
  )
  return level === -1 ? [] : [{ level, text: summary }]
}

function statesIn(value: unknown, visits: { left: number }): readonly { level: number; text: string | undefined }[] {
  if (typeof value !== 'object' || value === null || visits.left-- <= 0) return []
  if (Array.isArray(value)) return value.flatMap(member => statesIn(member, visits))
  const record: Readonly<Record<string, unknown>> = Object(value)
  const state = textOf(record, states.stateMembers)
  const level = state === undefined ? -1 : states.alertStates.findIndex(states => states.includes(state.toLowerCase()))
  const inner = Object.values(record).flatMap(member => statesIn(member, visits))
  if (level === -1) return inner
  const text = sentence(record, state)
  // The state of the whole answer adds nothing where a part of it is as bad.
  const isReported = text === undefined && inner.some(part => part.level <= level)
  return isReported ? inner : [{ level, text }, ...inner]
}

function sentence(record: Readonly<Record<string, unknown>>, state: string | undefined): string | undefined {
  const name = textOf(record, states.nameMembers)
  return textOf(record, states.messageMembers) ?? (name === undefined ? undefined : `${name} is ${state}`)
}

function textOf(record: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  return names.map(name => record[name]).find((value): value is string => typeof value === 'string' && value !== '')
}
