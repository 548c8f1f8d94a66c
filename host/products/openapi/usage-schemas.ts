import { Type } from '@product-host/sdk'
import { periods } from '../../usage/report.js'
import { count, time } from './run-schemas.js'

const day = Type.String({ format: 'date' })

const figures = {
  calls: count,
  errors: count,
  replays: count,
  refusals: Type.Record(Type.String(), count, { description: 'Refused calls by their status.' }),
  latencyMs: Type.Union([Type.Object({ p50: Type.Number(), p95: Type.Number(), p99: Type.Number() }), Type.Null()])
}

const Budget = Type.Object(
  {
    of: Type.Enum(['account', 'key']),
    keyId: Type.Optional(Type.String({ description: 'The key whose budget it is.' })),
    period: Type.Enum(['day', 'month']),
    warnAt: Type.Union([count, Type.Null()], { description: 'The number of calls at which the owner is told.' }),
    stopAt: Type.Union([count, Type.Null()], { description: 'The number of calls after which others are refused.' }),
    used: count,
    resetsAt: Type.String({ format: 'date-time', description: 'When the next period begins.' })
  },
  { description: 'A period of a budget, with the calls that were counted in it.' }
)

/** What an account used in some days, or in a period. */
export const Usage = Type.Object({
  from: day,
  to: day,
  totals: Type.Object(figures),
  days: Type.Array(Type.Object({ day, ...figures })),
  products: Type.Array(Type.Object({ product: Type.String(), ...figures })),
  usage: Type.Array(
    Type.Object({
      day,
      product: Type.String(),
      action: Type.Union([Type.String(), Type.Null()]),
      keyId: Type.String(),
      via: Type.Enum(['request', 'nested', 'job']),
      ...figures
    })
  ),
  series: Type.Optional(
    Type.Object(
      {
        period: Type.Enum(Object.keys(periods)),
        from: time,
        to: time,
        stepSeconds: count,
        steps: Type.Array(Type.Object({ from: time, ...figures }), {
          description: 'Every step, also those without use, the earliest first.'
        })
      },
      { description: 'The use in each step of the requested period.' }
    )
  ),
  budgets: Type.Array(Budget, { description: 'The budgets in which calls of the caller are counted.' })
})
