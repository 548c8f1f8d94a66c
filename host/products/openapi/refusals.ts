import { Problem, type ProblemCode, problems } from '../../base/problems.js'
import { problemText } from '../../base/reply.js'
import { component, type HeaderName, headerMap, type Reference, schema } from './components.js'

const key = ['missing_key', 'invalid_key', 'expired_key', 'revoked_key'] as const
const host = ['internal_error', 'store_unavailable', 'overloaded', 'shutting_down'] as const
const json = ['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const
const keyed = [...key, 'account_disabled', 'rate_limited', ...host] as const

/** What is stored in part encrypted is changed in part. */
const unreadable = [
  'input_unreadable',
  'invalid_input',
  'insufficient_scope',
  'not_found',
  'unknown_product',
  ...json,
  ...keyed
] as const

const executeCodes = [
  'missing_action',
  'unknown_action',
  'invalid_input',
  'invalid_header',
  'invalid_confirmation',
  'trial_required',
  'trial_expired',
  'waitlisted',
  'insufficient_scope',
  'product_disabled',
  'unknown_product',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'confirmation_in_progress',
  'outcome_unknown',
  'outcome_settled',
  'contract_changed',
  'call_budget_spent',
  'too_many_concurrent',
  'product_error',
  'invalid_output',
  'response_too_large',
  'product_unavailable',
  'product_timeout',
  'held',
  ...json,
  ...keyed
] as const

/** The codes that each kind of operation refuses with. */
const codes = {
  open: host,
  document: ['rate_limited', ...host],
  describe: ['unknown_product', 'rate_limited', ...host],
  ready: ['product_unavailable', ...host],
  metrics: ['missing_key', 'invalid_key', ...host],
  own_key: ['invalid_input', 'insufficient_scope', ...json, ...keyed],
  usage: ['invalid_input', 'insufficient_scope', ...keyed],
  outcomes: ['invalid_header', 'invalid_input', 'insufficient_scope', 'not_found', ...keyed],
  runs: ['invalid_input', 'insufficient_scope', ...keyed],
  run: ['invalid_input', 'not_found', ...keyed],
  run_events: ['invalid_header', 'invalid_input', 'insufficient_scope', 'not_found', 'too_many_concurrent', ...keyed],
  schedules: ['invalid_input', 'insufficient_scope', ...keyed],
  schedule: ['not_found', ...keyed],
  firings: ['invalid_input', 'not_found', ...keyed],
  make_schedule: [
    'invalid_input',
    'insufficient_scope',
    'unknown_product',
    'unknown_action',
    'missing_action',
    ...json,
    ...keyed
  ],
  change_schedule: ['unknown_action', 'missing_action', ...unreadable],
  decide_schedule: ['invalid_input', 'insufficient_scope', 'not_found', 'unknown_product', ...json, ...keyed],
  start_run: executeCodes,
  resume_schedule: unreadable,
  run_schedule: ['input_unreadable', 'not_found', ...executeCodes],
  webhooks: ['invalid_input', 'insufficient_scope', ...keyed],
  webhook: ['insufficient_scope', 'not_found', ...keyed],
  make_webhook: ['invalid_input', 'insufficient_scope', ...json, ...keyed],
  change_webhook: ['invalid_input', 'insufficient_scope', 'not_found', ...json, ...keyed],
  decide_webhook: ['invalid_input', 'insufficient_scope', 'not_found', ...json, ...keyed],
  deliveries: ['invalid_input', 'insufficient_scope', 'not_found', ...keyed],
  replay_webhook: ['invalid_input', 'insufficient_scope', 'not_found', 'webhook_paused', ...json, ...keyed],
  replay_webhook_event: ['invalid_input', 'insufficient_scope', 'not_found', 'webhook_paused', ...json, ...keyed],
  hooks: ['invalid_input', 'insufficient_scope', ...keyed],
  hook: ['insufficient_scope', 'not_found', ...keyed],
  make_hook: ['invalid_input', 'insufficient_scope', 'unknown_product', ...json, ...keyed],
  change_hook: unreadable,
  decide_hook: ['invalid_input', 'insufficient_scope', 'not_found', ...json, ...keyed],
  call_hook: [
    'not_found',
    'hook_disabled',
    'method_not_allowed',
    'payload_too_large',
    'invalid_hook_signature',
    'malformed_json',
    'invalid_input',
    'unsupported_media_type',
    'rate_limited',
    'product_unavailable',
    'held',
    ...host
  ],
  cancel_runs: ['invalid_input', 'insufficient_scope', ...json, ...keyed],
  cancel_run: ['invalid_input', 'insufficient_scope', 'not_found', ...json, ...keyed],
  settle_outcome: [
    'invalid_header',
    'invalid_input',
    'insufficient_scope',
    'not_found',
    'idempotency_in_progress',
    'outcome_settled',
    ...json,
    ...keyed
  ],
  access: ['unknown_product', 'insufficient_scope', ...keyed],
  config: ['insufficient_scope', 'unknown_product', 'config_not_supported', ...keyed],
  save_config: [
    'invalid_input',
    'invalid_config',
    'insufficient_scope',
    'unknown_product',
    'config_not_supported',
    'revision_conflict',
    ...json,
    ...keyed
  ],
  execute: executeCodes,
  replay_run: ['not_found', 'run_not_failed', ...executeCodes]
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>

/** Refusals at any address, before the operation is known. */
const everywhere = [
  'malformed_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'misdirected_request',
  'headers_too_large'
] as const satisfies readonly ProblemCode[]

/** The codes of the refusals that a client of the API can get; the others occur on the pages of the host only. */
export const apiCodes: ReadonlySet<string> = new Set<ProblemCode>([...Object.values(codes).flat(), ...everywhere])

/** A kind of operation, by its refusals. */
export type OperationKind = keyof typeof codes

/** The refusals of a kind of operation by status, and those of any address. */
export function refusals(kind: OperationKind): Readonly<Record<string, Reference>> {
  const byStatus = [...statuses(kind).keys()].map(
    status => [status, component('responses', `${kind}.${status}`)] as const
  )
  return { ...Object.fromEntries(byStatus), '4XX': component('responses', 'refused') }
}

/** The components that `refusals` points to. */
export function refusalComponents(kinds: ReadonlySet<OperationKind>): Readonly<Record<string, object>> {
  const named = [...kinds].flatMap(kind =>
    [...statuses(kind)].map(([status, each]) => [`${kind}.${status}`, refusal(each, headersOf(kind, status), status)])
  )
  return {
    refused: refusal(everywhere, headerMap(['X-Request-Id'], ['Server-Timing', 'Allow'])),
    ...Object.fromEntries(named)
  }
}

function statuses(kind: OperationKind): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy([...codes[kind]].sort(byStatus), code => problems[code].status)
}

function byStatus(left: ProblemCode, right: ProblemCode): number {
  return problems[left].status - problems[right].status
}

function refusal(list: readonly ProblemCode[], headers: object, status?: number): object {
  return {
    description: list.map(code => `\`${code}\`: ${problems[code].title}`).join('\n\n'),
    headers,
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            schema('Problem'),
            {
              type: 'object',
              properties: {
                ...(status !== undefined && { status: { type: 'integer', const: status } }),
                code: { type: 'string', enum: list }
              },
              required: ['status', 'code']
            }
          ]
        },
        examples: Object.fromEntries(list.map(code => [code, { summary: problems[code].title, value: example(code) }]))
      }
    }
  }
}

function headersOf(kind: OperationKind, status: number): object {
  const isKeyed = codes[kind].some(code => code === 'missing_key') && kind !== 'metrics'
  const isExecute = kind === 'execute'
  const sometimes: readonly (readonly [HeaderName, boolean])[] = [
    ['RateLimit-Policy', isKeyed],
    ['RateLimit', isKeyed],
    ['Retry-After', status === 409 || status === 503],
    ['ETag', kind === 'save_config' && status === 412],
    ['Product-Contract', isExecute && status === 412],
    ['Idempotent-Replayed', isExecute],
    ['Deprecation', isExecute],
    ['Sunset', isExecute],
    ['Accept', status === 415],
    ['Allow', status === 405],
    ['WWW-Authenticate', kind === 'call_hook' && status === 401]
  ]
  const always: readonly (readonly [HeaderName, boolean])[] = [
    ['X-Request-Id', true],
    ['Server-Timing', true],
    ['WWW-Authenticate', status === 401 && kind !== 'call_hook'],
    ['Retry-After', status === 429]
  ]
  return headerMap(
    always.flatMap(([name, isThere]) => (isThere ? [name] : [])),
    sometimes.flatMap(([name, isThere]) => (isThere ? [name] : []))
  )
}

/** Examples of the issues in `errors`. */
const issues: Partial<Record<ProblemCode, { pointer: string; code: string; detail: string; fix: string }>> = {
  missing_action: {
    pointer: '#/action',
    code: 'required',
    detail: 'is not a name of an action',
    fix: 'Send the name as a string.'
  },
  invalid_input: { pointer: '#/key', code: 'type', detail: 'is not a string', fix: 'Send a string.' },
  invalid_config: { pointer: '#/settings/colour', code: 'type', detail: 'is not a string', fix: 'Send a string.' }
}

function example(code: ProblemCode): unknown {
  const issue = issues[code]
  const problem = new Problem(code, problems[code].title, issue ? { errors: [issue] } : {})
  return JSON.parse(problemText(problem, '6f1c4f0e-9a0d-4d5b-8a39-0c9c1b7f8a52'))
}
