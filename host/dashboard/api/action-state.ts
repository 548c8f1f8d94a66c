import { useSyncExternalStore } from 'react'
import { usageKey } from './calls.js'
import { recordsKey } from './data.js'
import { hasCode, type ProblemBody, ProblemError } from './problem.js'
import { type ActionExample, type ActionResult, homesKey, sessionPath } from './products.js'
import { refresh, signedInId, whenAccountChanges } from './query-client.js'
import { type HostResponse, request } from './request.js'

/** One execution of an action that was started on its page. */
export interface Call {
  readonly body: ActionExample['input']
  readonly startedAt: number
  /** While it runs, neither it nor `error` is there. */
  readonly response?: Answered
  readonly error?: Error
}

/** The answer to a call, as far as it is shown. */
export interface Answered extends Omit<HostResponse<ActionResult>, 'headers'> {
  /** The header `Server-Timing`. */
  readonly serverTiming: string
}

/** What was typed on the page of an action, and its last call. */
export interface ActionState {
  /** The members of the form; undefined if nothing was typed. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly call?: Call
}

interface Running {
  readonly abort: AbortController
  readonly idempotencyKey: string
}

const states = new Map<string, ActionState>()
const running = new Map<string, Running>()
const listeners = new Set<() => void>()
const nothing: ActionState = {}

/** What was typed and answered on the page of an action; it stays while other pages are shown, and when the tab is loaded again. */
export function useActionState(slug: string, action: string): ActionState {
  restore()
  return useSyncExternalStore(subscribe, () => states.get(keyOf(slug, action)) ?? nothing)
}

/** Stores what was typed. */
export function typeInput(slug: string, action: string, data: Readonly<Record<string, unknown>>): void {
  update(slug, action, { data })
}

/** Runs an action as the signed-in account. The call goes on while other pages are shown. */
export function startCall(slug: string, action: string, body: ActionExample['input']): void {
  send(slug, action, body, crypto.randomUUID())
}

/**
 * Sends a call that failed again, with the same idempotency key: if it arrived the first time, the host returns its answer and does
 * nothing twice.
 */
export function retryCall(slug: string, action: string): void {
  const call = states.get(keyOf(slug, action))?.call
  const before = running.get(keyOf(slug, action))
  if (call) send(slug, action, call.body, before?.idempotencyKey ?? crypto.randomUUID())
}

/** Stops waiting for a call. The host may finish it. */
export function stopCall(slug: string, action: string): void {
  running.get(keyOf(slug, action))?.abort.abort()
}

whenAccountChanges(() => {
  for (const { abort } of running.values()) abort.abort()
  running.clear()
  states.clear()
  notify()
})

function send(slug: string, action: string, body: ActionExample['input'], idempotencyKey: string): void {
  const key = keyOf(slug, action)
  const own: Running = { abort: new AbortController(), idempotencyKey }
  running.set(key, own)
  const call: Call = { body, startedAt: Date.now() }
  update(slug, action, { call })
  const settle = (end: Pick<Call, 'response' | 'error'>) => {
    if (running.get(key) === own) update(slug, action, { call: { ...call, ...end } })
  }
  answered(slug, body, own).then(
    ({ headers, ...answered }) => {
      settle({ response: { ...answered, serverTiming: headers.get('server-timing') ?? '' } })
      refresh(usageKey, recordsKey, homesKey)
    },
    error => settle({ error })
  )
}

/** How long to wait while the host still runs the call that was sent first with the same key, in milliseconds. */
const underWayMs = 1_000

async function answered(
  slug: string,
  body: ActionExample['input'],
  { abort: { signal }, idempotencyKey }: Running
): Promise<HostResponse<ActionResult>> {
  for (;;) {
    try {
      const headers = { 'Idempotency-Key': idempotencyKey }
      return await request<ActionResult>('POST', `${sessionPath}/${slug}/execute`, { body, headers, signal })
    } catch (error) {
      if (!hasCode(error, 'idempotency_in_progress') && !hasCode(error, 'confirmation_in_progress')) throw error
      await new Promise(resolve => setTimeout(resolve, underWayMs))
    }
  }
}

function update(slug: string, action: string, change: ActionState): void {
  const key = keyOf(slug, action)
  states.set(key, { ...states.get(key), ...change })
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keyOf(slug: string, action: string): string {
  return `${slug}/${action}`
}

/** The name in the storage of this tab, which nothing but the tab reads and which is emptied when the account changes. */
const storedName = 'actions'

/** What is stored when the tab is left. */
interface Stored {
  readonly account: string
  readonly actions: readonly StoredAction[]
}

interface StoredAction {
  readonly key: string
  readonly data?: ActionState['data']
  readonly call?: Pick<Call, 'body' | 'startedAt' | 'response'> & { readonly problem?: ProblemBody }
  readonly idempotencyKey?: string
}

/** What is said of a call whose answer had not arrived when the tab was loaded again. */
const interrupted: ProblemBody = {
  status: 0,
  code: 'interrupted',
  title: 'The page was loaded again.',
  detail: 'The page was loaded again before the answer arrived. The host may have finished the call.',
  retryable: true
}

addEventListener('pagehide', store)

function store(): void {
  const account = signedInId()
  if (account === undefined) return
  const actions = [...states].map(([key, state]) => storedAction(key, state))
  const typed = actions.map(({ key, data }) => ({ key, ...(data && { data }) }))
  // The storage of a tab holds about 5 MB: a large answer may not fit.
  if (!isStored({ account, actions })) isStored({ account, actions: typed })
}

function storedAction(key: string, { data, call }: ActionState): StoredAction {
  const idempotencyKey = running.get(key)?.idempotencyKey
  return {
    key,
    ...(data && { data }),
    ...(call && { call: storedCall(call) }),
    ...(idempotencyKey !== undefined && { idempotencyKey })
  }
}

function storedCall({ error, ...call }: Call): NonNullable<StoredAction['call']> {
  return { ...call, ...(error && { problem: problemOf(error) }) }
}

function problemOf(error: Error): ProblemBody {
  if (error instanceof ProblemError) return error.body
  return { status: 0, code: 'unknown', title: error.message, detail: error.message }
}

function isStored(stored: Stored): boolean {
  try {
    sessionStorage.setItem(storedName, JSON.stringify(stored))
    return true
  } catch {
    sessionStorage.removeItem(storedName)
    return false
  }
}

let isRestored = false

/** Brings back what this account had in this tab before it was loaded again. */
function restore(): void {
  if (isRestored) return
  isRestored = true
  const text = sessionStorage.getItem(storedName)
  if (text === null) return
  const { account, actions }: Stored = JSON.parse(text)
  if (account !== signedInId()) return
  for (const { key, data, call, idempotencyKey } of actions) {
    if (idempotencyKey !== undefined) running.set(key, { abort: new AbortController(), idempotencyKey })
    states.set(key, { ...(data && { data }), ...(call && { call: restoredCall(call) }) })
  }
}

function restoredCall({ body, startedAt, response, problem }: NonNullable<StoredAction['call']>): Call {
  if (response) return { body, startedAt, response }
  return { body, startedAt, error: new ProblemError(problem ?? interrupted) }
}
