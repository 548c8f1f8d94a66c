import { isIP } from 'node:net'
import { Token } from '@product-host/sdk'
import ipaddr from 'ipaddr.js'
import { isBare, isThisMachine, isWildcard, originOf } from './base/addresses.js'
import {
  type Environment,
  readSecrets,
  requirePackages,
  type SecretVariable,
  SettingsError,
  secretVariables
} from './base/environment.js'
import { type Variable, variables } from './base/variables.js'
import type { CollectorSettings } from './tracing/collector.js'

/** What the environment decides. */
export const HOST_SETTINGS = new Token<Settings>('HOST_SETTINGS')
/** The account at Stripe; only where Stripe bills. */
export const STRIPE_SETTINGS = new Token<StripeSettings>('STRIPE_SETTINGS')

export { SettingsError }

/** What may be logged, from most to least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** Everything that the environment decides. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** The deployment file's path. */
  readonly deploymentFile: string
  /** The folder of the embedded store. */
  readonly dataFolder: string
  /** The Redis that keeps everything instead of the embedded store, if there is one. */
  readonly redisUrl: string | undefined
  /** The PostgreSQL database that keeps everything instead of the embedded store, if there is one. */
  readonly databaseUrl: string | undefined
  /** Keys of 32 bytes for secrets: the first writes, all read; none, and one is made beside the embedded store. */
  readonly encryptionKeys: readonly Buffer[]
  /** Where the text model of products answers, if there is one. */
  readonly model: ModelEndpoint | undefined
  readonly isProduction: boolean
  readonly isDemo: boolean
  /** The address that clients see, without a slash at its end. */
  readonly publicUrl: string
  /** Whether the operator has said so; otherwise it is the address that the host listens at. */
  readonly isPublicUrlGiven: boolean
  /** True: in production, clients are served over plain http, because the operator said so. */
  readonly isPublicUrlInsecure: boolean
  readonly corsOrigins: readonly string[]
  /** Proxies in front, as Express's `trust proxy` takes them. */
  readonly trustProxy: string | number | undefined
  /** How mail leaves; without it the host sends none. */
  readonly mail: MailSettings | undefined
  /** The account at Stripe that bills for the plan. */
  readonly stripe: StripeSettings | undefined
  /** Whoever asks for `/metrics` has to send it, if there is one. */
  readonly metricsToken: string | undefined
  /** Secrets that came as plain variables instead of files. */
  readonly secretsInEnvironment: readonly SecretVariable[]
  /** Where traces and metrics are sent, if anywhere. */
  readonly collector: CollectorSettings | undefined
  readonly logLevel: string
  /** For how long a stopping host still accepts connections, in milliseconds. */
  readonly shutdownDelayMs: number
  readonly shutdownGraceMs: number
  /** Where the listener for process supervisors listens, if there is one. */
  readonly admin: { readonly host: string; readonly port: number } | undefined
}

/** The server that sends the host's e-mails, and their sender. */
interface MailSettings {
  /** An address such as `smtps://user:password@mail.example.com`. */
  readonly url: string
  readonly from: string
}

/** What the hosted checkout of Stripe needs. */
export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly priceId: string
  /** Where Stripe's API answers. */
  readonly apiUrl: string
}

/** Checks the environment. Throws a `SettingsError` for the first value that cannot be used. */
export function readSettings(environment: Environment): Settings {
  const secrets = readSecrets(environment)
  const given = (name: Variable) => secrets.values.get(name) ?? (environment[name]?.trim() || undefined)
  requirePackages(name => given(name) !== undefined)
  const host = listenHost('HOST', given('HOST') ?? '127.0.0.1')
  const port = whole('PORT', given('PORT') ?? '3000', 0, 65_535)
  const publicUrl = optional(given('PUBLIC_URL'), publicAddress)
  const isProduction =
    oneOf('NODE_ENV', given('NODE_ENV') ?? 'development', ['production', 'development', 'test']) === 'production'
  if (isProduction && !publicUrl)
    throw new SettingsError('In production, PUBLIC_URL must say which address clients see.')
  const encryptionKeys = listed(given('ENCRYPTION_KEYS')).map(encryptionKey)
  if (isProduction && encryptionKeys.length === 0)
    throw new SettingsError('In production, ENCRYPTION_KEYS must hold the keys that secrets are encrypted with.')
  const isPublicUrlInsecure = isInsecure(isProduction, publicUrl, given('ALLOW_INSECURE_PUBLIC_URL'))
  const trustProxy = readTrustProxy(given('TRUST_PROXY'))
  const redisUrl = redisAddress(given('REDIS_URL'))
  const databaseUrl = databaseAddress(given('DATABASE_URL'))
  if (redisUrl && databaseUrl)
    throw new SettingsError('REDIS_URL and DATABASE_URL are both set; there is one store, so remove one of the two.')
  const demo = isDemo(given('DEMO_MODE'), { isProduction, host, publicUrl, trustProxy })
  if ((redisUrl || databaseUrl) && !demo && encryptionKeys.length === 0)
    throw new SettingsError(
      `With ${redisUrl ? 'REDIS_URL' : 'DATABASE_URL'}, ENCRYPTION_KEYS must hold the keys that all hosts encrypt secrets with.`
    )
  return {
    port,
    host,
    deploymentFile: given('PRODUCT_HOST_CONFIG') ?? 'product-host.json',
    dataFolder: given('DATA_DIR') ?? '.data',
    redisUrl,
    databaseUrl,
    encryptionKeys,
    model: modelEndpoint(given('MODEL_URL'), given('MODEL_API_KEY'), given('MODEL_NAME')),
    isProduction,
    isDemo: demo,
    publicUrl: publicUrl ?? ownAddress(host, port),
    isPublicUrlGiven: publicUrl !== undefined,
    isPublicUrlInsecure,
    corsOrigins: listed(given('CORS_ORIGINS')).map(origin),
    trustProxy,
    mail: mailSettings(given('SMTP_URL'), given('MAIL_FROM')),
    stripe: stripeSettings(given),
    metricsToken: given('METRICS_TOKEN'),
    secretsInEnvironment: secrets.inEnvironment,
    collector: collectorSettings(given),
    logLevel: oneOf('LOG_LEVEL', given('LOG_LEVEL') ?? 'info', logLevels),
    shutdownDelayMs: whole('SHUTDOWN_DELAY_MS', given('SHUTDOWN_DELAY_MS') ?? '0', 0, 600_000),
    shutdownGraceMs: whole('SHUTDOWN_GRACE_MS', given('SHUTDOWN_GRACE_MS') ?? '8000', 0, 600_000),
    admin: adminAddress(given('ADMIN_PORT'), given('ADMIN_HOST'))
  }
}

interface DemoConditions {
  readonly isProduction: boolean
  readonly host: string
  readonly publicUrl: string | undefined
  readonly trustProxy: string | number | undefined
}

/** The demo is on only when it is asked for and nobody but this machine can reach the host; a contradiction stops the start. */
function isDemo(mode: string | undefined, { isProduction, host, publicUrl, trustProxy }: DemoConditions): boolean {
  if (mode === undefined || mode === 'off') return false
  if (mode !== 'local') throw new SettingsError('DEMO_MODE is "local" or left out.')
  const contradiction =
    (isProduction && 'NODE_ENV is production') ||
    (!isThisMachine(listenAddress(host, 0)) && 'HOST is not an address of this machine alone') ||
    (publicUrl && 'PUBLIC_URL is set') ||
    (trustProxy !== undefined && 'TRUST_PROXY is set')
  if (contradiction)
    throw new SettingsError(`DEMO_MODE asks for a published key, but ${contradiction}: take one of the two away.`)
  return true
}

/** An address, or a name that could be one's by its spelling; whether it is this machine's is seen when it listens. */
function listenHost(name: Variable, text: string): string {
  if (isIP(text) === 0 && !/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.|$))+$/i.test(text))
    throw new SettingsError(`${name} is neither an IP address nor a host name.`)
  return text
}

function adminAddress(port: string | undefined, host: string | undefined): Settings['admin'] {
  if (port === undefined && host !== undefined) throw new SettingsError('ADMIN_HOST is of no use without ADMIN_PORT.')
  if (port === undefined) return undefined
  return { host: listenHost('ADMIN_HOST', host ?? '127.0.0.1'), port: whole('ADMIN_PORT', port, 0, 65_535) }
}

/** Over plain http, cookies and keys can be read on their way, so that an operator has to ask for it. */
function isInsecure(isProduction: boolean, publicUrl: string | undefined, allowed: string | undefined): boolean {
  if (allowed !== undefined && allowed !== '0' && allowed !== '1')
    throw new SettingsError('ALLOW_INSECURE_PUBLIC_URL is not 1 or 0.')
  if (!isProduction || !publicUrl?.startsWith('http:') || isThisMachine(new URL(publicUrl))) return false
  if (allowed !== '1')
    throw new SettingsError(
      'In production, PUBLIC_URL must begin with https://; ALLOW_INSECURE_PUBLIC_URL=1 accepts plain http.'
    )
  return true
}

/**
 * The address of a host that listens here, as clients of this machine send to it: a wildcard is `localhost` to them. Throws a
 * `SettingsError` for a host that no address can hold.
 */
export function ownAddress(host: string, port: number): string {
  const address = listenAddress(host, port)
  if (isWildcard(address)) address.hostname = 'localhost'
  return address.origin
}

/** Whether the host listens at all addresses of the machine, of which it cannot know which one clients see. */
export function listensEverywhere({ host, port }: Pick<Settings, 'host' | 'port'>): boolean {
  return isWildcard(listenAddress(host, port))
}

function listenAddress(host: string, port: number): URL {
  const address = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  if (!address) throw new SettingsError('HOST is no host that an address can hold, such as one with a zone.')
  return address
}

function optional<Result>(text: string | undefined, read: (text: string) => Result): Result | undefined {
  return text === undefined ? undefined : read(text)
}

function whole(name: Variable, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new SettingsError(`${name} is not a whole number from ${least} to ${most}.`)
  return value
}

function oneOf(name: Variable, text: string, allowed: readonly string[]): string {
  if (!allowed.includes(text)) throw new SettingsError(`${name} is not one of ${allowed.join(', ')}.`)
  return text
}

function modelEndpoint(
  url: string | undefined,
  apiKey: string | undefined,
  name: string | undefined
): ModelEndpoint | undefined {
  if (url === undefined) {
    if (apiKey ?? name) throw new SettingsError('MODEL_API_KEY and MODEL_NAME are of no use without MODEL_URL.')
    return undefined
  }
  if (name === undefined) throw new SettingsError('MODEL_NAME must say which model MODEL_URL is asked for.')
  return { url: webAddress('MODEL_URL', url), apiKey, name }
}

function webAddress(name: Variable, text: string, example = 'https://products.example.com'): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new SettingsError(`${name} is not an address such as ${example}.`)
  return url.href.replace(/\/$/, '')
}

/** The host serves at the root of its address: its links and cookies know no path before it. */
function publicAddress(text: string): string {
  const address = webAddress('PUBLIC_URL', text)
  const url = new URL(address)
  if (url.pathname !== '/')
    throw new SettingsError('PUBLIC_URL has a path; it is an origin such as https://products.example.com.')
  if (isWildcard(url))
    throw new SettingsError(
      'PUBLIC_URL is an address to listen at; it is one that clients send to, such as https://products.example.com.'
    )
  return address
}

function redisAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname || !/^\/?\d*$/.test(url.pathname))
    throw new SettingsError('REDIS_URL is not an address such as redis://user:password@redis.example:6379/0.')
  return text
}

/** The rest of it is read where it is used. */
function databaseAddress(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new SettingsError(
      'DATABASE_URL is not an address such as postgres://user:password@postgres.example:5432/database.'
    )
  return text
}

function origin(text: string): string {
  const hasPath = !/^\/?$/.test(URL.parse(text)?.pathname ?? '')
  const known = isBare(text) && !hasPath ? originOf(text) : undefined
  if (known === undefined)
    throw new SettingsError('CORS_ORIGINS holds something that is no origin such as https://app.example.com.')
  return known
}

function mailSettings(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (url === undefined && from === undefined) return undefined
  if (url === undefined || from === undefined)
    throw new SettingsError(`SMTP_URL and MAIL_FROM go together, and ${url ? 'MAIL_FROM' : 'SMTP_URL'} is missing.`)
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new SettingsError('SMTP_URL is not an address such as smtps://user:password@mail.example.com.')
  if (!/^[^@<>\r\n]+@[^@<>\s]+$|^[^<>\r\n]*<[^@<>\s]+@[^@<>\s]+>$/.test(from))
    throw new SettingsError('MAIL_FROM is not an e-mail address such as "Products <no-reply@example.com>".')
  return { url, from }
}

function stripeSettings(given: (name: Variable) => string | undefined): StripeSettings | undefined {
  const secretKey = given('STRIPE_SECRET_KEY')
  const webhookSecret = given('STRIPE_WEBHOOK_SECRET')
  const priceId = given('STRIPE_PRICE_ID')
  const apiUrl = webAddress('STRIPE_API_URL', given('STRIPE_API_URL') ?? 'https://api.stripe.com')
  if (!secretKey && !webhookSecret && !priceId) return undefined
  if (!secretKey || !webhookSecret || !priceId)
    throw new SettingsError('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID go together; one is missing.')
  return { secretKey, webhookSecret, priceId, apiUrl }
}

/** Without a collector the other variables are of no use, and no fault: platforms set them for every program. */
function collectorSettings(given: (name: Variable) => string | undefined): CollectorSettings | undefined {
  const endpoint = optional(given('OTEL_EXPORTER_OTLP_ENDPOINT'), text =>
    webAddress('OTEL_EXPORTER_OTLP_ENDPOINT', text, 'http://collector.example:4318')
  )
  if (endpoint === undefined) return undefined
  const share = Number(given('OTEL_TRACES_SAMPLER_ARG') ?? '1')
  if (!(share >= 0 && share <= 1)) throw new SettingsError('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1.')
  const headers = Object.fromEntries(listed(given('OTEL_EXPORTER_OTLP_HEADERS')).map(collectorHeader))
  return { endpoint, headers, serviceName: given('OTEL_SERVICE_NAME') ?? 'product-host', share }
}

function collectorHeader(text: string): readonly [name: string, value: string] {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x21-\x7e]*)$/.exec(text) ?? []
  const isEncoded = /^(?:[^%]|%[0-9a-f]{2})*$/i.test(value)
  if (name === undefined || !isEncoded)
    throw new SettingsError('OTEL_EXPORTER_OTLP_HEADERS holds something that is no header such as api-key=secret.')
  return [name, decodeURIComponent(value)]
}

function encryptionKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new SettingsError('ENCRYPTION_KEYS holds something that is no key of 32 bytes in base64.')
  return key
}

function listed(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}

/** A text of Markdown without its marks. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

/** What `--help` says of the environment. */
export function environmentHelp(): string {
  const width = Math.max(...variables.map(([name]) => name.length))
  return [
    'Environment',
    ...variables.map(([name, meaning, usual]) => `  ${name.padEnd(width)}  ${plain(meaning)} (${plain(usual)})`),
    '',
    'Secrets',
    `  ${secretVariables.join(', ')}`,
    '  In production, give each as a file: <NAME>_FILE is its path, or CREDENTIALS_DIRECTORY holds it under its name in',
    '  lower case, as with LoadCredential=encryption_keys:/etc/product-host/encryption_keys of systemd.',
    ''
  ].join('\n')
}

/** The names that Express knows for networks. */
const names: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

const mostHops = 100

/**
 * The proxies in front, as Express's `trust proxy` takes them: a number of hops, or addresses and networks. Throws a
 * `SettingsError` for what Express cannot use, and for what trusts everybody, since any caller could then forge its address.
 */
function readTrustProxy(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) <= mostHops) return Number(text)
  const parts = text.split(',').map(part => part.trim())
  if (!parts.every(isProxy))
    throw new SettingsError(
      `TRUST_PROXY is not a number of proxies from 0 to ${mostHops}, nor a list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal.`
    )
  return parts.join(',')
}

function isProxy(text: string): boolean {
  if (names.has(text)) return true
  const [address = '', size, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || rest.length > 0) return false
  return size === undefined || isSize(size, kind)
}

/** A network of size 0 is every address. */
function isSize(text: string, kind: number): boolean {
  if (/^\d{1,3}$/.test(text)) return Number(text) > 0 && Number(text) <= (kind === 4 ? 32 : 128)
  return kind === 4 && isIP(text) === 4 && (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? 0) > 0
}

/** Where the operator's model answers, in the form of OpenAI's chat completions. */
export interface ModelEndpoint {
  /** The address that `/chat/completions` is added to. */
  readonly url: string
  readonly apiKey: string | undefined
  readonly name: string
}
