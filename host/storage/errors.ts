import { StoreRefusal, StoreUnavailable } from '../base/problems.js'

/** An error in the form in which it is sent from one thread to another. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** What the receiver needs to throw an error of the same class. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  return error instanceof StoreUnavailable
    ? { name, message, retryAfterSeconds: error.retryAfterSeconds }
    : { name, message }
}

/** The error that was sent, as one of its own class. */
export function deserializeError({ name, message, retryAfterSeconds }: SerializedError): Error {
  switch (name) {
    case 'StoreUnavailable':
      return new StoreUnavailable(message, retryAfterSeconds)
    case 'StoreRefusal':
      return new StoreRefusal(message)
    case 'RangeError':
      return new RangeError(message)
    case 'TypeError':
      return new TypeError(message)
    default:
      return new Error(message)
  }
}
