import { type Static, Type } from '@product-host/sdk'
import { signals } from './input.js'
import { reasons, states } from './monitor.js'

const State = Type.Enum([...states])
const Time = Type.String({ format: 'date-time' })
const Reason = Type.Enum([...reasons])

/** What is answered about one signal, or, to `check`, about the named monitor or all of them. */
export const HeartbeatDetail = Type.Object({
  name: Type.Optional(Type.String({ description: 'Left out when all monitors were asked for.' })),
  signal: Type.Enum([...signals]),
  state: Type.Enum([...states], { description: 'Of the monitor; the worst of all when all were asked for.' }),
  previousState: Type.Optional(State),
  reason: Type.Optional(Type.Enum([...reasons], { description: 'Why it is late or down.' })),
  lastSuccessAt: Type.Optional(Time),
  dueAt: Type.Optional(Time),
  graceEndsAt: Type.Optional(Time),
  runEndsAt: Type.Optional(Type.String({ format: 'date-time', description: 'Until when the open run may take.' })),
  durationMs: Type.Optional(Type.Integer({ description: 'Of the run that this signal ends.' })),
  streak: Type.Optional(Type.Integer({ description: 'Successes in a row.' })),
  warnings: Type.Array(Type.String()),
  alerts: Type.Array(Type.Object({ name: Type.String(), state: State, reason: Type.Optional(Reason) }), {
    description: 'Other monitors that are newly late or down.'
  }),
  monitors: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        state: State,
        dueAt: Type.Optional(Time),
        lastSuccessAt: Type.Optional(Time)
      })
    )
  ),
  changes: Type.Optional(
    Type.Array(Type.Object({ at: Time, from: State, to: State, reason: Type.Optional(Reason) }), {
      description: 'Of the one monitor that was checked: its last changes of state, the newest first.'
    })
  ),
  events: Type.Optional(
    Type.Array(
      Type.Object({
        at: Time,
        signal: Type.String(),
        runId: Type.Optional(Type.String()),
        exitCode: Type.Optional(Type.Integer()),
        message: Type.Optional(Type.String()),
        progress: Type.Optional(Type.String()),
        durationMs: Type.Optional(Type.Integer())
      }),
      { description: 'Of the one monitor that was checked: its last 20 signals, the newest first.' }
    )
  )
})
export type HeartbeatDetail = Static<typeof HeartbeatDetail>

/** The figures of one signal, or of all monitors. */
export const HeartbeatMetrics = Type.Object({
  monitors: Type.Integer(),
  up: Type.Integer(),
  late: Type.Integer(),
  down: Type.Integer(),
  pings: Type.Integer(),
  missed: Type.Integer({ description: 'How often a grace ran out.' }),
  durationMs: Type.Optional(Type.Integer()),
  secondsUntilDue: Type.Optional(Type.Integer({ description: 'Below 0 when it is late.' }))
})
export type HeartbeatMetrics = Static<typeof HeartbeatMetrics>
