import { Type } from '@product-host/sdk'

const slug = Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' })
const day = Type.String({ format: 'date' })
const time = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })
const plain = Type.Record(Type.String(), Type.Unknown())

const Fault = Type.Object(
  {
    pointer: Type.String({ description: 'Where in what was sent: a JSON Pointer such as `#/email`.' }),
    code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    detail: Type.String({ description: 'What is wrong; never what was sent.' }),
    fix: Type.String({ description: 'What to send instead.' })
  },
  { description: 'One fault of a request.' }
)

const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String({ description: 'One sentence that holds for every problem with this code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong this time, for a person.' }),
    instance: Type.String({ format: 'uri' }),
    ok: Type.Literal(false),
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'Never changes its meaning.' }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
    errors: Type.Optional(Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Fault' }), { maxItems: 20 })),
    checks: Type.Optional(
      Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Check' }), {
        description: 'Every check of access with its outcome.'
      })
    ),
    links: Type.Optional(Type.Record(Type.String(), Type.String()))
  },
  { description: 'A refusal (RFC 9457).' }
)

const Availability = Type.Object({ waitlist: Type.Boolean(), requires: Type.Array(Type.String()) })

const ActionDescription = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  effect: Type.Enum(['read', 'write', 'external']),
  annotations: Type.Object({
    readOnlyHint: Type.Boolean(),
    idempotentHint: Type.Boolean(),
    openWorldHint: Type.Boolean()
  }),
  inputSchema: plain,
  outputSchema: plain,
  examples: Type.Array(Type.Object({ title: Type.String(), input: plain })),
  asks: Type.Object({ sentences: Type.Array(Type.String()), cues: Type.Array(Type.String()) }),
  limits: Type.Object({ timeoutMs: Type.Integer({ minimum: 1 }) }),
  errors: Type.Array(Type.Object({ code: Type.String(), description: Type.String() })),
  deprecated: Type.Optional(
    Type.Object({
      since: Type.String(),
      sunset: Type.Optional(Type.String()),
      instead: Type.Optional(Type.String())
    })
  )
})

const ProductDescription = Type.Object(
  {
    productId: slug,
    slug,
    title: Type.String(),
    description: Type.String(),
    version: Type.String(),
    contract: Type.Object({ version: Type.Integer(), digest: Type.String() }),
    status: Type.String(),
    availability: Availability,
    needs: Type.Array(Type.String()),
    auth: Type.Object({ scheme: Type.Literal('bearer'), header: Type.Literal('Authorization') }),
    actions: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/ActionDescription' })),
    config: Type.Object({
      supported: Type.Boolean(),
      settingsSchema: Type.Optional(plain),
      secrets: Type.Optional(Type.Array(Type.String()))
    }),
    links: Type.Record(Type.String(), Type.String())
  },
  { description: 'A product in full. Schemas in it are JSON Schema 2020-12.' }
)

const Catalogue = Type.Object({
  products: Type.Array(
    Type.Object({
      productId: slug,
      slug,
      title: Type.String(),
      description: Type.String(),
      version: Type.String(),
      status: Type.String(),
      actions: Type.Array(Type.String()),
      config: Type.Boolean({ description: 'Whether it has something to configure.' }),
      links: Type.Record(Type.String(), Type.String())
    })
  )
})

const Revisions = Type.Object({
  productId: slug,
  revisions: Type.Array(
    Type.Object({
      revision: count,
      at: time,
      keyId: Type.String(),
      enabled: Type.Boolean(),
      changed: Type.Array(Type.String(), { description: 'Names of settings; never a value.' })
    })
  )
})

const figures = {
  calls: count,
  errors: count,
  replays: count,
  refusals: Type.Record(Type.String(), count, { description: 'Refused calls by their status.' }),
  latencyMs: Type.Union([Type.Object({ p50: Type.Number(), p95: Type.Number(), p99: Type.Number() }), Type.Null()])
}

const Usage = Type.Object({
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
  )
})

const Check = Type.Object(
  {
    check: Type.String({ description: 'What decides, such as `plan` or `payment_card`.' }),
    source: Type.String({ description: 'Where that is laid down, such as `key`, `billing` or `deployment`.' }),
    outcome: Type.Enum(['passed', 'refused', 'not_required']),
    code: Type.Optional(Type.String({ description: 'The code of the refusal.' })),
    detail: Type.String()
  },
  { description: 'One thing that decides whether an account may run a product.' }
)

const Access = Type.Object({
  productId: slug,
  allowed: Type.Boolean(),
  checks: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Check' })),
  links: Type.Record(Type.String(), Type.String())
})

const RevokedKey = Type.Object({ id: Type.String(), revoked: Type.Literal(true) })
const Liveness = Type.Object({ status: Type.Literal('alive') })
const Readiness = Type.Object({
  status: Type.Literal('ready'),
  products: Type.Array(Type.Object({ plugin: Type.String(), state: Type.String() }))
})

/** The schemas that no product declares, by their names. */
export const sharedSchemas: Readonly<Record<string, object>> = {
  Problem,
  Fault,
  ProductDescription,
  ActionDescription,
  Catalogue,
  Revisions,
  Usage,
  Access,
  Check,
  RevokedKey,
  Liveness,
  Readiness
}
