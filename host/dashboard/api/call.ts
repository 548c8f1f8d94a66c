import { askForConfirmation } from './confirmation.js'
import { type ProblemBody, ProblemError, unreachable } from './problem.js'

/** What is sent beside the address. */
export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** An answer of the host. */
export interface Answer<Body> {
  readonly body: Body
  readonly headers: Headers
  readonly status: number
  /** Milliseconds from the request to the whole answer, as this browser saw it. */
  readonly ms: number
}

/**
 * Sends a request to the host that the page came from. Pages and host are one release, so that the shape of a good
 * answer is taken as the caller names it. A request that needs a recent sign-in is sent again once the person has confirmed
 * the password. Throws a `ProblemError` for every refusal.
 */
export async function call<Body>(method: string, path: string, sent: Sent = {}): Promise<Answer<Body>> {
  try {
    return await send<Body>(method, path, sent)
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'recent_sign_in_required')) throw error
    if (!(await askForConfirmation())) throw error
    return send<Body>(method, path, sent)
  }
}

async function send<Body>(method: string, path: string, { body, headers, signal }: Sent): Promise<Answer<Body>> {
  const startedAt = performance.now()
  const isJson = body !== undefined
  const response = await fetch(path, {
    method,
    headers: { Accept: 'application/json', ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(signal && { signal })
  }).catch(error => {
    if (signal?.aborted) throw error
    throw new ProblemError(unreachable)
  })
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (!response.ok) throw new ProblemError(problemOf(response, text))
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    headers: response.headers,
    status: response.status,
    ms
  }
}

function problemOf({ status, statusText, headers }: Response, text: string): ProblemBody {
  if (headers.get('content-type')?.startsWith('application/problem+json')) return JSON.parse(text) as ProblemBody
  const title = `The answer was ${status} ${statusText}.`
  return { status, code: 'unknown', title, detail: title }
}
