import { SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { ProductError } from '@product-host/sdk'
import { SourceUnavailable } from '../source-unavailable.js'

/** The codes of the expected failures of a server at a URL, each with what it means. */
export const httpErrors = {
  access_refused: 'The server refuses the credentials that it was sent.',
  too_many_requests: 'The server takes no more requests for now.'
}

/** What a failure of HTTP is to the caller; the error itself where it says nothing of HTTP. */
export function httpFailure(error: unknown): unknown {
  const status = error instanceof UnauthorizedError ? 401 : error instanceof SdkHttpError ? error.status : undefined
  if (status === 401 || status === 403) return new ProductError('access_refused', httpErrors.access_refused)
  if (status === 429) return new ProductError('too_many_requests', httpErrors.too_many_requests, { retryable: true })
  if (status === 404) return new SourceUnavailable('The server of the product has ended the session.', 1)
  // `fetch` rejects so when there is no answer.
  if (error instanceof TypeError) return new SourceUnavailable('The server of the product cannot be reached.', 1, true)
  return error
}

/** Whether the server knows the session no more: the next call begins another. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof SdkHttpError && error.status === 404)
}
