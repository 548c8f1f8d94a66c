import { type Static, Type } from '@product-host/sdk'

/** A kind of record that the host stores for a time. */
interface RecordKind {
  /** What the record is, for operators. */
  readonly data: string
  /** How long it is stored by default, in the unit that its name ends with. */
  readonly usual: number
  /** What else bounds it, and from when its time counts. */
  readonly limit?: string
}

/** Whatever the host stores for a time. A name is a member of `retention` in the deployment file, and ends with its unit. */
const kinds = {
  idempotencyAnswerDays: {
    data: 'responses for idempotency keys',
    usual: 1,
    limit: 'up to `rate.idempotencyKeys` per account'
  },
  usageDays: { data: 'usage, by day', usual: 400, limit: 'from the end of the day' },
  callLogDays: { data: 'call log', usual: 30, limit: 'the latest 10,000 per account' },
  callBodyDays: {
    data: 'inputs and responses of calls, where recorded',
    usual: 30,
    limit: 'the latest 500 per account'
  },
  deadLetterDays: { data: 'failed jobs', usual: 90 },
  stoppedJobsDays: { data: 'notices about stopped jobs', usual: 90 },
  signUpDays: {
    data: 'unfinished sign-ups',
    usual: 1,
    limit: 'from the request, and again from when the e-mail was sent'
  },
  emailChangeDays: {
    data: 'unfinished changes of e-mail address',
    usual: 1,
    limit: 'from the request, and again from when the e-mail was sent'
  },
  passwordResetMinutes: { data: 'password reset links', usual: 30 },
  pendingSecondFactorMinutes: { data: 'unfinished set-ups of a second factor', usual: 60 },
  sessionDays: { data: 'sessions', usual: 30 },
  idleSessionDays: { data: 'sessions without a request', usual: 3 },
  knownDeviceDays: { data: 'known devices', usual: 365, limit: 'from its last sign-in, the latest 20 per account' },
  endedKeyDays: { data: 'keys that have ended', usual: 30, limit: 'the latest 500 per account' },
  replacedKeyDays: { data: 'replacements of rotated keys', usual: 400 },
  connectedAppDays: {
    data: 'connected apps, and their refresh tokens',
    usual: 30,
    limit: 'from when it last renewed its tokens, at most 100 per account'
  },
  accessTokenMinutes: { data: 'access tokens of connected apps', usual: 60 },
  endedAccessTokenMinutes: { data: 'expired access tokens', usual: 60 },
  authorizationCodeMinutes: { data: 'authorization codes, also used ones', usual: 10 },
  unusedClientDays: {
    data: 'unused OAuth clients that registered themselves',
    usual: 1,
    limit: 'the latest 1,000'
  },
  usedClientDays: {
    data: 'OAuth clients that registered themselves',
    usual: 60,
    limit: 'from the day of its last use'
  },
  securityEventDays: { data: 'security events', usual: 90, limit: 'the latest 200 per account' },
  localCheckoutMinutes: { data: 'pages of the local checkout', usual: 60 },
  planEventDays: { data: 'events of the plan', usual: 400 },
  operatorLogDays: { data: 'audit log of operators', usual: 400, limit: 'the latest 10,000 entries' },
  operatorLinkMinutes: { data: 'links that enrol an operator', usual: 15 },
  formerTrialDays: {
    data: 'HMACs of mailboxes that had their trial',
    usual: 730,
    limit: 'from when its account was deleted or got another address'
  },
  webhookAttemptDays: {
    data: 'attempts in the delivery log of webhooks',
    usual: 30,
    limit: 'the latest 500 per account and product'
  },
  webhookEndpointDays: {
    data: 'state of webhook endpoints that fail or are disabled',
    usual: 90,
    limit: 'from its last change'
  }
} as const satisfies Readonly<Record<`${string}${keyof typeof units}`, RecordKind>>

/** The units of names, in milliseconds, with the longest time that may be set: ten years, and a day. */
const units = {
  Days: { ms: 24 * 60 * 60 * 1000, most: 3_650 },
  Minutes: { ms: 60 * 1000, most: 1_440 }
} as const

/** A kind of record that is stored for a time. */
export type TimedKind = keyof typeof kinds

/** Every kind of record that is stored for a time. */
export const timedKinds = Object.keys(kinds) as readonly TimedKind[]

/** The member `retention` of the deployment file. */
export const RetentionMember = Type.Object(
  {
    ...eachKind(kind => Type.Integer({ minimum: 1, maximum: units[unitOf(kind)].most, default: kinds[kind].usual })),
    configRevisions: Type.Integer({ minimum: 1, maximum: 100, default: 20 })
  },
  { additionalProperties: false, default: {} }
)

/** How long each kind of record is stored, in the unit of its name, and how many revisions of a config. */
export type Retention = Readonly<Static<typeof RetentionMember>>

/** How long records are stored where the deployment file does not say. */
export const usualRetention: Retention = { ...eachKind(kind => kinds[kind].usual), configRevisions: 20 }

/** How long a kind of record is stored, in milliseconds. */
export function storedMs(retention: Retention, kind: TimedKind): number {
  return retention[kind] * units[unitOf(kind)].ms
}

/** How long a kind of record is stored, such as "30 minutes" or "1 day". */
export function storedFor(retention: Retention, kind: TimedKind): string {
  const count = retention[kind]
  const unit = unitOf(kind).toLowerCase()
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

/** A row of the table of what is stored, how long, and by which setting. */
export interface RetentionRow {
  readonly data: string
  readonly storedFor: string
  readonly setting: keyof Retention
}

/** Every kind of record that the host stores for a time or up to a number. */
export function retentionRows(retention: Retention): readonly RetentionRow[] {
  return [
    ...timedKinds.map((setting): RetentionRow => {
      const { data, limit }: RecordKind = kinds[setting]
      const time = storedFor(retention, setting)
      return { data, storedFor: limit === undefined ? time : `${time}, ${limit}`, setting }
    }),
    { data: 'revisions of a config', storedFor: `the last ${retention.configRevisions}`, setting: 'configRevisions' }
  ]
}

/** The settings that differ from the usual ones, such as "usageDays 800"; empty where none does. */
export function changedRetention(retention: Retention): string {
  const settings = [...timedKinds, 'configRevisions'] as const
  const changed = settings.filter(setting => retention[setting] !== usualRetention[setting])
  return changed.map(setting => `${setting} ${retention[setting]}`).join(', ')
}

function unitOf(kind: TimedKind): keyof typeof units {
  return kind.endsWith('Days') ? 'Days' : 'Minutes'
}

function eachKind<Value>(make: (kind: TimedKind) => Value): Readonly<Record<TimedKind, Value>> {
  return Object.fromEntries(timedKinds.map(kind => [kind, make(kind)])) as Record<TimedKind, Value>
}
