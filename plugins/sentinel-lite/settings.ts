import { type Issue, type Settings as Resolved, type SettingFamilies, Type } from '@product-host/sdk'
import { bounds, scheduleSeconds } from './limits.js'

/** Each numeric setting with its value when it is not set, and the bounds it is held to. */
export const numberSettings = {
  degradedMs: { otherwise: 2_000, ...bounds.degradedMs },
  certWarnDays: { otherwise: 14, ...bounds.certWarnDays },
  confirmations: { otherwise: 1, ...bounds.confirmations },
  defaultTimeoutMs: { otherwise: 10_000, ...bounds.timeoutMs },
  defaultRetries: { otherwise: 1, ...bounds.retries },
  earlyToleranceSeconds: { otherwise: 60, ...bounds.earlyToleranceSeconds }
} as const

/** The name of a numeric setting. */
type NumberSetting = keyof typeof numberSettings

/** What is sent as `User-Agent` when no setting says otherwise. */
const ownUserAgent = 'product-host-sentinel/1.0'

const name = '[a-z0-9][a-z0-9-]{0,63}'
const wholeNumber = { pattern: '^[0-9]{1,9}$' }
const text = { minLength: 1, maxLength: 300 }
const visible = { pattern: '^[ -~]+$', maxLength: 4_096 }

const families: SettingFamilies = {
  probe: {
    title: 'Targets with secret headers',
    description: 'Checks of such a target send the headers, and only to the origin that you set for it.',
    one: 'target',
    nameTitle: 'Name of the target'
  },
  heartbeat: {
    title: 'Monitors',
    description: 'Each expects a signal from one of your jobs on time, by a period or a cron pattern.',
    one: 'monitor',
    nameTitle: 'Name of the monitor'
  }
}

/** The settings of an account. What patterns cannot say is in `check-settings.ts`. */
export const Settings = Type.Object(
  {
    'alert.url': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        title: 'URL for alerts',
        description: 'Where alerts are sent, by POST.'
      })
    ),
    'alert.secret': Type.Optional(
      Type.String({
        pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
        writeOnly: true,
        sentTo: 'alert.url',
        title: 'Secret of alerts',
        description: 'Signs alerts (Standard Webhooks): whsec_ and 24 to 64 bytes in base64.'
      })
    ),
    'alert.late': Type.String({
      pattern: '^(true|false)$',
      default: 'false',
      title: 'Alerts of late heartbeats',
      description: 'While this is on, an alert is sent when a heartbeat is late, before its grace period has ended.'
    }),
    degradedMs: number(
      'degradedMs',
      'Degraded above (ms)',
      'An answer that takes longer is degraded, in milliseconds.'
    ),
    certWarnDays: number(
      'certWarnDays',
      'Certificate warning (days)',
      'A certificate that expires in this many days, or sooner, makes a target degraded.'
    ),
    confirmations: number('confirmations', 'Confirmations', 'Failed checks in a row until a target counts as down.'),
    defaultTimeoutMs: number(
      'defaultTimeoutMs',
      'Time-out (ms)',
      'Time-out of one attempt where a call gives none, in milliseconds.'
    ),
    defaultRetries: number('defaultRetries', 'Retries', 'Retries of a check where a call gives none.'),
    earlyToleranceSeconds: number(
      'earlyToleranceSeconds',
      'Tolerance for early signals (s)',
      'How long before its cron time a success counts for it, in seconds.'
    ),
    allowedPorts: Type.Optional(
      Type.String({
        ...text,
        title: 'Further ports',
        description:
          'Ports of public addresses that checks may open too, such as 9443,9000. The operator of this host decides which can be used.'
      })
    ),
    userAgent: Type.String({
      pattern: '^[!-~][ -~]{0,199}$',
      default: ownUserAgent,
      title: 'User agent',
      description: 'What checks and alerts send as the User-Agent header.'
    }),
    timezone: Type.String({
      ...text,
      default: 'UTC',
      title: 'Time zone',
      description: 'The IANA time zone of cron patterns without one of their own, such as Europe/London.'
    })
  },
  {
    'x-families': families,
    patternProperties: {
      [`^probe\\.${name}\\.origin$`]: Type.String({
        ...text,
        title: 'Origin',
        description: 'The only origin to which the secret headers are sent.'
      }),
      [`^probe\\.${name}\\.header\\.[A-Za-z][A-Za-z0-9-]{0,63}$`]: Type.String({
        ...visible,
        writeOnly: true,
        sentTo: 'probe.*.origin',
        title: 'Secret header',
        description: 'The value of the header. It is sent to the origin of the target alone.'
      }),
      [`^heartbeat\\.${name}\\.(${scheduleSeconds.join('|')})$`]: Type.String({
        ...wholeNumber,
        title: 'Schedule (s)'
      }),
      [`^heartbeat\\.${name}\\.(cron|timezone)$`]: Type.String({ ...text, title: 'Cron pattern or its time zone' }),
      [`^heartbeat\\.${name}\\.alertLate$`]: Type.String({
        pattern: '^(true|false)$',
        title: 'Alert when late',
        description: 'Whether an alert is sent when this monitor is late. Without it: as for all monitors (alert.late).'
      }),
      [`^heartbeat\\.${name}\\.paused$`]: Type.String({
        pattern: '^(true|false)$',
        default: 'false',
        title: 'Paused',
        description: 'While this is on, the monitor is never late or down.'
      })
    }
  }
)

/** A numeric setting's value. */
export function numberOf(settings: Resolved, setting: NumberSetting): number {
  return Number(settings[setting] ?? numberSettings[setting].otherwise)
}

/** The ports that an account allows beside the deployment's. */
export function portsOf(settings: Resolved): readonly number[] {
  return listed(settings.allowedPorts).map(Number)
}

/** What is sent as `User-Agent`. */
export function userAgentOf(settings: Resolved): string {
  return settings.userAgent ?? ownUserAgent
}

/** The zone of whatever names none. */
export function zoneOf(settings: Resolved): string {
  return settings.timezone ?? 'UTC'
}

/** The secret headers of a target, by the settings; none when there are none. */
export function headersOf(settings: Resolved, name: string): Readonly<Record<string, string>> {
  const prefix = `probe.${name}.header.`
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value])
  )
}

/** Whether a target's secret headers may be sent to an address: only to the origin that its settings name. */
export function mayCarryHeaders(settings: Resolved, name: string, url: URL): boolean {
  return originOf(settings[`probe.${name}.origin`]) === url.origin
}

/** The origin that a text names and nothing more; undefined when it names more, or something else. */
export function originOf(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}

/** The members of a list that is written with commas. */
export function listed(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map(member => member.trim())
    .filter(member => member !== '')
}

/** One issue of one setting. */
export function settingIssue(key: string, detail: string, fix: string): Issue {
  return { pointer: `#/settings/${key}`, detail, fix }
}

function number(setting: NumberSetting, title: string, description: string) {
  return Type.String({ ...wholeNumber, default: String(numberSettings[setting].otherwise), title, description })
}
