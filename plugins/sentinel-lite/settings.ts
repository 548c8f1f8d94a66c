import { type Fault, type Settings as Resolved, Type } from '@product-host/sdk'
import { bounds, scheduleSeconds } from './bounds.js'

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
export type NumberSetting = keyof typeof numberSettings

/** What is sent as `User-Agent` when no setting says otherwise. */
const ownUserAgent = 'product-host-sentinel/1.0'

const name = '[a-z0-9][a-z0-9-]{0,63}'
const whole = { pattern: '^[0-9]{1,9}$' }
const text = { minLength: 1, maxLength: 300 }
const visible = { pattern: '^[ -~]+$', maxLength: 4_096 }

/** The settings of an account. What patterns cannot say is in `check-settings.ts`. */
export const Settings = Type.Object(
  {
    degradedMs: number('degradedMs', 'An answer that takes longer is degraded, in milliseconds.'),
    certWarnDays: number('certWarnDays', 'A certificate with so many days left, or fewer, makes a target degraded.'),
    confirmations: number('confirmations', 'Failed checks in a row until a target counts as down.'),
    defaultTimeoutMs: number('defaultTimeoutMs', 'Time-out of one attempt where a call gives none, in milliseconds.'),
    defaultRetries: number('defaultRetries', 'Retries of a check where a call gives none.'),
    earlyToleranceSeconds: number('earlyToleranceSeconds', 'A ping so long before its cron time still counts for it.'),
    allowedPorts: Type.Optional(
      Type.String({
        ...text,
        description:
          "Ports of public addresses beside the deployment's own, such as `9443,9000`, of those that its operator lets accounts open."
      })
    ),
    userAgent: Type.String({ pattern: '^[!-~][ -~]{0,199}$', default: ownUserAgent }),
    timezone: Type.String({ ...text, default: 'UTC', description: 'IANA zone of cron schedules that name none.' }),
    'alert.url': Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: 'Where alerts are sent, by POST.' })
    ),
    'alert.secret': Type.Optional(
      Type.String({
        pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
        writeOnly: true,
        sentTo: 'alert.url',
        description: 'Signs alerts (Standard Webhooks): whsec_ and 24 to 64 bytes in base64.'
      })
    )
  },
  {
    patternProperties: {
      [`^probe\\.${name}\\.origin$`]: Type.String({ ...text, description: 'The one origin that gets the headers.' }),
      [`^probe\\.${name}\\.header\\.[A-Za-z][A-Za-z0-9-]{0,63}$`]: Type.String({
        ...visible,
        writeOnly: true,
        sentTo: 'probe.*.origin'
      }),
      [`^heartbeat\\.${name}\\.(${scheduleSeconds.join('|')})$`]: Type.String(whole),
      [`^heartbeat\\.${name}\\.(cron|timezone)$`]: Type.String(text),
      [`^heartbeat\\.${name}\\.paused$`]: Type.String({ pattern: '^(true|false)$' })
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

/** The members of a list that is written with commas. */
export function listed(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map(member => member.trim())
    .filter(member => member !== '')
}

/** One fault of one setting. */
export function settingFault(key: string, detail: string, fix: string): Fault {
  return { pointer: `#/settings/${key}`, detail, fix }
}

function number(setting: NumberSetting, description: string) {
  return Type.String({ ...whole, default: String(numberSettings[setting].otherwise), description })
}
