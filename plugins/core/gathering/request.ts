import { type Static, Type } from '@product-host/sdk'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Id = Type.String({ minLength: 1, maxLength: 64, description: 'What the source is called in the answer.' })

/** One thing to gather: an action by its name, an action with its input, or memories. */
export const SentSource = Type.Union([
  Type.String({ minLength: 3, maxLength: 200, description: 'product.action' }),
  Type.Object({
    id: Type.Optional(Id),
    product: Name,
    action: Name,
    input: Type.Optional(Type.Record(Type.String(), Type.Unknown()))
  }),
  Type.Object({
    id: Type.Optional(Id),
    memory: Type.Object({
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
      tags: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'With commas between them.' })),
      key: Type.Optional(Type.String({ minLength: 1, maxLength: 256 }))
    })
  })
])
export type SentSource = Static<typeof SentSource>

/** The input of gather. */
export const GatherInput = Type.Object({
  sources: Type.Optional(
    Type.Array(SentSource, {
      minItems: 1,
      maxItems: 10,
      description: 'What to gather; the briefing of every product when left out. Only what reads.'
    })
  ),
  query: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', description: 'Adds what the memory holds on it.' })
  ),
  timeoutMs: Type.Integer({ minimum: 500, maximum: 20_000, default: 8000, description: 'For all sources together.' }),
  perSourceMs: Type.Integer({ minimum: 200, maximum: 10_000, default: 3000, description: 'For each source.' }),
  minSuccess: Type.Integer({
    minimum: 0,
    maximum: 11,
    default: 1,
    description: 'Fewer sources that answer are a failure.'
  })
})
export type GatherInput = Static<typeof GatherInput>
