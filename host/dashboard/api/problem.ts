import type { ProblemIssue } from '@product-host/sdk/client'

/** One issue with one member of a request body, as the host reports it. */
export type FieldIssue = ProblemIssue

/** The body of an error response (RFC 9457), as far as the pages show it. */
export interface ProblemBody {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly retryable?: boolean
  readonly requestId?: string
  readonly errors?: readonly FieldIssue[]
}

/** An error response of the host; its message is a sentence for a person. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'

  constructor(readonly body: ProblemBody) {
    super(body.detail)
  }

  get code(): string {
    return this.body.code
  }

  get issues(): readonly FieldIssue[] {
    return this.body.errors ?? []
  }
}

/** The problem that is reported when the host does not answer at all. */
export const unreachable: ProblemBody = {
  status: 0,
  code: 'unreachable',
  title: 'The host does not answer.',
  detail: 'The host does not answer. Check your connection and try again.',
  retryable: true
}

/** The problem that is reported when the user no longer waits for the response. */
export const stopped: ProblemBody = {
  status: 0,
  code: 'stopped',
  title: 'You stopped waiting.',
  detail: 'You stopped waiting for the answer. The host may have finished the call.',
  retryable: true
}

/** Whether an error is the host's error response with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ProblemError && error.code === code
}

/** The issues that an error reports; none if it is not an error response of the host. */
export function issuesOf(error: Error | null): readonly FieldIssue[] {
  return error instanceof ProblemError ? error.issues : []
}

/** Whether it makes sense to send the same request again. */
export function isRetryable(error: Error): boolean {
  return error instanceof ProblemError && error.body.retryable === true
}
