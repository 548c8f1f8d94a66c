import { Type } from '@product-host/sdk'
import { FollowerBody, followedEnds, RunBody } from '../../runs/followers.js'
import { runStatuses } from '../../runs/run-records.js'
import { missedRules, overlapRules } from '../../runs/schedule-times.js'

/** The slug of a product. */
export const slug = Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' })
/** A time in ISO 8601. */
export const time = Type.String({ format: 'date-time' })
/** A number of things. */
export const count = Type.Integer({ minimum: 0 })
/** An object with any members. */
export const plain = Type.Record(Type.String(), Type.Unknown())

/** What is known of a call. */
export const known = {
  action: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
  host: Type.Optional(Type.String({ description: 'The name of the machine that ran it.' })),
  beganAt: Type.Optional(time),
  deadlineAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it had ended at the latest.' })),
  failure: Type.Optional(
    Type.String({ description: 'The code that it ended with, if that does not say what was done.' })
  ),
  settledAt: Type.Optional(time),
  note: Type.Optional(Type.String({ description: 'What was noted when the outcome was settled.' }))
}

const Outcome = Type.Object(
  {
    productId: slug,
    id: Type.String({ description: 'Names the request within its product.' }),
    status: Type.Enum(['running', 'answered', 'outcome_unknown', 'settled', 'not_done', 'cancelled']),
    run: Type.Optional(Type.String({ description: 'The id of the run that the Idempotency-Key names.' })),
    idempotencyKey: Type.Optional(Type.String({ description: 'In a list without an Idempotency-Key.' })),
    answer: Type.Optional(
      Type.Object({ status: Type.Integer(), body: plain }, { description: 'What the request was answered.' })
    ),
    ...known
  },
  { description: 'What became of a request with an Idempotency-Key.' }
)

const Run = Type.Object(
  {
    id: Type.String({ pattern: '^run_[0-9A-Z]{26}$' }),
    productId: slug,
    action: Type.String(),
    status: Type.Enum(runStatuses),
    createdAt: time,
    startedAt: Type.Optional(time),
    endedAt: Type.Optional(time),
    cancelRequestedAt: Type.Optional(time),
    requestId: Type.String({ description: 'Of the request that started it.' }),
    keyId: Type.String({ description: 'Of the key that started it.' }),
    replayOf: Type.Optional(Type.String({ description: 'The run of which it is a repetition.' })),
    schedule: Type.Optional(Type.String({ description: 'The schedule that started it.' })),
    hook: Type.Optional(Type.String({ description: 'The hook that started it.' })),
    follows: Type.Optional(Type.String({ description: 'The run after which it was started.' })),
    follower: Type.Optional(
      Type.Object(
        { on: Type.Enum(followedEnds), productId: slug, action: Type.String() },
        { description: 'What is run after it.' }
      )
    ),
    followedBy: Type.Optional(
      Type.String({ description: 'The run that its follower is, once it has ended as that asks for.' })
    ),
    attempts: Type.Integer({ minimum: 0, description: 'How often its action was begun.' }),
    progress: Type.Optional(
      Type.Object({ done: Type.Number(), total: Type.Optional(Type.Number()), message: Type.Optional(Type.String()) })
    ),
    result: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The answer of the action.' })),
    problem: Type.Optional(Type.Unsafe<object>({ $ref: '#/components/schemas/Problem' })),
    links: Type.Object({ self: Type.String(), cancel: Type.Optional(Type.String()) })
  },
  { description: 'A call that was accepted and runs later.' }
)

const follower = Type.Unsafe<object>({ $ref: '#/components/schemas/Follower' })

const Follower = Type.Object(
  { ...FollowerBody.properties, follower: Type.Optional(follower) },
  { description: 'What is run after a run, once; at most five in a row.' }
)

const NewRun = Type.Object(
  { ...RunBody.properties, follower: Type.Optional(follower) },
  { additionalProperties: false, description: 'A run that may name what is run after it.' }
)

const RunSelection = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
    product: Type.Optional(Type.String({ description: 'Its runs that have not ended.' })),
    action: Type.Optional(Type.String({ description: 'Of these, the runs of one action.' })),
    all: Type.Optional(Type.Literal(true, { description: 'All runs that have not ended.' }))
  },
  { additionalProperties: false, minProperties: 1, description: 'Either `ids`, or a `product`, or `all`.' }
)

const CancelledRuns = Type.Object({
  runs: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Run' }), {
    description: 'As they are now: those that ran end soon.'
  }),
  refused: Type.Array(
    Type.Object({
      pointer: Type.String({ description: 'Which of the ids, as a JSON Pointer.' }),
      code: Type.Enum(['not_found', 'insufficient_scope']),
      detail: Type.String()
    })
  ),
  more: Type.Boolean({
    description: 'Whether there are more runs that have not ended: at most 1,000 are cancelled by one request.'
  })
})

const timing = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What people call it.' }),
  cron: Type.String({
    maxLength: 100,
    description: 'Minute, hour, day of the month, month and day of the week, such as `0 8 * * 1-5`.'
  }),
  timezone: Type.String({ maxLength: 64, default: 'UTC', description: 'In whose time, such as `Europe/Berlin`.' })
}

const rules = {
  enabled: Type.Boolean({ default: true }),
  overlap: Type.Enum(overlapRules, {
    default: 'skip',
    description:
      'What happens at a time at which the run before has not ended: no run, one that begins after it, or one beside it.'
  }),
  missed: Type.Enum(missedRules, {
    default: 'once',
    description:
      'What happens to times that passed while nothing could start: no run, one for all of them, or one for each of the last 100.'
  })
}

const scheduleMembers = Type.Object({ ...timing, product: slug, action: Type.String(), input: plain, ...rules })
const closed = { additionalProperties: false }

const Schedule = Type.Object({
  id: Type.String({ pattern: '^schedule_[0-9A-Z]{26}$' }),
  ...timing,
  productId: slug,
  action: Type.String(),
  ...rules,
  createdAt: time,
  updatedAt: time,
  keyId: Type.String({ description: 'Of the key that decided on it.' }),
  next: Type.Array(time, { description: 'The next five times.' }),
  paused: Type.Optional(
    Type.Object(
      {
        code: Type.String(),
        detail: Type.String(),
        since: time,
        resumes: Type.Boolean({ description: 'Whether it goes on by itself when the cause is gone.' })
      },
      { description: 'Why it starts nothing.' }
    )
  ),
  lastRun: Type.Optional(Type.String()),
  input: Type.Optional(plain),
  links: Type.Object({ self: Type.String(), firings: Type.String(), lastRun: Type.Optional(Type.String()) })
})

const Firings = Type.Object({
  firings: Type.Array(
    Type.Object({
      dueAt: time,
      at: time,
      run: Type.Optional(Type.String()),
      skipped: Type.Optional(Type.String({ description: '`overlap`, `missed` or the code of a refusal.' })),
      times: Type.Optional(Type.Integer({ description: 'How many missed times in a row.' })),
      links: Type.Optional(Type.Object({ run: Type.String() }))
    })
  ),
  next: Type.Union([Type.String(), Type.Null()], { description: 'Where the next page starts; null on the last one.' })
})

const OutcomeFinding = Type.Object(
  {
    product: slug,
    outcome: Type.Enum(['done', 'not_done'], {
      description: 'A request that was done never runs again; one that was not runs when it is sent again.'
    }),
    note: Type.Optional(Type.String({ maxLength: 1_000, description: 'How that was found out.' })),
    id: Type.Optional(Type.String({ description: 'In place of the Idempotency-Key: the `id` of a listed outcome.' }))
  },
  { additionalProperties: false }
)

/** The schemas of runs, and of the outcomes of calls with an Idempotency-Key, by their names. */
export const runSchemas: Readonly<Record<string, object>> = {
  Outcome,
  Outcomes: Type.Object({ outcomes: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Outcome' })) }),
  OutcomeFinding,
  Run,
  Runs: Type.Object({
    runs: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Run' })),
    next: Type.Union([Type.String(), Type.Null()], { description: 'Where the next page starts; null on the last one.' })
  }),
  RunSelection,
  CancelledRuns,
  Schedule,
  Schedules: Type.Object({
    schedules: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Schedule' }))
  }),
  Follower,
  NewRun,
  NewSchedule: { ...scheduleMembers, ...closed, required: ['name', 'cron', 'product', 'action'] },
  ScheduleChange: { ...Type.Partial(scheduleMembers, closed) },
  Firings
}
