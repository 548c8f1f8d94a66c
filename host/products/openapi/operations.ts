import { type HeaderName, headerMap, type Reference, schema } from './components.js'
import { type OperationKind, refusals } from './refusals.js'

/** One operation: its input, its answers, and by its kind its refusals. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Empty when no key is needed. */
  readonly security?: readonly object[]
  readonly parameters: readonly Reference[]
  readonly requestBody?: object
  /** What the host sends to an address that the request names. */
  readonly callbacks?: object
  readonly kind: OperationKind
  readonly answers: Readonly<Record<number, object>>
}

/** Operations by address and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>

/** An operation in the form of the document. */
export function operationObject({ kind, answers, ...operation }: ApiOperation): object {
  return { ...operation, responses: { ...answers, ...refusals(kind) } }
}

/** An answer in JSON to a request with a key. */
export function jsonAnswer(
  description: string,
  name: string,
  more: readonly HeaderName[] = [],
  sometimes: readonly HeaderName[] = []
): object {
  return {
    description,
    headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit', ...more], sometimes),
    content: { 'application/json': { schema: schema(name) } }
  }
}

/** An answer in JSON to anyone. */
export function openAnswer(description: string, name: string, more: readonly HeaderName[] = []): object {
  return {
    description,
    headers: headerMap(['X-Request-Id', 'Server-Timing', ...more]),
    content: { 'application/json': { schema: schema(name) } }
  }
}

/** The 304 answer to a caller that already has the document. */
export function notModified(more: readonly HeaderName[] = []): object {
  return {
    description: 'The caller has the current version.',
    headers: headerMap(['X-Request-Id', 'Server-Timing', 'ETag', ...more])
  }
}

/** An answer without a body to a request with a key. */
export function emptyAnswer(description: string): object {
  return { description, headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit']) }
}
