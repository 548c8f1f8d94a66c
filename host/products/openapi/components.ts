import { runStatuses } from '../../runs/run-records.js'
import { periods } from '../../usage/report.js'

/** The parameters of requests. */
export const parameters = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An identifier for this request; the host creates one if it is missing or has another form.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,128}$' }
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names a call: for 24 hours the same key with the same body gets the same answer, and an action that is not safe to ' +
      'repeat runs at most once. Quoted or bare.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"'
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`respond-async` starts a run and returns 202 with its address (RFC 7240). With `wait=N`, the result is returned if it is there ' +
      'in N seconds, at most 60.',
    schema: { type: 'string' },
    example: 'respond-async, wait=10'
  },
  status: {
    name: 'status',
    in: 'query',
    description: 'Only runs with this status.',
    schema: { type: 'string', enum: runStatuses }
  },
  after: {
    name: 'after',
    in: 'query',
    description: 'The `next` of the answer before.',
    schema: { type: 'string' }
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'How many are listed at most.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 }
  },
  wait: {
    name: 'wait',
    in: 'query',
    description:
      'Seconds to wait until the run has ended, or differs from what `If-None-Match` names. The host says how many it allows: 60 if nothing else was set.',
    schema: { type: 'integer', minimum: 0, maximum: 300, default: 0 }
  },
  scheduleId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of a schedule.',
    schema: { type: 'string' }
  },
  webhookId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of a webhook endpoint.',
    schema: { type: 'string' }
  },
  eventId: {
    name: 'event',
    in: 'path',
    required: true,
    description: 'The id of an event.',
    schema: { type: 'string' }
  },
  hookId: { name: 'id', in: 'path', required: true, description: 'The id of a hook.', schema: { type: 'string' } },
  hookProduct: {
    name: 'product',
    in: 'path',
    required: true,
    description: 'The slug of the product of the hook.',
    schema: { type: 'string' }
  },
  hookToken: {
    name: 'token',
    in: 'path',
    required: true,
    description: 'The secret of the URL.',
    schema: { type: 'string' }
  },
  runId: { name: 'id', in: 'path', required: true, description: 'The id of a run.', schema: { type: 'string' } },
  mayRepeat: {
    name: 'mayRepeat',
    in: 'query',
    description: 'Run the action again although it may have done its work.',
    schema: { type: 'boolean', default: false }
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that the caller has read.',
    schema: { type: 'string', pattern: '^[0-9]{4}-[0-9]{6}$' }
  },
  'Product-Contract': {
    name: 'Product-Contract',
    in: 'header',
    description: "The digest of the product's contract that the caller was written for; 412 if it has changed.",
    schema: { type: 'string' }
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The entity tag that the caller has; 304 if it is current.',
    schema: { type: 'string' }
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The entity tag of the config that the change is based on; 412 if the config has changed.',
    schema: { type: 'string' },
    example: '"3"'
  },
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'Validate the config and return the result without saving it.',
    schema: { type: 'boolean', default: false }
  },
  period: {
    name: 'period',
    in: 'query',
    description: 'A time up to now in place of days; the answer has its steps as `series`.',
    schema: { type: 'string', enum: Object.keys(periods) }
  },
  from: {
    name: 'from',
    in: 'query',
    description: 'The first day (UTC); 29 days before today when left out.',
    schema: { type: 'string', format: 'date' }
  },
  to: {
    name: 'to',
    in: 'query',
    description: 'The last day (UTC); today when left out.',
    schema: { type: 'string', format: 'date' }
  },
  product: {
    name: 'product',
    in: 'query',
    description: 'The slug of one product; every product that the key has a scope for when left out.',
    schema: { type: 'string' }
  },
  key: {
    name: 'key',
    in: 'query',
    description:
      'The id of one key, or `session` for calls from the dashboard; every key of the account when left out.',
    schema: { type: 'string' }
  },
  format: {
    name: 'format',
    in: 'query',
    description: 'The form of the answer; what the header Accept prefers when left out.',
    schema: { type: 'string', enum: ['json', 'csv'] }
  }
} as const

/** A parameter's name. */
type ParameterName = keyof typeof parameters

/** The parameters of an operation; every one takes a request id. */
export function parameterList(...names: readonly ParameterName[]): readonly Reference[] {
  return [...names, 'X-Request-Id' as const].map(name => component('parameters', name))
}

/** A header of an answer. */
interface Header {
  readonly description: string
  readonly schema: { readonly type: 'string' | 'integer'; readonly pattern?: string; readonly minimum?: number }
  readonly example: string | number
}

/** The headers of answers that callers may depend on. */
const headers = {
  'X-Request-Id': {
    description: 'The identifier of this request: the one that was sent, or one that was made. It is in the log too.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,128}$' },
    example: '6f1c4f0e-9a0d-4d5b-8a39-0c9c1b7f8a52'
  },
  'Server-Timing': {
    description: 'How long the phases of the request took, in milliseconds (W3C Server Timing).',
    schema: { type: 'string', pattern: '^([a-z]+;dur=[0-9.]+, )*total;dur=[0-9.]+$' },
    example: 'access;dur=0.11, body;dur=0.20, run;dur=1.42, total;dur=1.90'
  },
  'RateLimit-Policy': {
    description: 'What a caller may do (draft-ietf-httpapi-ratelimit-headers): requests q in a window of w seconds.',
    schema: { type: 'string', pattern: '^"key";q=' },
    example: '"key";q=500;w=10, "account";q=2000;w=10, "at-once";q=128;qu="concurrent-requests"'
  },
  RateLimit: {
    description: 'The remaining requests: r within the next t seconds.',
    schema: { type: 'string', pattern: '^"key";r=' },
    example: '"key";r=499;t=10, "account";r=1999;t=10'
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
    example: 1
  },
  'Product-Contract': {
    description: "The digest of the product's contract; sent back, it pins them.",
    schema: { type: 'string', pattern: '^sha256-[0-9a-f]{64}$' },
    example: `sha256-${'0'.repeat(64)}`
  },
  ETag: {
    description: 'The entity tag of what was read or saved.',
    schema: { type: 'string', pattern: '^"[^"]*"$' },
    example: '"3"'
  },
  'Idempotent-Replayed': {
    description: 'Set when the Idempotency-Key was used before: this is the stored answer.',
    schema: { type: 'string', pattern: '^true$' },
    example: 'true'
  },
  Location: {
    description: 'The address of what was made.',
    schema: { type: 'string', pattern: '^/api/v1/products/(runs|schedules|webhooks|hooks)/' },
    example: '/api/v1/products/runs/run_01KB3ZC5V8R2Q4X6T7W9Y1A3C5'
  },
  'Preference-Applied': {
    description: 'The preferences of the request that were followed (RFC 7240).',
    schema: { type: 'string', pattern: '^respond-async' },
    example: 'respond-async'
  },
  Deprecation: {
    description: 'Since when the action is deprecated (RFC 9745).',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
    example: '@1767225600'
  },
  Sunset: {
    description: 'When the action will be removed (RFC 8594).',
    schema: { type: 'string' },
    example: 'Fri, 01 Jan 2027 00:00:00 GMT'
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with (RFC 6750).',
    schema: { type: 'string', pattern: '^(Bearer|Basic)' },
    example: 'Bearer error="invalid_token"'
  },
  Allow: {
    description: 'The methods that the address takes.',
    schema: { type: 'string' },
    example: 'GET, HEAD, POST, OPTIONS'
  },
  Accept: {
    description: 'The media type that the address takes.',
    schema: { type: 'string' },
    example: 'application/json'
  },
  Link: {
    description: 'Where the description of this interface is (RFC 8631).',
    schema: { type: 'string' },
    example: '<../../../../openapi.json>; rel="service-desc"; type="application/json"'
  }
} as const satisfies Readonly<Record<string, Header>>

/** A header's name. */
export type HeaderName = keyof typeof headers

/** The headers of an answer, by the names of their components; those that every such answer has are required. */
export function headerMap(always: readonly HeaderName[], sometimes: readonly HeaderName[] = []) {
  return Object.fromEntries([
    ...always.map(name => [name, { $ref: `#/components/headers/${name}.always` }] as const),
    ...sometimes.map(name => [name, { $ref: `#/components/headers/${name}` }] as const)
  ])
}

/** The components of all headers that the given parts of the document point to. */
export function headerComponents(parts: unknown): Readonly<Record<string, object>> {
  const text = JSON.stringify(parts)
  return Object.fromEntries(
    Object.entries(headers)
      .flatMap(([name, header]) => [
        [name, header] as const,
        [`${name}.always`, { ...header, required: true }] as const
      ])
      .filter(([name]) => text.includes(`"#/components/headers/${name}"`))
  )
}

/** A section of `components` in the document. */
export interface Reference {
  readonly $ref: string
}

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** Points to a component by its name. */
export function component(kind: Kind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Points to a schema by its name. */
export function schema(name: string): Reference {
  return component('schemas', name)
}
