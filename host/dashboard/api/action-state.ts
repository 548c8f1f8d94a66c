import { useSyncExternalStore } from 'react'
import { recordsKey } from './data.js'
import { type ActionExample, type ActionResult, sessionPath } from './products.js'
import { refresh, whenAccountChanges } from './query-client.js'
import { type HostResponse, request } from './request.js'
import { usageKey } from './usage.js'

/** One execution of an action that was started on its page. */
export interface Call {
  readonly body: ActionExample['input']
  readonly startedAt: number
  /** While it runs, neither it nor `error` is there. */
  readonly response?: HostResponse<ActionResult>
  readonly error?: Error
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

/** What was typed and answered on the page of an action; it stays while other pages are shown. */
export function useActionState(slug: string, action: string): ActionState {
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
  request<ActionResult>('POST', `${sessionPath}/${slug}/execute`, {
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
    signal: own.abort.signal
  }).then(
    response => {
      settle({ response })
      refresh(usageKey, recordsKey)
    },
    error => settle({ error })
  )
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
