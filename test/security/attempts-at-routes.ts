import { password, type person } from '../fixtures/dashboard-client.js'
import type { toOperatorApi } from '../fixtures/operators.js'
import type { Reply } from '../fixtures/start-host.js'

/** One of two people who have the same kinds of things, and may not come near each other's. */
export interface Someone {
  /** By session, below `/dashboard/api`. */
  readonly browser: ReturnType<typeof person>
  /** By key, below `/api/v1/products`. */
  readonly client: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  /** By session, below `/operator/api`. */
  readonly operator: ReturnType<typeof toOperatorApi>
  /** By session, what is no JSON; the path is a whole one. */
  readonly raw: (method: string, path: string, form?: URLSearchParams) => Promise<Reply>
  /** The path of a checkout that the person has begun. */
  readonly checkout: string
  readonly id: string
  readonly email: string
  readonly keyId: string
  readonly sessionId: string
  readonly planId: string
  readonly runId: string
  readonly scheduleId: string
  readonly webhookId: string
  readonly hookId: string
  /** Two links that were sent to the person. */
  readonly resetToken: string
  readonly signUpToken: string
  /** Texts that stand in answers to this person, and in none to another. */
  readonly marks: readonly string[]
}

/** What the other person does at a route, with the ids of the one whose things they are. */
export type Attempt = (other: Someone, owner: Someone) => readonly Promise<Reply>[]

export const byKey = '/api/v1/products'
export const bySession = '/dashboard/api'
const byOperator = '/operator/api'

/** A schedule that is due in some months. */
export const schedule = { name: 'A schedule', cron: '0 8 1 6 *', product: 'notes', action: 'latest' }

/** A webhook endpoint that nothing is sent to in some months. */
export const webhook = { url: 'https://hooks.example.org/', events: ['key.expiring'], enabled: false }
/** A URL that writes a note. */
export const hook = { name: 'A hook', product: 'notes', hook: 'write' }

/** What somebody says of an outcome. */
const lost = { product: 'notes', outcome: 'not_done' }

/** What is tried at each route; a route that is not here fails the test. */
export const attempts: Readonly<Record<string, Attempt>> = {
  [`POST ${byKey}/:slug/execute`]: ({ client }, { id, keyId }) => [
    client('POST', '/notes/execute', { action: 'latest', account: id, keyId }, { 'X-Account': id }),
    client('POST', '/notes/execute', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'the same' }),
    client('POST', '/connection/execute', { action: 'show' })
  ],
  [`GET ${byKey}/:slug/execute`]: ({ client }) => [client('GET', '/connection/execute')],
  [`GET ${byKey}/:slug/config`]: ({ client }, { id }) => [
    client('GET', `/connection/config?account=${id}`),
    client('GET', `/${encodeURIComponent(`${id}/connection`)}/config`)
  ],
  [`PUT ${byKey}/:slug/config`]: ({ client }) => [
    client('PUT', '/connection/config', { settings: { apiToken: '********' } }, { 'If-Match': '"1"' }),
    client('PUT', '/connection/config', { enabled: false })
  ],
  [`GET ${byKey}/:slug/config/revisions`]: ({ client }) => [client('GET', '/connection/config/revisions')],
  [`GET ${byKey}/usage`]: ({ client }, { id, keyId }) => [client('GET', `/usage?account=${id}&keyId=${keyId}`)],
  [`GET ${byKey}`]: ({ client }) => [client('GET', '')],
  [`GET ${byKey}/outcomes`]: ({ client }, { id }) => [
    client('GET', '/outcomes', undefined, { 'Idempotency-Key': 'the same' }),
    client('GET', `/outcomes?account=${id}`)
  ],
  [`POST ${byKey}/outcomes/settle`]: ({ client }, { id }) => [
    client('POST', '/outcomes/settle', { ...lost, account: id }, { 'Idempotency-Key': 'the same' }),
    client('POST', '/outcomes/settle', lost, { 'Idempotency-Key': 'the same' })
  ],
  [`GET ${byKey}/runs`]: ({ client }, { id, runId }) => [
    client('GET', `/runs?account=${id}`),
    client('GET', `/runs?after=${runId}`)
  ],
  [`GET ${byKey}/runs/:id`]: ({ client }, { id, runId }) => [
    client('GET', `/runs/${runId}`),
    client('GET', `/runs/${encodeURIComponent(`${id}}:run:${runId}`)}`)
  ],
  [`GET ${byKey}/schedules`]: ({ client }, { id }) => [client('GET', `/schedules?account=${id}`)],
  [`POST ${byKey}/schedules`]: ({ client }, { id }) => [
    client('POST', '/schedules', { ...schedule, account: id }),
    client('POST', '/schedules', schedule, { 'X-Account': id })
  ],
  [`GET ${byKey}/schedules/:id`]: ({ client }, { scheduleId }) => [client('GET', `/schedules/${scheduleId}`)],
  [`PATCH ${byKey}/schedules/:id`]: ({ client }, { scheduleId }) => [
    client('PATCH', `/schedules/${scheduleId}`, { enabled: false })
  ],
  [`DELETE ${byKey}/schedules/:id`]: ({ client }, { scheduleId }) => [client('DELETE', `/schedules/${scheduleId}`)],
  [`POST ${byKey}/schedules/:id/run`]: ({ client }, { scheduleId }) => [client('POST', `/schedules/${scheduleId}/run`)],
  [`POST ${byKey}/schedules/:id/resume`]: ({ client }, { scheduleId }) => [
    client('POST', `/schedules/${scheduleId}/resume`)
  ],
  [`GET ${byKey}/hooks`]: ({ client }, { id }) => [client('GET', `/hooks?account=${id}`)],
  [`POST ${byKey}/hooks`]: ({ client }, { id }) => [
    client('POST', '/hooks', { ...hook, account: id }),
    client('POST', '/hooks', hook, { 'X-Account': id })
  ],
  [`GET ${byKey}/hooks/:id`]: ({ client }, { hookId }) => [client('GET', `/hooks/${hookId}`)],
  [`PATCH ${byKey}/hooks/:id`]: ({ client }, { hookId }) => [client('PATCH', `/hooks/${hookId}`, { enabled: false })],
  [`DELETE ${byKey}/hooks/:id`]: ({ client }, { hookId }) => [client('DELETE', `/hooks/${hookId}`)],
  [`POST ${byKey}/hooks/:id/rotate`]: ({ client }, { hookId }) => [client('POST', `/hooks/${hookId}/rotate`, {})],
  [`POST ${byKey}/hooks/:id/resume`]: ({ client }, { hookId }) => [client('POST', `/hooks/${hookId}/resume`)],
  [`GET ${byKey}/schedules/:id/firings`]: ({ client }, { scheduleId }) => [
    client('GET', `/schedules/${scheduleId}/firings`)
  ],
  ...webhookAttempts(byKey, ({ client }) => client),
  ...webhookAttempts(
    `${bySession}/products`,
    ({ browser }) =>
      (method, path, body) =>
        browser(method, `/products${path}`, body)
  ),
  [`GET ${byKey}/runs/:id/events`]: ({ client }, { runId }) => [client('GET', `/runs/${runId}/events`)],
  [`POST ${byKey}/runs`]: ({ client }, { id, runId }) => [
    client('POST', `/runs?account=${id}`, { product: 'notes', action: 'latest' }),
    client('POST', '/runs', { product: 'notes', action: 'latest', follows: runId })
  ],
  [`POST ${byKey}/runs/cancel`]: ({ client }, { id, runId }) => [
    client('POST', '/runs/cancel', { ids: [runId] }),
    client('POST', '/runs/cancel', { all: true, account: id })
  ],
  [`POST ${byKey}/runs/:id/cancel`]: ({ client }, { runId }) => [client('POST', `/runs/${runId}/cancel`)],
  [`POST ${byKey}/runs/:id/replay`]: ({ client }, { runId }) => [
    client('POST', `/runs/${runId}/replay?mayRepeat=true`),
    client('POST', `/runs/${runId}/replay`, undefined, { 'Idempotency-Key': 'the same' })
  ],
  [`POST ${byKey}/keys/self/revoke`]: ({ client }, { keyId }) => [client('POST', '/keys/self/revoke', { id: keyId })],
  [`GET ${byKey}/:slug/access`]: ({ client }, { id }) => [client('GET', `/connection/access?account=${id}`)],

  [`POST ${bySession}/products/:slug/execute`]: ({ browser }, { id, keyId }) => [
    browser('POST', '/products/notes/execute', { action: 'latest', account: id, keyId }, { 'X-Account': id }),
    browser('POST', '/products/notes/execute', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'the same' })
  ],
  [`GET ${bySession}/products/:slug/execute`]: ({ browser }) => [browser('GET', '/products/connection/execute')],
  [`GET ${bySession}/products/:slug/config`]: ({ browser }, { id }) => [
    browser('GET', `/products/connection/config?account=${id}`)
  ],
  [`PUT ${bySession}/products/:slug/config`]: ({ browser }) => [
    browser('PUT', '/products/connection/config', { settings: { apiToken: '********' } }),
    browser('PUT', '/products/connection/config', { enabled: true })
  ],
  [`GET ${bySession}/products/:slug/config/revisions`]: ({ browser }) => [
    browser('GET', '/products/connection/config/revisions')
  ],
  [`GET ${bySession}/products/usage`]: ({ browser }, { id, keyId }) => [
    browser('GET', `/products/usage?account=${id}&keyId=${keyId}`)
  ],
  [`GET ${bySession}/products`]: ({ browser }) => [browser('GET', '/products')],
  [`GET ${bySession}/products/outcomes`]: ({ browser }, { id }) => [
    browser('GET', '/products/outcomes', undefined, { 'Idempotency-Key': 'the same' }),
    browser('GET', `/products/outcomes?account=${id}`)
  ],
  [`POST ${bySession}/products/outcomes/settle`]: ({ browser }, { id }) => [
    browser('POST', '/products/outcomes/settle', { ...lost, account: id }, { 'Idempotency-Key': 'the same' }),
    browser('POST', '/products/outcomes/settle', lost, { 'Idempotency-Key': 'the same' })
  ],
  [`GET ${bySession}/products/runs`]: ({ browser }, { id }) => [browser('GET', `/products/runs?account=${id}`)],
  [`GET ${bySession}/products/runs/:id`]: ({ browser }, { runId }) => [browser('GET', `/products/runs/${runId}`)],
  [`GET ${bySession}/products/schedules`]: ({ browser }, { id }) => [
    browser('GET', `/products/schedules?account=${id}`)
  ],
  [`POST ${bySession}/products/schedules`]: ({ browser }, { id }) => [
    browser('POST', '/products/schedules', { ...schedule, account: id })
  ],
  [`GET ${bySession}/products/schedules/:id`]: ({ browser }, { scheduleId }) => [
    browser('GET', `/products/schedules/${scheduleId}`)
  ],
  [`PATCH ${bySession}/products/schedules/:id`]: ({ browser }, { scheduleId }) => [
    browser('PATCH', `/products/schedules/${scheduleId}`, { enabled: false })
  ],
  [`DELETE ${bySession}/products/schedules/:id`]: ({ browser }, { scheduleId }) => [
    browser('DELETE', `/products/schedules/${scheduleId}`)
  ],
  [`POST ${bySession}/products/schedules/:id/run`]: ({ browser }, { scheduleId }) => [
    browser('POST', `/products/schedules/${scheduleId}/run`)
  ],
  [`POST ${bySession}/products/schedules/:id/resume`]: ({ browser }, { scheduleId }) => [
    browser('POST', `/products/schedules/${scheduleId}/resume`)
  ],
  [`GET ${bySession}/products/hooks`]: ({ browser }, { id }) => [browser('GET', `/products/hooks?account=${id}`)],
  [`POST ${bySession}/products/hooks`]: ({ browser }, { id }) => [
    browser('POST', '/products/hooks', { ...hook, account: id }),
    browser('POST', '/products/hooks', hook, { 'X-Account': id })
  ],
  [`GET ${bySession}/products/hooks/:id`]: ({ browser }, { hookId }) => [browser('GET', `/products/hooks/${hookId}`)],
  [`PATCH ${bySession}/products/hooks/:id`]: ({ browser }, { hookId }) => [
    browser('PATCH', `/products/hooks/${hookId}`, { enabled: false })
  ],
  [`DELETE ${bySession}/products/hooks/:id`]: ({ browser }, { hookId }) => [
    browser('DELETE', `/products/hooks/${hookId}`)
  ],
  [`POST ${bySession}/products/hooks/:id/rotate`]: ({ browser }, { hookId }) => [
    browser('POST', `/products/hooks/${hookId}/rotate`, {})
  ],
  [`POST ${bySession}/products/hooks/:id/resume`]: ({ browser }, { hookId }) => [
    browser('POST', `/products/hooks/${hookId}/resume`)
  ],
  [`GET ${bySession}/products/schedules/:id/firings`]: ({ browser }, { scheduleId }) => [
    browser('GET', `/products/schedules/${scheduleId}/firings`)
  ],
  [`GET ${bySession}/products/runs/:id/events`]: ({ browser }, { runId }) => [
    browser('GET', `/products/runs/${runId}/events`)
  ],
  [`POST ${bySession}/products/runs`]: ({ browser }, { id }) => [
    browser('POST', `/products/runs?account=${id}`, { product: 'notes', action: 'latest', account: id }),
    browser('POST', '/products/runs', { product: 'notes', action: 'latest', follows: id })
  ],
  [`POST ${bySession}/products/runs/cancel`]: ({ browser }, { runId }) => [
    browser('POST', '/products/runs/cancel', { ids: [runId] })
  ],
  [`POST ${bySession}/products/runs/:id/cancel`]: ({ browser }, { runId }) => [
    browser('POST', `/products/runs/${runId}/cancel`)
  ],
  [`POST ${bySession}/products/runs/:id/replay`]: ({ browser }, { runId }) => [
    browser('POST', `/products/runs/${runId}/replay?mayRepeat=true`)
  ],

  [`GET ${bySession}/products/:slug/access`]: ({ browser }, { id }) => [
    browser('GET', `/products/connection/access?account=${id}`)
  ],

  [`GET ${bySession}/reference`]: ({ browser }, { id }) => [browser('GET', `/reference?account=${id}`)],
  [`GET ${bySession}/reference/:slug`]: ({ browser }, { id }) => [
    browser('GET', `/reference/connection?account=${id}`),
    browser('GET', `/reference/${id}`)
  ],
  [`GET ${bySession}/site`]: ({ browser }) => [browser('GET', '/site')],
  [`GET ${bySession}/billing`]: ({ browser }, { id }) => [browser('GET', `/billing?account=${id}`)],
  [`GET ${bySession}/billing/price`]: ({ browser }, { id }) => [browser('GET', `/billing/price?account=${id}`)],
  [`POST ${bySession}/billing/checkout`]: ({ browser }, { id }) => [
    browser('POST', '/billing/checkout', { purpose: 'card', account: id })
  ],
  [`POST ${bySession}/billing/portal`]: ({ browser }, { id }) => [browser('POST', '/billing/portal', { account: id })],
  'GET /checkout/:token': ({ raw }, { resetToken }) => [raw('GET', `/checkout/${resetToken}`)],
  'POST /checkout/:token': ({ raw, checkout }, { id, resetToken }) => [
    raw('POST', `/checkout/${resetToken}`, new URLSearchParams({ card: 'visa' })),
    raw('POST', `${checkout}?account=${id}`, new URLSearchParams({ card: 'visa', account: id }))
  ],

  [`POST ${bySession}/accounts`]: ({ browser }, { email }) => [browser('POST', '/accounts', { email, password })],
  [`GET ${bySession}/accounts/me`]: ({ browser }, { id }) => [browser('GET', `/accounts/me?id=${id}`)],
  [`PUT ${bySession}/accounts/me/password`]: ({ browser }, { id }) => [
    browser('PUT', '/accounts/me/password', { id, current: password, next: 'twelve blue elephants' })
  ],
  [`PUT ${bySession}/accounts/me/email`]: ({ browser }, { id, email }) => [
    browser('PUT', '/accounts/me/email', { email }),
    browser('PUT', '/accounts/me/email', { email: `other-${email}`, account: id })
  ],
  [`POST ${bySession}/email-changes/:token`]: ({ browser }, { resetToken }) => [
    browser('POST', `/email-changes/${resetToken}`, { password })
  ],
  [`GET ${bySession}/accounts/me/events`]: ({ browser }, { id }) => [
    browser('GET', `/accounts/me/events?account=${id}`),
    browser('GET', `/accounts/me/events?after=${encodeURIComponent(`}:host:{security-events/${id}}:`)}`)
  ],
  [`GET ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('GET', `/accounts/me/second-factor?account=${id}`)
  ],
  [`POST ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor', { account: id })
  ],
  [`POST ${bySession}/accounts/me/second-factor/confirm`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor/confirm', { code: '123456', account: id })
  ],
  [`DELETE ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('DELETE', '/accounts/me/second-factor', { code: '123456', account: id })
  ],
  [`POST ${bySession}/accounts/me/second-factor/recovery-codes`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor/recovery-codes', { account: id })
  ],
  [`DELETE ${bySession}/accounts/me/second-factor/removal`]: ({ browser }, { id }) => [
    browser('DELETE', `/accounts/me/second-factor/removal?account=${id}`)
  ],
  [`POST ${bySession}/second-factor-recoveries`]: ({ browser }, { email }) => [
    browser('POST', '/second-factor-recoveries', { email, password: 'another blue elephant' })
  ],
  [`DELETE ${bySession}/second-factor-recoveries/:token`]: ({ browser }, { resetToken }) => [
    browser('DELETE', `/second-factor-recoveries/${resetToken}`)
  ],
  [`POST ${bySession}/email-verifications/:token`]: ({ browser }, { resetToken }) => [
    browser('POST', `/email-verifications/${resetToken}`, { password })
  ],
  [`POST ${bySession}/password-resets`]: ({ browser }, { email }) => [browser('POST', '/password-resets', { email })],
  [`PUT ${bySession}/password-resets/:token`]: ({ browser, resetToken }, { id, email, signUpToken }) => [
    browser('PUT', `/password-resets/${signUpToken}`, { password: 'another blue elephant' }),
    browser('PUT', `/password-resets/${resetToken}`, { password: 'another blue elephant', id, email })
  ],
  [`GET ${bySession}/sessions`]: ({ browser }, { id }) => [browser('GET', `/sessions?account=${id}`)],
  [`POST ${bySession}/sessions`]: ({ browser }, { email }) => [
    browser('POST', '/sessions', { email, password: 'another blue elephant' })
  ],
  [`GET ${bySession}/sessions/current/confirmation`]: ({ browser }, { id }) => [
    browser('GET', `/sessions/current/confirmation?account=${id}`)
  ],
  [`POST ${bySession}/sessions/current/confirmation`]: ({ browser }, { id, sessionId }) => [
    browser('POST', '/sessions/current/confirmation', { password, account: id, id: sessionId })
  ],
  [`DELETE ${bySession}/sessions/:id`]: ({ browser }, { sessionId }) => [browser('DELETE', `/sessions/${sessionId}`)],
  [`DELETE ${bySession}/sessions`]: ({ browser }, { id }) => [browser('DELETE', `/sessions?account=${id}`)],
  [`GET ${bySession}/keys`]: ({ browser }, { id }) => [browser('GET', `/keys?account=${id}`)],
  [`POST ${bySession}/keys`]: ({ browser }, { id }) => [browser('POST', '/keys', { name: 'a key', account: id })],
  [`DELETE ${bySession}/keys`]: ({ browser }, { id }) => [browser('DELETE', `/keys?account=${id}`)],
  [`PATCH ${bySession}/keys/:id`]: ({ browser }, { keyId }) => [
    browser('PATCH', `/keys/${keyId}`, { name: 'mine', budget: { day: { stopAt: 1 } } })
  ],
  [`DELETE ${bySession}/keys/:id`]: ({ browser }, { keyId }) => [browser('DELETE', `/keys/${keyId}`)],
  [`POST ${bySession}/keys/:id/rotate`]: ({ browser }, { keyId }) => [browser('POST', `/keys/${keyId}/rotate`, {})],
  [`GET ${bySession}/budgets`]: ({ browser }, { id }) => [browser('GET', `/budgets?account=${id}`)],
  [`PUT ${bySession}/budgets`]: ({ browser }, { id }) => [
    browser('PUT', '/budgets', { day: { stopAt: 1 }, account: id }),
    browser('PUT', '/budgets', { month: { stopAt: 1_000_000 } })
  ],
  [`GET ${bySession}/calls`]: ({ browser }, { id, keyId }) => [
    browser('GET', `/calls?key=${keyId}`),
    browser('GET', `/calls?account=${id}`)
  ],
  [`GET ${bySession}/calls/:requestId`]: ({ browser }, { id }) => [browser('GET', `/calls/${callIdOf(id)}`)],
  [`GET ${bySession}/call-recording`]: ({ browser }, { id }) => [browser('GET', `/call-recording?account=${id}`)],
  [`PUT ${bySession}/call-recording`]: ({ browser }, { id }) => [
    browser('PUT', '/call-recording', { recordsBodies: true, account: id }),
    browser('PUT', '/call-recording', { recordsBodies: false })
  ],
  [`GET ${bySession}/apps`]: ({ browser }, { id }) => [browser('GET', `/apps?account=${id}`)],
  [`DELETE ${bySession}/apps/:id`]: ({ browser }, { keyId }) => [browser('DELETE', `/apps/${keyId}`)],
  [`GET ${bySession}/confirmations`]: ({ browser }, { id }) => [browser('GET', `/confirmations?account=${id}`)],
  [`GET ${bySession}/confirmations/:id`]: ({ browser }, { planId }) => [browser('GET', `/confirmations/${planId}`)],
  [`POST ${bySession}/confirmations/:id`]: ({ browser }, { id, planId }) => [
    browser('POST', `/confirmations/${planId}`),
    browser('POST', `/confirmations/${encodeURIComponent(`../${id}/${planId}`)}`)
  ],
  [`DELETE ${bySession}/confirmations/:id`]: ({ browser }, { planId }) => [
    browser('DELETE', `/confirmations/${planId}`)
  ],
  [`GET ${bySession}/authorization`]: ({ browser }, { id }) => [browser('GET', `/authorization?account=${id}`)],
  [`POST ${bySession}/authorization`]: ({ browser }, { id }) => [
    browser('POST', '/authorization', { query: `account=${id}`, allow: true })
  ],
  [`GET ${bySession}/config/:slug/revisions/:revision`]: ({ browser }, { id }) => [
    browser('GET', `/config/connection/revisions/1?account=${id}`),
    browser('GET', `/config/${encodeURIComponent(`../${id}/connection`)}/revisions/1`)
  ],
  [`GET ${bySession}/homes/:slug`]: ({ browser }, { id }) => [
    browser('GET', `/homes/notes?account=${id}`),
    browser('GET', `/homes/${encodeURIComponent(`../${id}/notes`)}`)
  ],
  [`GET ${bySession}/data/:slug`]: ({ browser }, { id }) => [
    browser('GET', `/data/notes?account=${id}`),
    browser('GET', `/data/${encodeURIComponent(`../${id}/notes`)}`),
    browser('GET', `/data/notes?after=${encodeURIComponent(`data:{${id}/notes}:`)}`),
    browser('GET', `/data/notes?prefix=${encodeURIComponent(`}:data:{${id}/notes}:`)}`)
  ],
  [`DELETE ${bySession}/data/:slug/records`]: ({ browser }, { id }) => [
    browser('DELETE', '/data/notes/records', { key: 'note:none', account: id }),
    browser('DELETE', '/data/notes/records', { key: `data:{${id}/notes}:note:` }),
    browser('DELETE', '/data/notes/records', { key: `note:}:data:{${id}/notes}:note:` }),
    browser('DELETE', `/data/${encodeURIComponent(`../${id}/notes`)}/records`, { key: 'note:none' })
  ],
  [`DELETE ${bySession}/data/:slug`]: ({ browser }, { id }) => [
    browser('DELETE', `/data/notes?account=${id}`),
    browser('DELETE', `/data/${encodeURIComponent(`../${id}/notes`)}`),
    browser('DELETE', `/data/connection`)
  ],
  [`GET ${bySession}/export`]: ({ raw }, { id }) => [raw('GET', `${bySession}/export?account=${id}`)],
  [`DELETE ${bySession}/accounts/me`]: ({ browser }, { id }) => [browser('DELETE', `/accounts/me?id=${id}`)],

  // Neither of the two is an operator.
  [`GET ${byOperator}/me`]: ({ operator }, { id }) => [operator('GET', `/me?account=${id}`)],
  [`GET ${byOperator}/log`]: ({ operator }) => [operator('GET', '/log')],
  [`GET ${byOperator}/health`]: ({ operator }) => [operator('GET', '/health')],
  [`GET ${byOperator}/error-rates`]: ({ operator }) => [operator('GET', '/error-rates')],
  [`GET ${byOperator}/history`]: ({ operator }) => [operator('GET', '/history')],
  [`GET ${byOperator}/configuration`]: ({ operator }) => [operator('GET', '/configuration')],
  [`GET ${byOperator}/store`]: ({ operator }) => [operator('GET', '/store')],
  [`GET ${byOperator}/products`]: ({ operator }) => [operator('GET', '/products')],
  [`PUT ${byOperator}/products`]: ({ operator }) => [
    operator('PUT', '/products', { plugin: '@test/notes', isOff: true })
  ],
  [`POST ${byOperator}/products/approval`]: ({ operator }) => [
    operator('POST', '/products/approval', { product: 'connection' })
  ],
  [`GET ${byOperator}/dead-letters`]: ({ operator }) => [operator('GET', '/dead-letters')],
  [`GET ${byOperator}/accounts`]: ({ operator }, { id, email }) => [
    operator('GET', `/accounts?name=${id}`),
    operator('GET', `/accounts?name=${encodeURIComponent(email)}`)
  ],
  [`POST ${byOperator}/enrolments/:token`]: ({ operator }, { resetToken, signUpToken }) => [
    operator('POST', `/enrolments/${resetToken}`),
    operator('POST', `/enrolments/${signUpToken}`)
  ],
  [`GET ${byOperator}/jobs`]: ({ operator }) => [operator('GET', '/jobs')],
  [`DELETE ${byOperator}/jobs`]: ({ operator }, { id }) => [
    operator('DELETE', '/jobs', { account: id, product: 'connection', id: 'job' })
  ],
  [`POST ${byOperator}/dead-letters/:id/replay`]: ({ operator }, { id }) => [
    operator('POST', `/dead-letters/${id}/replay`)
  ],
  [`PUT ${byOperator}/accounts/:id/disablement`]: ({ operator }, { id }) => [
    operator('PUT', `/accounts/${id}/disablement`, { reason: 'mine' })
  ],
  [`DELETE ${byOperator}/accounts/:id/disablement`]: ({ operator }, { id }) => [
    operator('DELETE', `/accounts/${id}/disablement`)
  ],
  [`PUT ${byOperator}/accounts/:id/grant`]: ({ operator }, { id }) => [operator('PUT', `/accounts/${id}/grant`)],
  [`DELETE ${byOperator}/accounts/:id/grant`]: ({ operator }, { id }) => [operator('DELETE', `/accounts/${id}/grant`)],
  [`DELETE ${byOperator}/accounts/:id/second-factor`]: ({ operator }, { id }) => [
    operator('DELETE', `/accounts/${id}/second-factor`)
  ]
}

/** The request id under which the log of an account has the call that stored its note. */
export function callIdOf(account: string): string {
  return `call-${account}`
}

/** At the routes that are for all, the ids stand wherever the address takes something. */
export const forAll =
  (route: string): Attempt =>
  ({ raw }, { id }) => {
    const [method = '', path = ''] = route.split(' ')
    return [raw(method, `${path.replaceAll(/:\w+/g, id)}?account=${id}`)]
  }

/** Attempts after which the other person has nothing left to try the next one with. */
export const lasting = [
  '/keys/self/revoke',
  '/accounts/me/password',
  '/password-resets/:token',
  'DELETE /dashboard/api/sessions',
  'DELETE /dashboard/api/keys'
]

/** What is tried at the routes of webhook endpoints below an address. */
function webhookAttempts(
  base: string,
  sender: (somebody: Someone) => (method: string, path: string, body?: unknown) => Promise<Reply>
): Readonly<Record<string, Attempt>> {
  const since = { since: '2020-01-01T00:00:00Z' }
  const one: readonly (readonly [method: string, below: string, body?: object])[] = [
    ['GET', ''],
    ['PATCH', '', { enabled: true }],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['POST', '/test'],
    ['POST', '/replay', since],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/:event/replay']
  ]
  return {
    [`GET ${base}/webhooks`]: (somebody, { id }) => [sender(somebody)('GET', `/webhooks?account=${id}`)],
    [`POST ${base}/webhooks`]: (somebody, { id }) => [
      sender(somebody)('POST', '/webhooks', { ...webhook, account: id })
    ],
    ...Object.fromEntries(
      one.map(([method, below, body]) => [
        `${method} ${base}/webhooks/:id${below}`,
        (somebody: Someone, { id, webhookId }: Someone) => {
          const end = below.replace(':event', `evt_${'0'.repeat(32)}`)
          const send = sender(somebody)
          return [
            send(method, `/webhooks/${webhookId}${end}`, body),
            send(method, `/webhooks/${encodeURIComponent(`${id}}:${webhookId}`)}${end}`, body)
          ]
        }
      ])
    )
  }
}
