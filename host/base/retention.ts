import { type Static, Type } from '@product-host/sdk'

/** A kind of record that the host stores for a time. */
interface RecordKind {
  /** What it is about. */
  readonly group: string
  /** What the record is, for operators. */
  readonly data: string
  /** How long it is stored by default, in the unit that its name ends with. */
  readonly usual: number
  /** From when its time counts; left out of what is valid for a time after it was made. */
  readonly from?: string
  /** How many of it are stored at most. */
  readonly most?: string
  /** The member of the deployment file that `most` names in place of its number. */
  readonly mostMember?: string
}

/** Whatever the host stores for a time. A name is a member of `retention` in the deployment file, and ends with its unit. */
const kinds = {
  idempotencyAnswerDays: {
    group: 'Calls',
    data: 'responses and unknown outcomes for idempotency keys',
    usual: 1,
    from: 'the response',
    most: 'at most `rate.idempotencyKeys` per account on each host',
    mostMember: 'rate.idempotencyKeys'
  },
  confirmationMinutes: {
    group: 'Calls',
    data: 'plans that wait to be confirmed, and the responses once they were',
    usual: 15,
    from: 'the plan or its run',
    most: 'at most 1,000 plans per account on each host'
  },
  runDays: { group: 'Calls', data: 'runs with their inputs and results', usual: 7, from: 'the last change' },
  usageDays: { group: 'Calls', data: 'usage, by day', usual: 400, from: 'the end of the day' },
  usageHourDays: { group: 'Calls', data: 'usage, by hour', usual: 90, from: 'the end of the hour' },
  usageMinuteDays: { group: 'Calls', data: 'usage, by minute', usual: 1, from: 'the end of the minute' },
  callLogDays: {
    group: 'Calls',
    data: 'call log',
    usual: 30,
    from: 'the call',
    most: 'the latest 10,000 per account'
  },
  callBodyDays: {
    group: 'Calls',
    data: 'inputs and responses of calls, where recorded',
    usual: 30,
    from: 'the call',
    most: 'the latest 500 per account'
  },
  deadLetterDays: { group: 'Jobs', data: 'failed jobs', usual: 90, from: 'the last attempt' },
  stoppedJobsDays: { group: 'Jobs', data: 'notices that a job was stopped', usual: 90, from: 'the stop' },
  signUpDays: {
    group: 'Accounts and sign-in',
    data: 'unfinished sign-ups',
    usual: 1,
    from: 'the request, or from the e-mail if that was sent later'
  },
  emailChangeDays: {
    group: 'Accounts and sign-in',
    data: 'unfinished changes of e-mail address',
    usual: 1,
    from: 'the request, or from the e-mail if that was sent later'
  },
  passwordResetMinutes: { group: 'Accounts and sign-in', data: 'password reset links', usual: 30 },
  pendingSecondFactorMinutes: {
    group: 'Accounts and sign-in',
    data: 'unfinished set-ups of two-factor authentication',
    usual: 60,
    from: 'the start'
  },
  sessionDays: { group: 'Accounts and sign-in', data: 'sessions', usual: 30, from: 'the sign-in' },
  idleSessionDays: {
    group: 'Accounts and sign-in',
    data: 'sessions that are not used',
    usual: 3,
    from: 'the last request'
  },
  knownDeviceDays: {
    group: 'Accounts and sign-in',
    data: 'known devices',
    usual: 365,
    from: 'the last sign-in',
    most: 'the latest 20 per account'
  },
  securityEventDays: {
    group: 'Accounts and sign-in',
    data: 'security events',
    usual: 90,
    from: 'the event',
    most: 'the latest 200 per account'
  },
  endedKeyDays: {
    group: 'API keys and connected apps',
    data: 'expired and revoked API keys',
    usual: 30,
    from: 'the expiry or the revocation',
    most: 'the latest 500 per account'
  },
  replacedKeyDays: {
    group: 'API keys and connected apps',
    data: 'which API key replaced which',
    usual: 400,
    from: 'the replacement'
  },
  connectedAppDays: {
    group: 'API keys and connected apps',
    data: 'connected apps and their refresh tokens',
    usual: 30,
    from: 'the last renewal',
    most: 'at most 100 per account'
  },
  accessTokenMinutes: { group: 'API keys and connected apps', data: 'access tokens of connected apps', usual: 60 },
  endedAccessTokenMinutes: {
    group: 'API keys and connected apps',
    data: 'expired access tokens',
    usual: 60,
    from: 'the expiry'
  },
  authorizationCodeMinutes: {
    group: 'API keys and connected apps',
    data: 'authorization codes, used or unused',
    usual: 10,
    from: 'the consent'
  },
  unusedClientDays: {
    group: 'API keys and connected apps',
    data: 'registrations of apps that nobody has connected',
    usual: 1,
    from: 'the registration',
    most: 'the latest 1,000'
  },
  usedClientDays: {
    group: 'API keys and connected apps',
    data: 'registrations of apps that were connected',
    usual: 60,
    from: 'the day of the last use'
  },
  localCheckoutMinutes: { group: 'Plans', data: 'checkout pages of the demo', usual: 60 },
  planEventDays: { group: 'Plans', data: 'history of plans', usual: 400, from: 'the change' },
  formerTrialDays: {
    group: 'Plans',
    data: 'fingerprints of e-mail addresses of accounts that had a trial',
    usual: 730,
    from: 'when the account was deleted or got another address'
  },
  operatorLogDays: {
    group: 'Operators',
    data: 'audit log',
    usual: 400,
    from: 'the entry',
    most: 'the latest 10,000'
  },
  historyDays: {
    group: 'Operators',
    data: 'figures of each hour: calls, latency and load of the deployment, and its 50 most active accounts',
    usual: 30,
    from: 'the end of the hour',
    most: 'one record for each process'
  },
  operatorLinkMinutes: { group: 'Operators', data: 'links to accept the operator role', usual: 15 },
  webhookAttemptDays: {
    group: 'Webhooks',
    data: 'attempts to deliver webhooks, and events that were sent',
    usual: 30,
    from: 'the attempt',
    most: 'the latest 500 attempts per account and product, or endpoint of the account'
  },
  webhookEndpointDays: {
    group: 'Webhooks',
    data: 'states of webhook endpoints that fail or are disabled',
    usual: 90,
    from: 'the last change'
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

/** The unit of each kind's time, in milliseconds. */
export const unitMs: Readonly<Record<TimedKind, number>> = eachKind(kind => units[unitOf(kind)].ms)

/** How long a kind of record is stored, in milliseconds. */
export function storedMs(retention: Retention, kind: TimedKind): number {
  return retention[kind] * unitMs[kind]
}

/** How long a kind of record is stored, such as "30 minutes" or "1 day". */
export function storedFor(retention: Retention, kind: TimedKind): string {
  const count = retention[kind]
  const unit = unitOf(kind).toLowerCase()
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

/** A row of the table of what is stored, how long, and by which setting. */
export interface RetentionRow {
  readonly group: string
  readonly data: string
  /** In Markdown; a number that another member sets is the name of that member. */
  readonly storedFor: string
  readonly setting: keyof Retention
  /** That other member. */
  readonly mostMember?: string
}

/** Every kind of record that the host stores for a time or up to a number. */
export function retentionRows(retention: Retention): readonly RetentionRow[] {
  return [
    ...timedKinds.map((setting): RetentionRow => {
      const { group, data, from, most, mostMember }: RecordKind = kinds[setting]
      const length = storedFor(retention, setting)
      const time = from === undefined ? `valid for ${length}` : `${length} from ${from}`
      return {
        group,
        data,
        storedFor: most === undefined ? time : `${time}, ${most}`,
        setting,
        ...(mostMember !== undefined && { mostMember })
      }
    }),
    {
      group: 'Settings of products',
      data: 'revisions of settings',
      storedFor: `the latest ${retention.configRevisions} per account and product`,
      setting: 'configRevisions'
    }
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
