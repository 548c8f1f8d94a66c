import { type HeaderName, headerMap } from './headers.js'
import type { Reference } from './reference.js'
import { schema } from './reference.js'
import { type Door, refusals } from './refusals.js'

/** One operation: what it takes, what it answers, and by its door what it refuses. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Empty when no key is needed. */
  readonly security?: readonly object[]
  readonly parameters: readonly Reference[]
  readonly requestBody?: object
  readonly door: Door
  readonly answers: Readonly<Record<number, object>>
}

/** Operations by address and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** An operation as the document has it. */
export function written({ door, answers, ...operation }: Operation): object {
  return { ...operation, responses: { ...answers, ...refusals(door) } }
}

/** An answer in JSON to a request with a key. */
export function jsonAnswer(description: string, name: string, more: readonly HeaderName[] = []): object {
  return {
    description,
    headers: headerMap(['X-Request-Id', 'Server-Timing', 'RateLimit-Policy', 'RateLimit', ...more]),
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

/** The answer to a caller that has what it asks for. */
export function notModified(more: readonly HeaderName[] = []): object {
  return {
    description: 'It is still what the caller has.',
    headers: headerMap(['X-Request-Id', 'Server-Timing', 'ETag', ...more])
  }
}
