import type { EgressRequest, Fault, Settings } from '@product-host/sdk'
import { bounds } from '../bounds.js'
import { assertSound } from '../parts.js'
import { numberOf, portsOf, userAgentOf } from '../settings.js'
import { readSlug } from '../slug.js'
import { defaultName, readAddress } from './address.js'
import type { Expectations } from './assertions.js'
import { headersOf, mayCarryHeaders } from './headers.js'
import type { ProbeInput } from './input.js'
import { readPath } from './path.js'
import { readPattern } from './pattern.js'
import { readStatuses } from './statuses.js'

/** Longest value, in characters of JSON, that a body may be compared with. */
const longestEquals = 2_000

/** A probe as it will be made: the input with the account's settings, judged. */
export interface Plan {
  readonly url: URL
  /** The address as it was written, so that the guard of the way out judges its spelling too. */
  readonly address: string
  readonly name: string
  readonly request: EgressRequest & { readonly timeoutMs: number }
  readonly expectations: Expectations
  readonly retries: number
  readonly retryDelayMs: number
  readonly degradedMs: number
  readonly certWarnDays: number
  /** Whether the target has secret headers that this address does not get. */
  readonly withholdsHeaders: boolean
}

/** Judges what a schema cannot, and adds what the settings say. Throws `InvalidInput` with every fault. */
export function planOf(input: ProbeInput, settings: Settings): Plan {
  const { expectStatus, contains, notContains, matches, expectJson } = input
  const parts = {
    url: readAddress(input.url),
    name: input.name === undefined ? undefined : readSlug(input.name),
    statuses: readStatuses(expectStatus),
    pattern: matches === undefined ? undefined : readPattern(matches),
    steps: expectJson && readPath(expectJson.path),
    equals: equalsFault(input),
    contradiction: contradictionIn(input),
    rhythm: rhythmFault(input)
  }
  assertSound(parts)
  const { url, name = defaultName(url), statuses, pattern, steps } = parts
  const secretHeaders = headersOf(settings, name)
  const areCarried = mayCarryHeaders(settings, name, url)
  return {
    url,
    address: input.url.trim(),
    name,
    request: {
      method: input.method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgentOf(settings) },
      ...(areCarried && { secretHeaders }),
      timeoutMs: input.timeoutMs ?? numberOf(settings, 'defaultTimeoutMs'),
      maxRedirects: input.maxRedirects,
      ports: portsOf(settings)
    },
    expectations: {
      statuses,
      statusText: String(expectStatus),
      ...(contains !== undefined && { contains }),
      ...(notContains !== undefined && { notContains }),
      ...(pattern && { pattern }),
      ...(expectJson && steps && { json: { path: expectJson.path, steps, equals: expectJson.equals } })
    },
    retries: input.retries ?? numberOf(settings, 'defaultRetries'),
    retryDelayMs: input.retryDelayMs,
    degradedMs: input.degradedMs ?? numberOf(settings, 'degradedMs'),
    certWarnDays: input.certWarnDays ?? numberOf(settings, 'certWarnDays'),
    withholdsHeaders: !areCarried && Object.keys(secretHeaders).length > 0
  }
}

function rhythmFault({ everySeconds = 0 }: ProbeInput): Fault | undefined {
  const { minimum, maximum } = bounds.everySeconds
  if (everySeconds === 0 || everySeconds >= minimum) return undefined
  const fix = `Send 0 to end the rhythm, or ${minimum} to ${maximum}.`
  return { pointer: '#/everySeconds', detail: `is neither 0 nor at least ${minimum}`, fix }
}

function equalsFault({ expectJson }: ProbeInput): Fault | undefined {
  if (JSON.stringify(expectJson?.equals ?? null).length <= longestEquals) return undefined
  const fix = `Send a value of ${longestEquals} characters of JSON at most.`
  return { pointer: '#/expectJson/equals', detail: 'is too large', fix }
}

function contradictionIn({ method, contains, notContains, matches, expectJson }: ProbeInput): Fault | undefined {
  if (method === 'GET' || [contains, notContains, matches, expectJson].every(each => each === undefined))
    return undefined
  return {
    pointer: '#/method',
    detail: 'asks for no body, while a condition on the body is given',
    fix: 'Send GET, or leave contains, notContains, matches and expectJson out.'
  }
}
