import { type Problem, problems } from './problems.js'

/** A reply without the common headers, which are added when it is sent. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Longest answer of a product, in characters of JSON. */
export const largestAnswer = 4 * 1024 * 1024
/** Most issues that a problem lists. */
const mostErrors = 20

/** JSON text as a reply. */
export function jsonReply(status: number, text: string, headers: Readonly<Record<string, string>>): Reply {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, text }
}

/** A problem as a reply (RFC 9457). */
export function problemReply(problem: Problem, requestId: string): Reply {
  if (problem.options.isRepeated) return preparedReply(problem, requestId)
  return newReply(problem, requestId)
}

/** The reply to a problem that is thrown again and again, with its text around the request id. */
interface PreparedReply extends Omit<Reply, 'text'> {
  readonly parts: readonly string[]
}

const prepared = new WeakMap<Problem, PreparedReply>()

/** Has the form of a request id, and is none. */
const idMark = '________request-id________'

/** Only the request id differs between the replies to one problem. */
function preparedReply(problem: Problem, requestId: string): Reply {
  let known = prepared.get(problem)
  if (!known) {
    const { text, ...rest } = newReply(problem, idMark)
    known = { ...rest, parts: text.split(idMark) }
    prepared.set(problem, known)
  }
  return { status: known.status, headers: known.headers, text: known.parts.join(requestId) }
}

function newReply(problem: Problem, requestId: string): Reply {
  const { status, options } = problem
  const retryAfter: Record<string, string> = options.retryAfter ? { 'Retry-After': String(options.retryAfter) } : {}
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' }
  return { status, headers: { ...headers, ...retryAfter, ...options.headers }, text: problemText(problem, requestId) }
}

/** The body of a problem. */
export function problemText(problem: Problem, requestId: string): string {
  const { code, detail, status, options } = problem
  return JSON.stringify({
    type: `urn:product-host:problem:${code}`,
    title: problems[code].title,
    status,
    detail,
    instance: `urn:product-host:request:${requestId}`,
    ok: false,
    code,
    requestId,
    retryable: problem.isRetryable,
    ...(options.errors?.length && { errors: options.errors.slice(0, mostErrors) }),
    ...(options.checks && { checks: options.checks }),
    ...(options.links && { links: options.links }),
    ...(options.outcome && { outcome: options.outcome }),
    ...(options.budget && { budget: options.budget })
  })
}
