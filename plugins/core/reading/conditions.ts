import { quoted } from '@product-host/toolkit/text'
import { numberAt, numberSource, toNumber } from './amounts.js'
import type { Condition } from './reading.js'
import { pattern } from './words.js'

/** A condition as a step can have it: on a figure or a state that an action answers with. */
interface ReadCondition {
  /** The request whose answer decides; undefined where what it is about is not named. */
  readonly request: string | undefined
  /** The same request about something else. */
  readonly about: (subject: string) => string
  /** What it is about, as the text names it. */
  readonly subject: string
  /** The condition, given the id of the step that answers. */
  readonly when: (id: string) => Readonly<Record<string, unknown>>
}

const comparisons: readonly (readonly [words: string, operator: string])[] = [
  ['>=|at least|no less than|not below|not under', '>='],
  ['<=|at most|no more than|not above|not over', '<='],
  ['>|above|over|more than|greater than|higher than|better than|exceeds?|beyond', '>'],
  ['<|below|under|less than|lower than|worse than|smaller than', '<'],
  ['=|equals?|exactly', '==']
]

const operators = comparisons.map(([words]) => words).join('|')

const figure = pattern('isu')`^(?:(?:the|its|their|his|her)\s+)?
  (?:(?<metric>\p{L}+)\s+(?:of|for)\s+(?<of>.+?)|(?<its>\p{L}+)|(?<subject>.+?)(?:['’]s)?\s+(?<verb>\p{L}+))\s+
  (?:(?:is|are|was|gets|reaches|has|of|a)\s+){0,3}(?<operator>${operators})\s*(?<number>${numberSource})\s*(?:%|points?|per cent|percent)?$`

const state =
  /^(?:the\s+)?(?<subject>\S+(?:\s+\S+){0,4}?)\s+(?:is|goes|went|was)\s+(?<not>not\s+)?(?<state>up|down|reachable|unreachable|online|offline)$/iu

const subjectPronoun = /^(?:it|this|that|they|them|he|she|the\s+(?:lead|site|result|company|page|prospect))$/iu

/** Reads a condition. A text says why it cannot be one of a step: such a request is not run. */
export function readCondition({ text, isUnless, isLasting }: Condition): ReadCondition | string {
  if (isLasting)
    return `${quoted(text)} would have to be watched for, and this runs once: nothing waits for a condition.`
  const read = figureIn(text) ?? stateIn(text)
  if (!read) return `The condition ${quoted(text)} was not understood.`
  return isUnless ? { ...read, when: id => ({ '!': read.when(id) }) } : read
}

function figureIn(text: string): ReadCondition | undefined {
  const { metric, of, its, subject, verb, operator = '', number = '' } = figure.exec(text)?.groups ?? {}
  const value = numberAt(number, text)
  const name = (metric ?? its ?? verb)?.toLowerCase().replace(/s$/u, '')
  const about = of ?? subject
  const sign = comparisons.find(([words]) => new RegExp(`^(?:${words})$`, 'iu').test(operator))?.[1]
  if (!value || name === undefined || sign === undefined || subjectPronoun.test(name)) return undefined
  const isSame = about === undefined || subjectPronoun.test(about.trim())
  return {
    request: isSame ? undefined : `${name} ${about}`,
    about: other => `${name} ${other}`,
    subject: about ?? '',
    when: id => ({ [sign]: [{ var: `${id}.metrics.${name}` }, toNumber(value)] })
  }
}

function stateIn(text: string): ReadCondition | undefined {
  const { subject = '', not, state: word = '' } = state.exec(text)?.groups ?? {}
  if (subject === '') return undefined
  const isUp = /^(?:up|reachable|online)$/iu.test(word) !== (not !== undefined)
  return {
    request: subjectPronoun.test(subject) ? undefined : `check whether ${subject} is up`,
    about: other => `check whether ${other} is up`,
    subject,
    when: id => ({ '==': [{ var: `${id}.detail.state` }, isUp ? 'up' : 'down'] })
  }
}
