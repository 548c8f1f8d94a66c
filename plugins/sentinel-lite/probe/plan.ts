import { createHash } from 'node:crypto'
import { type EgressRequest, InvalidInput, type Issue, type Settings, type Static, Type } from '@product-host/sdk'
import { isFilled, isRecord } from '@product-host/toolkit/guards'
import { bounds } from '../limits.js'
import { readName } from '../names.js'
import { headersOf, mayCarryHeaders, numberOf, portsOf, userAgentOf } from '../settings.js'
import { type Address, defaultName, readAddress } from './address.js'
import { type Expectations, readPath, readPattern, readStatuses } from './expectations.js'

/** The statuses that are expected where a call names none. */
const usualStatuses = '200-399'

const condition = (title: string, description: string) =>
  Type.String({ minLength: 1, maxLength: 200, title, description })

/** The input of one probe. */
export const ProbeInput = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    title: 'Address',
    description:
      'An http or https address without user name and password. tcp://host:port checks a port, dns:name?type=MX DNS records.'
  }),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'Name of the target',
      description: 'Without it: the host and the path of the address.'
    })
  ),
  method: Type.Union([Type.Literal('GET'), Type.Literal('HEAD')], {
    default: 'GET',
    title: 'Method',
    description: 'HEAD asks for the status and the headers, without the body.'
  }),
  expectStatus: Type.Union([Type.Integer(), Type.String({ maxLength: 100 })], {
    default: usualStatuses,
    title: 'Expected status',
    description: 'The statuses that count as good, such as "200-299,301".'
  }),
  contains: Type.Optional(condition('Contains', 'Text that the answer has to contain.')),
  notContains: Type.Optional(condition('Does not contain', 'Text that the answer must not contain.')),
  matches: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      title: 'Matches',
      description: 'A regular expression that the answer has to match (RE2: no look-around).'
    })
  ),
  expectJson: Type.Optional(
    Type.Object(
      {
        path: Type.String({
          minLength: 1,
          maxLength: 200,
          title: 'Path',
          description: 'Where the value is, such as "status", "data.items[0].id" or "/data/items/0/id".'
        }),
        equals: Type.Unknown({ title: 'Value', description: 'What the value has to be.' })
      },
      { title: 'JSON value', description: 'A value that the answer has to have, where it is JSON.' }
    )
  ),
  timeoutMs: Type.Optional(
    Type.Integer({
      ...bounds.timeoutMs,
      title: 'Time-out (ms)',
      description: 'For each attempt. Without it: the time-out of the settings.'
    })
  ),
  retries: Type.Optional(
    Type.Integer({
      ...bounds.retries,
      title: 'Retries',
      description: 'How often a failed check is repeated. Without it: the retries of the settings.'
    })
  ),
  retryDelayMs: Type.Integer({
    minimum: 0,
    maximum: 5_000,
    default: 500,
    title: 'Delay before a retry (ms)',
    description: 'The wait after a failed attempt, in milliseconds.'
  }),
  maxRedirects: Type.Integer({
    minimum: 0,
    maximum: 5,
    default: 3,
    title: 'Redirects to follow',
    description: 'With 0, the redirect itself is the answer.'
  }),
  degradedMs: Type.Optional(
    Type.Integer({
      ...bounds.degradedMs,
      title: 'Degraded above (ms)',
      description: 'A slower answer is degraded. Without it: the limit of the settings.'
    })
  ),
  certWarnDays: Type.Optional(
    Type.Integer({
      ...bounds.certWarnDays,
      title: 'Certificate warning (days)',
      description:
        'A certificate that expires in this many days, or sooner, is degraded. Without it: the days of the settings.'
    })
  ),
  everySeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: bounds.everySeconds.maximum,
      title: 'Interval (s)',
      description:
        'Monitors the target: probes it again at this interval, at least 60 seconds, and sends alerts. 0 ends that. Without ' +
        'it, this is a one-off probe, which counts for no monitored target.'
    })
  ),
  replace: Type.Optional(
    Type.Boolean({
      title: 'Replace the address',
      description:
        'Gives a monitored target this address instead of its own. Without it, the name of another address is refused.'
    })
  )
})
export type ProbeInput = Static<typeof ProbeInput>

/** Longest value, in characters of JSON, that a body may be compared with. */
const longestEquals = 2_000

/** A probe as it will be made: the input with the account's settings, checked. */
export interface Plan {
  readonly address: Address
  /** The address as it was written, so that EGRESS validates its spelling too. */
  readonly written: string
  /** The name under which the target is stored. */
  readonly name: string
  /** The identity of the name that was sent, or of the address where none was. */
  readonly identity: string
  /** For each attempt. */
  readonly timeoutMs: number
  /** How an address of HTTP is requested. */
  readonly request: EgressRequest
  readonly expectations: Expectations
  readonly retries: number
  readonly retryDelayMs: number
  readonly degradedMs: number
  readonly certWarnDays: number
  /** Whether the target has secret headers that this address does not get. */
  readonly withholdsHeaders: boolean
  /** A digest of what is asked and expected: probes with the same one can be compared. */
  readonly question: string
}

/**
 * Checks what a schema cannot, and adds what the settings say. Throws `InvalidInput` with every issue. `stored` is the name under which the
 * target is stored.
 */
export function planOf(input: ProbeInput, settings: Settings, stored?: string): Plan {
  const { expectStatus, contains, notContains, matches, expectJson } = input
  const parts = {
    address: readAddress(input.url),
    identity: input.name === undefined ? undefined : readName(input.name),
    statuses: readStatuses(expectStatus),
    pattern: matches === undefined ? undefined : readPattern(matches),
    steps: expectJson && readPath(expectJson.path),
    equals: equalsIssue(input),
    contradiction: contradictionIn(input),
    foreign: foreignIssue(input),
    rhythm: rhythmIssue(input)
  }
  assertValid(parts)
  const { address, identity = defaultName(address), statuses, pattern, steps } = parts
  const name = stored ?? identity
  const secretHeaders = headersOf(settings, name)
  const areCarried = mayCarryHeaders(settings, name, address.url)
  return {
    address,
    written: input.url.trim(),
    name,
    identity,
    timeoutMs: input.timeoutMs ?? numberOf(settings, 'defaultTimeoutMs'),
    request: {
      method: input.method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgentOf(settings) },
      ...(areCarried && { secretHeaders }),
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
    withholdsHeaders: !areCarried && Object.keys(secretHeaders).length > 0,
    question: questionOf(input, address)
  }
}

function questionOf(
  { method, expectStatus, contains, notContains, matches, expectJson, maxRedirects }: ProbeInput,
  { url }: Address
): string {
  const parts = [url.href, method, String(expectStatus), contains, notContains, matches, expectJson, maxRedirects]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** What only HTTP has, beside an address of another scheme. */
function foreignIssue({ url, method, expectStatus, expectJson }: ProbeInput): Issue | undefined {
  const [, scheme] = /^\s*(tcp|dns):/i.exec(url) ?? []
  if (scheme === undefined) return undefined
  const field = Object.entries({
    method: method !== 'GET',
    expectStatus: expectStatus !== usualStatuses,
    expectJson: expectJson !== undefined
  }).find(([, isSent]) => isSent)?.[0]
  const fix =
    'Leave it out. Conditions on text (contains, notContains, matches) are checked in the greeting or the records.'
  return field === undefined ? undefined : { pointer: `#/${field}`, detail: `says nothing of a ${scheme} address`, fix }
}

function rhythmIssue({ everySeconds = 0 }: ProbeInput): Issue | undefined {
  const { minimum, maximum } = bounds.everySeconds
  if (everySeconds === 0 || everySeconds >= minimum) return undefined
  const fix = `Send 0 to end the monitoring, or ${minimum} to ${maximum}.`
  return { pointer: '#/everySeconds', detail: `is neither 0 nor at least ${minimum}`, fix }
}

function equalsIssue({ expectJson }: ProbeInput): Issue | undefined {
  if (JSON.stringify(expectJson?.equals ?? null).length <= longestEquals) return undefined
  const fix = `Send a value of ${longestEquals} characters of JSON at most.`
  return { pointer: '#/expectJson/equals', detail: 'is too large', fix }
}

function contradictionIn({ method, contains, notContains, matches, expectJson }: ProbeInput): Issue | undefined {
  if (method === 'GET' || [contains, notContains, matches, expectJson].every(each => each === undefined))
    return undefined
  return {
    pointer: '#/method',
    detail: 'asks for no body, while a condition on the body is given',
    fix: 'Send GET, or leave out the conditions on the body (contains, notContains, matches, expectJson).'
  }
}

/** Parts of an input that could all be read. */
type Valid<Parts> = { readonly [Name in keyof Parts]: Exclude<Parts[Name], Issue> }

/** Throws `InvalidInput` with every issue among the parts of an input, each of which is what was read or an issue. */
function assertValid<Parts extends object>(parts: Parts): asserts parts is Parts & Valid<Parts> {
  const issues = Object.values(parts).filter(isIssue)
  if (isFilled(issues)) throw new InvalidInput(issues)
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && 'pointer' in value && 'fix' in value
}
