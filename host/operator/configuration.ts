import { secretVariables } from '../base/environment.js'
import { variables } from '../base/variables.js'
import type { Deployment, PluginEntry } from '../deployment.js'
import type { Settings } from '../settings.js'
import { deploymentMembers, mask, type ShownMember } from './deployment-members.js'

/** A setting as the host has understood it. */
export interface ShownSetting {
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** What it is about. */
  readonly group: SettingGroup
  readonly meaning: string
  /** Null where there is none; a secret is masked. */
  readonly value: string | null
  /** What the host takes where nothing is set, in words where it is no one value; "none" for nothing. */
  readonly usual: string
}

/** What the host has made of its environment and of its deployment file, with all secrets masked. */
export interface Configuration {
  readonly settings: readonly ShownSetting[]
  /** The deployment file in words. */
  readonly members: readonly ShownMember[]
  readonly deployment: Omit<Deployment, 'plugins'> & {
    readonly plugins: readonly ShownPlugin[]
  }
}

type ShownPlugin = Omit<PluginEntry, 'options'> & { readonly options: ShownOptions }

type ShownOptions = Readonly<Record<string, unknown>>

/** The configuration of a host, for operators. */
export function configuration(settings: Settings, deployment: Deployment): Configuration {
  const values = valuesOf(settings)
  return {
    settings: variables.flatMap(([name, meaning, usual]) => {
      if (name === 'CREDENTIALS_DIRECTORY') return []
      const value = masked(name, values[name])
      return [{ name, ...titled(name), meaning, value, usual }]
    }),
    members: deploymentMembers(deployment),
    deployment: {
      ...deployment,
      plugins: deployment.plugins.map(entry => ({ ...entry, options: shownOptions(entry.options) }))
    }
  }
}

/** The folder of credentials names no value of its own: each secret that comes from it is among the others. */
type Variable = Exclude<(typeof variables)[number][0], 'CREDENTIALS_DIRECTORY'>
type SettingValue = string | number | boolean | undefined

type SettingGroup =
  | 'General'
  | 'Network'
  | 'Storage'
  | 'Security'
  | 'Mail'
  | 'Payments'
  | 'Language model'
  | 'Telemetry'

/** What each variable is about, and what people call it. */
const titles: Readonly<Record<Variable, readonly [group: SettingGroup, title: string]>> = {
  PORT: ['Network', 'Port'],
  HOST: ['Network', 'Listening address'],
  PRODUCT_HOST_CONFIG: ['General', 'Deployment file'],
  DATA_DIR: ['Storage', 'Data folder'],
  REDIS_URL: ['Storage', 'Redis URL'],
  DATABASE_URL: ['Storage', 'PostgreSQL URL'],
  ENCRYPTION_KEYS: ['Security', 'Encryption keys'],
  NODE_ENV: ['General', 'Mode'],
  DEMO_MODE: ['General', 'Demo mode'],
  PUBLIC_URL: ['Network', 'Public URL'],
  ALLOW_INSECURE_PUBLIC_URL: ['Network', 'Plain HTTP in production'],
  CORS_ORIGINS: ['Network', 'Allowed origins of browsers'],
  TRUST_PROXY: ['Network', 'Trusted proxies'],
  SMTP_URL: ['Mail', 'Mail server'],
  MAIL_FROM: ['Mail', 'Sender'],
  STRIPE_SECRET_KEY: ['Payments', 'Stripe key'],
  STRIPE_WEBHOOK_SECRET: ['Payments', 'Stripe webhook secret'],
  STRIPE_PRICE_ID: ['Payments', 'Stripe price'],
  STRIPE_API_URL: ['Payments', 'Stripe API URL'],
  MODEL_URL: ['Language model', 'Model URL'],
  MODEL_API_KEY: ['Language model', 'Model key'],
  MODEL_NAME: ['Language model', 'Model name'],
  METRICS_TOKEN: ['Security', 'Token for metrics'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['Telemetry', 'Collector'],
  OTEL_EXPORTER_OTLP_HEADERS: ['Telemetry', 'Headers for the collector'],
  OTEL_SERVICE_NAME: ['Telemetry', 'Service name'],
  OTEL_TRACES_SAMPLER_ARG: ['Telemetry', 'Share of calls'],
  LOG_LEVEL: ['General', 'Log level'],
  SHUTDOWN_DELAY_MS: ['General', 'Time before connections are refused'],
  SHUTDOWN_GRACE_MS: ['General', 'Time to stop'],
  ADMIN_PORT: ['Network', 'Port for monitoring'],
  ADMIN_HOST: ['Network', 'Address for monitoring']
}

function titled(name: Variable): Pick<ShownSetting, 'title' | 'group'> {
  const [group, title] = titles[name]
  return { title, group }
}

/** Each variable has its value here, so that a new one is not forgotten. */
function valuesOf(settings: Settings): Readonly<Record<Variable, SettingValue>> {
  const { mail, stripe, model, collector } = settings
  return {
    PORT: settings.port,
    HOST: settings.host,
    PRODUCT_HOST_CONFIG: settings.deploymentFile,
    DATA_DIR: settings.dataFolder,
    REDIS_URL: settings.redisUrl,
    DATABASE_URL: settings.databaseUrl,
    ENCRYPTION_KEYS: settings.encryptionKeys.length > 0 ? mask : undefined,
    NODE_ENV: settings.isProduction ? 'production' : 'development',
    DEMO_MODE: settings.isDemo ? 'local' : 'off',
    PUBLIC_URL: settings.publicUrl,
    ALLOW_INSECURE_PUBLIC_URL: settings.isPublicUrlInsecure ? '1' : 'off',
    CORS_ORIGINS: settings.corsOrigins.join(', ') || undefined,
    TRUST_PROXY: settings.trustProxy,
    SMTP_URL: mail?.url,
    MAIL_FROM: mail?.from,
    STRIPE_SECRET_KEY: stripe?.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret,
    STRIPE_PRICE_ID: stripe?.priceId,
    STRIPE_API_URL: stripe?.apiUrl,
    MODEL_URL: model?.url,
    MODEL_API_KEY: model?.apiKey,
    MODEL_NAME: model?.name,
    METRICS_TOKEN: settings.metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector?.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: Object.keys(collector?.headers ?? {}).length > 0 ? mask : undefined,
    OTEL_SERVICE_NAME: collector?.serviceName,
    OTEL_TRACES_SAMPLER_ARG: collector?.share,
    LOG_LEVEL: settings.logLevel,
    SHUTDOWN_DELAY_MS: settings.shutdownDelayMs,
    SHUTDOWN_GRACE_MS: settings.shutdownGraceMs,
    ADMIN_PORT: settings.admin?.port,
    ADMIN_HOST: settings.admin?.host
  }
}

function masked(name: Variable, value: SettingValue): string | null {
  if (value === undefined) return null
  return secretVariables.some(secret => secret === name) ? mask : String(value)
}

/** A plugin may take a secret as an option: of texts, lists and objects, only that they are there is shown. */
function shownOptions(options: Readonly<Record<string, unknown>>): ShownOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? value : mask
    ])
  )
}
