import { type Static, Type } from '@product-host/sdk'

const slug = Type.String({ description: 'The slug of a product.' })
const run = Type.Object({
  runId: Type.String(),
  productId: slug,
  action: Type.String(),
  schedule: Type.Optional(Type.String({ description: 'The schedule that started the run.' }))
})

/** What an account is told of by webhooks: when, and with which data. The data name things by their ids; they hold no results and no inputs. */
export const accountEventTypes = {
  'run.succeeded': { description: 'A run has succeeded.', data: run },
  'run.failed': { description: 'A run has failed, also by an answer with `ok: false`.', data: run },
  'usage.threshold': {
    description: 'The calls of the account, or of one key, have reached the number at which a warning was asked for.',
    data: Type.Object({
      keyId: Type.Optional(Type.String({ description: 'Left out: the budget of the account.' })),
      period: Type.Enum(['day', 'month']),
      periodStart: Type.String({ format: 'date-time' }),
      warnAt: Type.Integer(),
      stopAt: Type.Optional(Type.Integer())
    })
  },
  'key.expiring': {
    description: 'An API key expires in 7 days. Not of a key that was valid for less when it was made or changed.',
    data: Type.Object({ keyId: Type.String(), expiresAt: Type.String({ format: 'date-time' }) })
  },
  'product.degraded': {
    description: 'A product fails again and again, and calls of the account were among those that failed.',
    data: Type.Object({ productId: slug })
  },
  'contract.changed': {
    description: 'A product is served with another contract than before: its actions or their fields have changed.',
    data: Type.Object({ productId: slug, digest: Type.String({ description: 'The `Product-Contract` from now on.' }) })
  },
  'schedule.paused': {
    description: 'A schedule starts nothing, because its key has ended or the account may not run its action.',
    data: Type.Object({ scheduleId: Type.String(), productId: slug, action: Type.String(), code: Type.String() })
  },
  'webhook.test': {
    description: 'A test that somebody asked for. Every endpoint gets those that are asked for it.',
    data: Type.Object({ endpointId: Type.String() })
  }
} as const

/** The type of an event. */
export type AccountEventType = keyof typeof accountEventTypes

/** What an event of a type tells. */
export type AccountEventData<Name extends AccountEventType = AccountEventType> = Static<
  (typeof accountEventTypes)[Name]['data']
>

/** What an endpoint may ask for: events of one type, those of runs, or all. */
export const eventFilters = [
  '*',
  'run.*',
  'run.succeeded',
  'run.failed',
  'usage.threshold',
  'key.expiring',
  'product.degraded',
  'contract.changed',
  'schedule.paused'
] as const
/** What an endpoint may ask for. */
export type EventFilter = (typeof eventFilters)[number]

/** Whether filters let events of a type through. */
export function wants(filters: readonly EventFilter[], type: AccountEventType): boolean {
  const [family] = type.split('.')
  return filters.some(filter => filter === '*' || filter === type || filter === `${family}.*`)
}
