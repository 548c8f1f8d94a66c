import { useSyncExternalStore } from 'react'
import { takeEarly } from '../early-requests.js'
import { hasCode, type ProblemBody, ProblemError, stopped, unreachable } from './problem.js'
import { isSignedIn } from './query-client.js'

/** What a request carries besides its method and path. */
interface RequestContent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A successful response of the host. */
export interface HostResponse<Body> {
  readonly body: Body
  readonly headers: Headers
  readonly status: number
  /** Milliseconds from sending the request to receiving the full response, measured in this browser. */
  readonly ms: number
}

/**
 * Sends a request to the host that served the page. Pages and host are one release, so the body of a successful response is
 * trusted to have the type that the caller names. A request that needs a recent sign-in, or whose session has ended, is sent
 * again after the user has entered the password in a dialog. Throws a `ProblemError` for every error response.
 */
export async function request<Body>(
  method: string,
  path: string,
  content: RequestContent = {}
): Promise<HostResponse<Body>> {
  try {
    return await send<Body>(method, path, content)
  } catch (error) {
    const reason = reasonToAsk(error)
    if (!reason || !(await askForConfirmation(reason))) throw error
    return send<Body>(method, path, content)
  }
}

function reasonToAsk(error: unknown): 'sensitive' | 'session_ended' | undefined {
  if (hasCode(error, 'recent_sign_in_required')) return 'sensitive'
  return hasCode(error, 'session_required') && isSignedIn() ? 'session_ended' : undefined
}

/** Reads a path: the body of the response. Throws a `ProblemError` for every error response. */
export async function read<Body>(path: string): Promise<Body> {
  return (await request<Body>('GET', path)).body
}

async function send<Body>(
  method: string,
  path: string,
  { body, headers, signal }: RequestContent
): Promise<HostResponse<Body>> {
  const startedAt = performance.now()
  const isJson = body !== undefined
  const early = method === 'GET' && headers === undefined ? takeEarly(path) : undefined
  const sent =
    early ??
    fetch(path, {
      method,
      headers: { Accept: 'application/json', ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
      ...(isJson && { body: JSON.stringify(body) }),
      ...(signal && { signal })
    })
  const response = await sent.catch(() => explain(signal))
  const text = await response.text().catch(() => explain(signal))
  const ms = performance.now() - startedAt
  if (!response.ok) throw new ProblemError(problemOf(response, text))
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    headers: response.headers,
    status: response.status,
    ms
  }
}

/** Throws why there is no response. */
function explain(signal: AbortSignal | undefined): never {
  throw new ProblemError(signal?.aborted ? stopped : unreachable)
}

function problemOf({ status, statusText, headers }: Response, text: string): ProblemBody {
  if (headers.get('content-type')?.startsWith('application/problem+json')) return JSON.parse(text) as ProblemBody
  const title = `The host answered with status ${status} ${statusText}.`
  return { status, code: 'unknown', title, detail: title, retryable: status >= 500 }
}

/** A dialog that asks for the password, open until it is settled. */
export interface PendingConfirmation {
  /** Why: before a sensitive change, or because the session has ended. */
  readonly reason: 'sensitive' | 'session_ended'
  /** Closes the dialog; true if the password was confirmed. */
  readonly settle: (isConfirmed: boolean) => void
}

let pending: PendingConfirmation | undefined
const results = new Map<PendingConfirmation['reason'], Promise<boolean>>()
const listeners = new Set<() => void>()

/** Opens the dialog, once for all requests that wait for it; resolves to whether the password was confirmed. */
function askForConfirmation(reason: PendingConfirmation['reason']): Promise<boolean> {
  const open = results.get(reason)
  if (open) return open
  const result = new Promise<boolean>(resolve => {
    show({
      reason,
      settle: isConfirmed => {
        results.delete(reason)
        show(undefined)
        resolve(isConfirmed)
      }
    })
  })
  results.set(reason, result)
  return result
}

/** Settles the dialog for an ended session, if it is open: another tab has signed in or out. */
export function settleEndedSession(isSignedIn: boolean): void {
  if (pending?.reason === 'session_ended') pending.settle(isSignedIn)
}

/** The dialog that is open, if there is one. */
export function usePendingConfirmation(): PendingConfirmation | undefined {
  return useSyncExternalStore(subscribe, () => pending)
}

function show(next: PendingConfirmation | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
