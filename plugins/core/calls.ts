import {
  type Answer,
  type Issue,
  type PlannedCall,
  type ProductDescription,
  type Schedules,
  type ScheduleTiming,
  type Static,
  Type
} from '@product-host/sdk'
import { members } from './members.js'
import { fieldsOf } from './reading/fields.js'
import { destructiveWords } from './reading/words.js'

/** This product's own name, and those of its actions that run others. */
export const own = { slug: 'core', recall: 'recall', route: 'route', gather: 'gather', agent: 'agent' } as const

/** Whether an action runs others. No plan, gathering or routing runs such an action, so that none of them calls itself. */
export function runsOthers(product: string, action: string): boolean {
  return product === own.slug && (action === own.route || action === own.agent)
}

/** What a call of the action of that name in words with this input would destroy, by the values of its fields and the names of those that are true. */
export function destroyedBy(name: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const way = Object.entries(input).find(
    ([name, value]) =>
      (typeof value === 'string' && /^(?:mode|operation|action|method|change)$/iu.test(name) && isDestructive(value)) ||
      (value === true && isDestructive(name))
  )
  if (!way) return undefined
  const [field, value] = way
  const key = typeof input.key === 'string' ? ` of "${input.key}"` : ''
  return `${name} would ${value === true ? field : value} what is stored${key}`
}

function isDestructive(word: string): boolean {
  return destructiveWords.has(word.toLowerCase())
}

/** What is wrong with a member that was sent, and what to send instead. */
export function issue(pointer: string, code: string, detail: string, fix: string): Issue {
  return { pointer, code, detail, fix }
}

/** How a call under a time limit ended; `broken` where it rejected, which no product's answer does. */
export type Ended = { readonly answer: Answer } | 'timeout' | 'broken'

/** Runs a call with a signal of its own, and is free when the time is over, even where the call takes no notice. */
export async function within(
  ms: number,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<Answer>
): Promise<Ended> {
  const controller = new AbortController()
  const over = Promise.withResolvers<Ended>()
  const giveUp = () => {
    over.resolve('timeout')
    controller.abort()
  }
  if (outer.aborted) return 'timeout'
  const timer = setTimeout(giveUp, ms)
  outer.addEventListener('abort', giveUp, { once: true })
  const called = call(controller.signal).then(
    (answer): Ended => ({ answer }),
    (): Ended => 'broken'
  )
  try {
    return await Promise.race([over.promise, called])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', giveUp)
  }
}

/** When a schedule of a call is due, as answers show it. */
export const Timing = members('timing', { name: Type.String(), cron: Type.String(), timezone: Type.String() })

export type Timing = Static<typeof Timing>

/** When a schedule is due, without what answers do not show of it. */
export function timing({ name, cron, timezone = 'UTC' }: ScheduleTiming): Timing {
  return { name, cron, timezone }
}

/** Makes a schedule of a call in place of the call; what came of it is an answer all the same. */
export async function schedule(
  { product, action, input }: Pick<PlannedCall, 'product' | 'action' | 'input'>,
  times: ScheduleTiming,
  schedules: Schedules
): Promise<Answer> {
  const made = await schedules.create({ ...times, product, action, input })
  if (!made.ok) {
    const { code, message, retryable } = made.error
    return { ok: false, summary: message, metrics: {}, detail: { error: { code, message, retryable } } }
  }
  const { next } = made.schedule
  const summary = `Made the schedule; it is due next at ${next[0]}.`
  return { ok: true, summary, metrics: {}, detail: { schedule: { ...made.schedule, next: [...next] } } }
}

/** Why a call of another action failed. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** A failure that a person can read. */
export function failure(code: string, message: string, retryable = false): Failure {
  return { code, message, retryable }
}

/** The error in an answer that is not ok. */
export function failureOf({ summary, detail }: Answer): Failure {
  const error: Readonly<Record<string, unknown>> = Object(detail.error)
  const code = typeof error.code === 'string' ? error.code : 'failed'
  return failure(code, typeof error.message === 'string' ? error.message : summary, error.retryable === true)
}

/** The fields that a call was refused for, where it was for nothing but missing ones; undefined otherwise. */
export function missingOf({ ok, detail }: Answer): readonly string[] | undefined {
  const error: Readonly<Record<string, unknown>> = Object(detail.error)
  if (ok || error.code !== 'invalid_input' || !Array.isArray(detail.errors)) return undefined
  const issues: readonly Readonly<Record<string, unknown>>[] = detail.errors.map(Object)
  const isOnlyMissing = issues.length > 0 && issues.every(({ code }) => code === 'required')
  return isOnlyMissing ? issues.map(({ pointer }) => String(pointer).replace(/^#\//u, '')) : undefined
}

/** A value reduced to so many bytes of JSON: members and items that fit stay, long text is cut. */
export function capped(value: Readonly<Record<string, unknown>>, bytes: number) {
  const isComplete = sizeOf(value) <= bytes
  return { detail: isComplete ? { ...value } : fittingMembers(value, bytes), isComplete }
}

function fittingMembers(record: Readonly<Record<string, unknown>>, bytes: number): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  let left = bytes - 2
  for (const [name, value] of Object.entries(record)) {
    const room = left - sizeOf(name) - 2
    const part = fitting(value, room)
    if (part === undefined) continue
    result[name] = part
    left = room - sizeOf(part)
  }
  return result
}

function fitting(value: unknown, bytes: number): unknown {
  if (sizeOf(value) <= bytes) return value
  if (typeof value === 'string') return fittingText(value, bytes)
  if (!Array.isArray(value)) return undefined
  const result: unknown[] = []
  let left = bytes - 2
  for (const item of value) {
    left -= sizeOf(item) + 1
    if (left < 0) break
    result.push(item)
  }
  return bytes < 2 ? undefined : result
}

function fittingText(text: string, bytes: number): string | undefined {
  // In JSON, a character takes up six bytes at most.
  const characters = Array.from(text).slice(0, Math.floor((bytes - 8) / 6))
  return characters.length === 0 ? undefined : `${characters.join('')}…`
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** Why a call of another product did not succeed, as `gather` and `agent` show it. */
export const CallError = members('callError', {
  code: Type.String(),
  message: Type.String(),
  retryable: Type.Boolean()
})

/** What people call an action and its product. */
interface ActionTitles {
  readonly title: string
  readonly productTitle: string
}

/** The titles of an action; undefined where it is not served. */
export function titlesOf(
  served: readonly ProductDescription[],
  product: string,
  action: string
): ActionTitles | undefined {
  const description = served.find(({ slug }) => slug === product)
  const title = description?.actions.find(({ name }) => name === action)?.title
  return description && title !== undefined ? { title, productTitle: description.title } : undefined
}

/** An action as a sentence names it: `"Recall" of Core`. */
export function called({ title, productTitle }: ActionTitles): string {
  return `"${title}" of ${productTitle}`
}

/** An action as a sentence names it, by its name where it is not served. */
export function calledIn(served: readonly ProductDescription[], product: string, action: string): string {
  const titles = titlesOf(served, product, action)
  return titles ? called(titles) : `${product}.${action}`
}

/** What forms call fields of an action: their titles, or their names where they have none. */
export function fieldTitles(inputSchema: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const fields = fieldsOf(inputSchema)
  return names.map(name => fields.find(field => field.name === name)?.title || name).join(', ')
}

/** What an effect is in words. */
export const effectsInWords = { read: 'only reads', write: 'writes', external: 'calls other services' } as const
