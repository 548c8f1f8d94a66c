import { defineAction, type Static, Type } from '@product-host/sdk'
import { ShownAttempt, shownProgress } from '../delivery/report.js'
import { Dispatch } from '../delivery/sender.js'

const Detail = Type.Object({
  eventId: Type.String(),
  status: Type.Enum(['delivered', 'retrying', 'held', 'dead', 'settled'], {
    description: 'settled: it was delivered, stored or given up before.'
  }),
  attempt: Type.Optional(ShownAttempt),
  nextAttemptAt: Type.Optional(Type.String({ format: 'date-time' }))
})
type Detail = Static<typeof Detail>

/** Makes the next attempt of one event; its job calls it. */
export const deliver = defineAction({
  title: 'Deliver',
  description:
    'Makes the next attempt of one delivery and plans the one after it. A delivery that is given up is a dead letter of the account.',
  effect: 'external',
  internal: true,
  input: Type.Object({ eventId: Type.String({ minLength: 1, maxLength: 64 }) }),
  detail: Detail,
  metrics: Type.Object({ attempts: Type.Integer() }),
  examples: [{ title: 'An event', input: { eventId: 'msg_01JGFJJZ00E9N3V5T3MZ8K2R4D' } }],
  needs: { dispatch: Dispatch },
  timeoutMs: 30_000,

  async run({ eventId }, { dispatch }) {
    const { report } = await dispatch.send(eventId, 'planned')
    const status = report?.status ?? 'settled'
    const detail: Detail = { eventId, ...(report && shownProgress(report)), status }
    return { summary: `${eventId} is ${status}.`, metrics: { attempts: report?.event.attempts ?? 0 }, detail }
  }
})
