import { type Issue, type Settings, Type } from '@product-host/sdk'
import { isTimeZone } from '@product-host/toolkit/calendar'
import { type Decimal, decimal } from './money.js'

const defaultTimeZone = 'Europe/London'

/** A plain decimal number, such as 0.0025. */
const Amount = { pattern: '^[0-9]{1,9}(\\.[0-9]{1,9})?$' }

/** What an account may set; `checkSettings` checks what this schema cannot say. */
export const WealthnodeSettings = Type.Object({
  currency: Type.String({
    const: 'GBP',
    default: 'GBP',
    title: 'Currency',
    description: 'Every amount is in pounds sterling.'
  }),
  resalePer1kGbp: Type.Optional(
    Type.String({
      ...Amount,
      title: 'Customer’s price per 1,000 tokens',
      description: 'What customers pay for 1,000 tokens in GBP, where an entry does not say.'
    })
  ),
  targetMarginPct: Type.String({
    ...Amount,
    default: '60',
    title: 'Target margin in per cent',
    description: 'A margin below this is an amber alert.'
  }),
  floorMarginPct: Type.String({
    ...Amount,
    default: '30',
    title: 'Lowest margin in per cent',
    description: 'A margin below this is a red alert.'
  }),
  monthlyBudgetGbp: Type.Optional(
    Type.String({ ...Amount, title: 'Budget of a month in GBP', description: 'What one month may cost.' })
  ),
  'budget.mode': Type.String({
    enum: ['warn', 'block'],
    default: 'warn',
    title: 'Over the budget',
    description: 'warn: an entry over the budget is booked with a warning. block: it is refused.'
  }),
  timezone: Type.String({
    maxLength: 64,
    default: defaultTimeZone,
    title: 'Time zone',
    description: 'The IANA time zone in which days and months begin.'
  }),
  anomalyZ: Type.String({
    ...Amount,
    default: '3.5',
    title: 'Threshold of an unusual day',
    description: 'How far the cost of a day may be from the usual one until the day is unusual, as a modified z-score.'
  }),
  'alert.url': Type.Optional(
    Type.String({
      maxLength: 2048,
      title: 'Address for budget alerts',
      description: 'Where budget alerts are sent, signed by Standard Webhooks.'
    })
  ),
  'alert.secret': Type.Optional(
    Type.String({
      writeOnly: true,
      sentTo: 'alert.url',
      maxLength: 128,
      title: 'Secret of budget alerts',
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
  /** Whether `alert.url` and `alert.secret` are set. */
  readonly wantsAlerts: boolean
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
    wantsAlerts: url !== undefined && secret !== undefined
  }
}

/** What the schema cannot say: ranges, the order of floor and target, the time zone, the alert's address and secret. */
export function checkSettings(settings: Settings): readonly Issue[] {
  return [...rangeIssues(settings), ...orderIssues(settings), ...zoneIssues(settings), ...alertIssues(settings)]
}

const ranges = [
  { name: 'resalePer1kGbp', least: 0, most: 10_000 },
  { name: 'targetMarginPct', least: 0, most: 100 },
  { name: 'floorMarginPct', least: 0, most: 100 },
  { name: 'monthlyBudgetGbp', least: 0.01, most: 999_999_999 },
  { name: 'anomalyZ', least: 1, most: 100 }
]

function rangeIssues(settings: Settings): readonly Issue[] {
  return ranges.flatMap(({ name, least, most }) => {
    const text = settings[name]
    if (text === undefined || (Number(text) >= least && Number(text) <= most)) return []
    return [issue(name, `is not from ${least} to ${most}`, `Send a number from ${least} to ${most}.`)]
  })
}

function* orderIssues({ floorMarginPct, targetMarginPct }: Settings): Generator<Issue> {
  if (Number(floorMarginPct) > Number(targetMarginPct))
    yield issue(
      'floorMarginPct',
      'is above the target margin',
      'Send a lowest margin that is not above the target margin (targetMarginPct).'
    )
}

function* zoneIssues({ timezone = '' }: Settings): Generator<Issue> {
  if (!isTimeZone(timezone))
    yield issue('timezone', 'is not a known time zone', 'Send an IANA name such as Europe/London.')
}

function* alertIssues({ 'alert.url': url, 'alert.secret': secret }: Settings): Generator<Issue> {
  if (url !== undefined && !isWebAddress(url))
    yield issue('alert.url', 'is not a web address', 'Send an http or https URL without credentials in it.')
  if (url !== undefined && secret === undefined)
    yield issue(
      'alert.secret',
      'is missing',
      'Send the secret that budget alerts are signed with: an address alone is not enough.'
    )
  if (secret !== undefined && !isSecret(secret))
    yield issue('alert.secret', 'is not a signing secret', 'Send whsec_ and 24 to 64 bytes in base64.')
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
}

/** The form that Standard Webhooks 1.0 gives symmetric secrets. */
function isSecret(text: string): boolean {
  const base64 = text.replace(/^whsec_/, '')
  const bytes = Buffer.from(base64, 'base64')
  return base64 !== text && bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64
}

function issue(name: string, detail: string, fix: string): Issue {
  return { pointer: `#/settings/${name}`, detail, fix }
}
