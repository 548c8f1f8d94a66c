import type { Answer } from '@product-host/sdk'

/** Why a call of another action failed. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** The error in an answer that is not ok. */
export function failureOf({ summary, detail }: Answer): Failure {
  const error: Readonly<Record<string, unknown>> = Object(detail.error)
  return {
    code: typeof error.code === 'string' ? error.code : 'failed',
    message: typeof error.message === 'string' ? error.message : summary,
    retryable: error.retryable === true
  }
}
