import { type Static, Type } from '@product-host/sdk'
import { bounds } from '../bounds.js'

const Condition = Type.String({ minLength: 1, maxLength: 200 })

/** What is asked of one address. */
export const ProbeInput = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'An http or https address without credentials.' }),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The target; host and path of the address when left out.'
    })
  ),
  method: Type.Union([Type.Literal('GET'), Type.Literal('HEAD')], { default: 'GET' }),
  expectStatus: Type.Union([Type.Integer(), Type.String({ maxLength: 100 })], {
    default: '200-399',
    description: 'The statuses that are well, such as `200-299,301`.'
  }),
  contains: Type.Optional(Condition),
  notContains: Type.Optional(Condition),
  matches: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A regular expression of RE2: no look-around.' })
  ),
  expectJson: Type.Optional(
    Type.Object({
      path: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Such as `status`, `data.items[0].id` or `/data/items/0/id`.'
      }),
      equals: Type.Unknown()
    })
  ),
  timeoutMs: Type.Optional(Type.Integer({ ...bounds.timeoutMs, description: 'For each attempt.' })),
  retries: Type.Optional(Type.Integer(bounds.retries)),
  retryDelayMs: Type.Integer({ minimum: 0, maximum: 5_000, default: 500 }),
  maxRedirects: Type.Integer({ minimum: 0, maximum: 5, default: 3 }),
  degradedMs: Type.Optional(Type.Integer(bounds.degradedMs)),
  certWarnDays: Type.Optional(Type.Integer(bounds.certWarnDays)),
  everySeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: bounds.everySeconds.maximum,
      description: 'Goes on probing in this rhythm, from 60 s on; 0 ends it. Left out, a rhythm goes on as it was.'
    })
  )
})
export type ProbeInput = Static<typeof ProbeInput>
