import { Type } from '@product-host/sdk'
import { hookSignatures } from '@product-host/sdk/runtime'
import { plain, slug, time } from './run-schemas.js'

const closed = { additionalProperties: false }

const signatures = Type.Enum([...hookSignatures])

const members = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What people call it.' }),
  input: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The fields of the action that the product leaves to the account: `chosen` in its description.'
    })
  ),
  signature: Type.Optional(
    Type.Union(
      [
        Type.Object(
          {
            kind: signatures,
            secret: Type.Optional(Type.String({ maxLength: 512, description: 'It is never shown.' }))
          },
          closed
        ),
        Type.Null()
      ],
      { description: 'How the sender signs its calls; null for not at all.' }
    )
  ),
  redirect: Type.Optional(
    Type.Union([Type.String({ format: 'uri', maxLength: 2_000 }), Type.Null()], {
      description: 'The https URL that a browser is sent to after it has sent a form; null for a page of the host.'
    })
  ),
  enabled: Type.Optional(Type.Boolean({ default: true }))
}

const Hook = Type.Object({
  id: Type.String({ pattern: '^hook_[0-9A-Z]{26}$' }),
  name: Type.String(),
  productId: slug,
  hook: Type.String({ description: 'Its name in the description of the product.' }),
  enabled: Type.Boolean(),
  signature: signatures,
  action: Type.Union([Type.String(), Type.Null()], {
    description: 'What it calls; null if the product has no such hook any more.'
  }),
  redirect: Type.Optional(Type.String()),
  input: Type.Optional(plain),
  createdAt: time,
  updatedAt: time,
  keyId: Type.String({ description: 'Of the key that decided on it.' }),
  tokens: Type.Array(
    Type.Object({
      lastFour: Type.String(),
      endsAt: Type.Optional(time)
    }),
    { description: 'Those that are good, by their last characters, the newest first.' }
  ),
  paused: Type.Optional(
    Type.Object(
      {
        code: Type.String(),
        detail: Type.String(),
        resumes: Type.Boolean({ description: 'Whether it goes on by itself when the cause is gone.' })
      },
      { description: 'Why it takes no calls, although it is enabled.' }
    )
  ),
  url: Type.Optional(
    Type.String({ description: 'Whoever has it calls the action. It is in the answer that makes it alone.' })
  ),
  links: Type.Object({ self: Type.String() })
})

/** The schemas of hooks, by their names. */
export const hookSchemas: Readonly<Record<string, object>> = {
  Hook,
  Hooks: Type.Object({ hooks: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Hook' })) }),
  NewHook: Type.Object({ product: slug, hook: Type.String(), ...members }, closed),
  HookChange: Type.Partial(Type.Object(members), closed),
  HookRotation: Type.Object(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          default: 0,
          description: 'How long the former URL is good.'
        })
      )
    },
    closed
  ),
  HookChallenge: Type.Object({ challenge: Type.String() }),
  AcceptedHookCall: Type.Object({ id: Type.String({ description: 'The run of the call.' }) })
}
