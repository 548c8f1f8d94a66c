/** The store cannot serve now. Nothing that was acknowledged is lost; the host answers 503 `store_unavailable`. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  /** The message is for the operator: what is wrong, with which file, and what to do. */
  constructor(
    message: string,
    readonly retryAfterSeconds = 1
  ) {
    super(message)
  }
}

/** An error as it crosses from one thread to another. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** What a receiver needs to throw the same kind of error again. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  return error instanceof StoreUnavailable
    ? { name, message, retryAfterSeconds: error.retryAfterSeconds }
    : { name, message }
}

/** The error that was sent, as one of its own kind. */
export function receivedError({ name, message, retryAfterSeconds }: SentError): Error {
  switch (name) {
    case 'StoreUnavailable':
      return new StoreUnavailable(message, retryAfterSeconds)
    case 'RangeError':
      return new RangeError(message)
    case 'TypeError':
      return new TypeError(message)
    default:
      return new Error(message)
  }
}
