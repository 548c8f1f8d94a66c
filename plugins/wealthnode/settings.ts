import { type Settings, Type } from '@product-host/sdk'
import { type Decimal, decimal } from './decimal.js'

const defaultTimeZone = 'Europe/London'

/** A plain decimal number, such as 0.0025. */
const Amount = { pattern: '^[0-9]{1,9}(\\.[0-9]{1,9})?$' }

/** What an account may set; `checkSettings` judges what this schema cannot say. */
export const WealthnodeSettings = Type.Object({
  currency: Type.String({ const: 'GBP', default: 'GBP', description: 'Every amount is in pounds sterling.' }),
  resalePer1kGbp: Type.Optional(
    Type.String({ ...Amount, description: 'What customers pay for 1,000 tokens where an entry does not say.' })
  ),
  targetMarginPct: Type.String({ ...Amount, default: '60', description: 'A margin below this is an amber alert.' }),
  floorMarginPct: Type.String({ ...Amount, default: '30', description: 'A margin below this is a red alert.' }),
  monthlyBudgetGbp: Type.Optional(Type.String({ ...Amount, description: 'What one month may cost.' })),
  'budget.mode': Type.String({
    enum: ['warn', 'block'],
    default: 'warn',
    description: 'Whether an entry that would exceed the budget is kept with a warning or refused.'
  }),
  timezone: Type.String({
    maxLength: 64,
    default: defaultTimeZone,
    description: 'The IANA time zone in which days and months begin.'
  }),
  anomalyZ: Type.String({
    ...Amount,
    default: '3.5',
    description: 'How large a modified z-score makes a day an anomaly.'
  }),
  'alert.url': Type.Optional(
    Type.String({ maxLength: 2048, description: 'Where budget alerts are sent, signed by Standard Webhooks.' })
  ),
  'alert.secret': Type.Optional(
    Type.String({
      writeOnly: true,
      sentTo: 'alert.url',
      maxLength: 128,
      description: 'The secret that budget alerts are signed with: whsec_ and 24 to 64 bytes in base64.'
    })
  )
})

/** An account's settings, read. */
export interface Terms {
  readonly resalePer1kGbp?: Decimal
  readonly targetMarginPct: number
  readonly floorMarginPct: number
  readonly budget?: Budget
  readonly timeZone: string
  readonly anomalyZ: number
  readonly alert?: { readonly url: string; readonly secret: string }
}

/** What a month may cost, and whether more is refused. */
export interface Budget {
  readonly monthlyGbp: Decimal
  readonly mode: 'warn' | 'block'
}

/** Reads settings that were checked. */
export function readSettings(settings: Settings): Terms {
  const { resalePer1kGbp, monthlyBudgetGbp, 'alert.url': url, 'alert.secret': secret } = settings
  return {
    ...(resalePer1kGbp !== undefined && { resalePer1kGbp: decimal(resalePer1kGbp) }),
    targetMarginPct: Number(settings.targetMarginPct),
    floorMarginPct: Number(settings.floorMarginPct),
    ...(monthlyBudgetGbp !== undefined && {
      budget: {
        monthlyGbp: decimal(monthlyBudgetGbp),
        mode: settings['budget.mode'] === 'block' ? 'block' : 'warn'
      }
    }),
    timeZone: settings.timezone ?? defaultTimeZone,
    anomalyZ: Number(settings.anomalyZ),
    ...(url !== undefined && secret !== undefined && { alert: { url, secret } })
  }
}
