import { type EgressCode, EgressError, ModelError } from '@product-host/sdk'
import {
  receivedError as receivedStoreError,
  type SentError as SentStoreError,
  sentError as sentStoreError
} from '../storage/errors.js'

/** An error as it crosses from one thread to another. */
export interface SentError extends SentStoreError {
  readonly stack?: string
  readonly egress?: { readonly code: EgressCode; readonly known: EgressError['known'] }
  readonly model?: ModelError['code']
}

/** What a receiver needs to throw the same kind of error again. */
export function sentError(error: unknown): SentError {
  return {
    ...sentStoreError(error),
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
    ...(error instanceof EgressError && { egress: { code: error.code, known: error.known } }),
    ...(error instanceof ModelError && { model: error.code })
  }
}

/** The error that was sent, as one of its own kind. */
export function receivedError(sent: SentError): Error {
  const { message, egress, model, stack } = sent
  if (egress) return new EgressError(egress.code, message, egress.known)
  if (model) return new ModelError(model, message)
  const error = receivedStoreError(sent)
  if (stack !== undefined) error.stack = stack
  return error
}
