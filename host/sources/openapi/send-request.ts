import { ProductError, type Settings } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import { memberOf } from '../../base/json.js'
import { type AccountValue, textOf, textsOf } from '../../entries/account-value.js'
import { authValue, type OpenapiMember } from '../../entries/openapi.js'
import { asked, type Span } from '../../tracing/spans.js'
import { isJsonType } from './media-types.js'
import type { BuiltRequest } from './operation-input.js'
import { fetchWithinOrigin, readText } from './within-origin.js'

/** The answer of an interface to a request that it has carried out. */
export interface InterfaceAnswer {
  readonly status: number
  readonly type: string
  /** Parsed JSON, or a text; undefined for an empty body. */
  readonly body: unknown
}

/** What an interface refuses, by codes; each with what it means. */
export const refusals = {
  refused: 'The interface refused the request; `status` and `body` say why.',
  too_many_requests: 'The interface takes no more requests for now.'
}

/** Most bytes of an answer. */
const largestAnswer = 8 * 1024 * 1024

/** Most characters of a refusal that are shown. */
const longestRefusal = 4_000

/** Most bytes of an answer with an access token. */
const largestTokenAnswer = 64 * 1024

/** Access tokens that are kept. */
const mostTokens = 10_000

/** How long before its end a token is fetched again, in milliseconds. */
const tokenReserveMs = 30_000

/** Sends requests to one interface, each with the secrets of its account, to the named server alone. */
export class InterfaceClient {
  /** Access tokens by what they were asked for with. */
  readonly #tokens = new LRUCache<string, { readonly token: string; readonly endsAt: number }>({ max: mostTokens })

  constructor(
    private readonly member: OpenapiMember,
    /** The address that paths are appended to. */
    private readonly server: string
  ) {}

  /** Throws a `ProductError` for a refusal (4xx), and an error for what is a fault of the interface or of the way to it. */
  async send(method: string, request: BuiltRequest, settings: Settings, signal: AbortSignal): Promise<InterfaceAnswer> {
    const response = await this.#fetch(method, request, settings, signal)
    const { clientCredentials } = this.member.auth ?? {}
    // An access token can be withdrawn before its end.
    if (response.status !== 401 || !clientCredentials) return answerOf(response)
    this.#tokens.delete(credentialsOf(clientCredentials, settings))
    await response.body?.cancel()
    return answerOf(await this.#fetch(method, request, settings, signal))
  }

  /** What the entry and the account say of a request stands in place of what the caller says. */
  async #fetch(
    method: string,
    { path, query, headers, body }: BuiltRequest,
    settings: Settings,
    signal: AbortSignal
  ): Promise<Response> {
    const { auth, headers: fixed } = this.member
    const settingOf = (name: string) => settings[name]
    const url = addressOf(this.server, path)
    for (const [name, value] of query) url.searchParams.append(name, value)
    if (auth?.query !== undefined) url.searchParams.set(auth.query, textOf(authValue(auth), settingOf) ?? '')
    const credentials = await this.#credentials(settings, signal)
    const sent = headersOf([{ Accept: 'application/json, */*;q=0.5' }, headers, textsOf(fixed, settingOf), credentials])
    const about = { 'http.request.method': method, 'server.address': url.hostname }
    const ask = async (span: Span | undefined) => {
      if (span) sent.set('traceparent', span.traceparent)
      const response = await fetchWithinOrigin(url, {
        method,
        headers: sent,
        signal,
        ...(body !== undefined && { body })
      })
      span?.set({ 'http.response.status_code': response.status })
      return response
    }
    return asked(method, about, ask, ({ status }) => (status >= 400 ? String(status) : undefined))
  }

  async #credentials(settings: Settings, signal: AbortSignal): Promise<Record<string, string>> {
    const { auth } = this.member
    const settingOf = (name: string) => settings[name]
    if (auth?.header !== undefined) return { [auth.header]: textOf(authValue(auth), settingOf) ?? '' }
    if (auth?.basic)
      return { Authorization: basic(textOf(auth.basic.user, settingOf), textOf(auth.basic.password, settingOf)) }
    if (auth?.clientCredentials)
      return { Authorization: `Bearer ${await this.#token(auth.clientCredentials, settings, signal)}` }
    return {}
  }

  async #token(clientCredentials: ClientCredentials, settings: Settings, signal: AbortSignal): Promise<string> {
    const { tokenUrl, scope } = clientCredentials
    const credentials = credentialsOf(clientCredentials, settings)
    const known = this.#tokens.get(credentials)
    if (known && known.endsAt > Date.now()) return known.token
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers: { Authorization: credentials, Accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
      redirect: 'error',
      signal
    })
    const answer = parsed(await readText(response, largestTokenAnswer), 'application/json')
    const [token, seconds] = [memberOf(answer, 'access_token'), memberOf(answer, 'expires_in')]
    if (response.status >= 400 && response.status < 500)
      throw refused(response.status, 'The interface refuses the credentials.', undefined)
    if (!response.ok || typeof token !== 'string')
      throw new Error(`The token address answers ${response.status} without a token.`)
    this.#tokens.set(credentials, {
      token,
      endsAt: Date.now() + (typeof seconds === 'number' ? seconds * 1000 : 300_000) - tokenReserveMs
    })
    return token
  }
}

/** Within the server: no path of a document leads to another host. */
function addressOf(server: string, path: string): URL {
  const url = new URL(server)
  url.pathname = url.pathname.replace(/\/$/, '') + (path.startsWith('/') ? path : `/${path}`)
  return url
}

/** Of headers with one name in any letters, the last. The error of one that cannot be sent does not show its value, as that of `Headers` does. */
function headersOf(parts: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers()
  for (const [name, value] of parts.flatMap(part => Object.entries(part)))
    try {
      headers.set(name, value)
    } catch {
      throw new Error(`The header ${name} has a value that cannot be sent.`)
    }
  return headers
}

type ClientCredentials = NonNullable<NonNullable<OpenapiMember['auth']>['clientCredentials']>

/** As RFC 6749, section 2.3.1, has them. */
function credentialsOf({ clientId, clientSecret }: ClientCredentials, settings: Settings): string {
  const encoded = (value: AccountValue) => encodeURIComponent(textOf(value, name => settings[name]) ?? '')
  return basic(encoded(clientId), encoded(clientSecret))
}

function basic(user = '', password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

async function answerOf(response: Response): Promise<InterfaceAnswer> {
  const { status } = response
  const type = response.headers.get('Content-Type') ?? ''
  const text = await readText(response, largestAnswer)
  if (status >= 200 && status < 300) return { status, type, body: parsed(text, type) }
  if (status === 429) {
    const seconds = Number(response.headers.get('Retry-After'))
    const retryAfterMs = seconds > 0 ? { retryAfterMs: Math.min(seconds, 86_400) * 1000 } : {}
    throw new ProductError('too_many_requests', refusals.too_many_requests, {
      retryable: true,
      details: { status },
      ...retryAfterMs
    })
  }
  if (status >= 400 && status < 500)
    throw refused(
      status,
      `The interface refused the request with ${status}.`,
      parsed(text.slice(0, longestRefusal), text.length > longestRefusal ? '' : type)
    )
  throw new Error(`The interface answers ${status}.`)
}

function refused(status: number, message: string, body: unknown): ProductError {
  return new ProductError('refused', message, { details: { status, ...(body !== undefined && { body }) } })
}

function parsed(text: string, type: string): unknown {
  if (text === '') return undefined
  if (!isJsonType(type)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
