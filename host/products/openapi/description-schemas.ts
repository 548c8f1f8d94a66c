import { Type } from '@product-host/sdk'
import { hookBodies, hookSignatures } from '@product-host/sdk/runtime'
import { notWithheld } from '../../isolation/process/sandbox.js'
import { plain, slug } from './run-schemas.js'

/** How people recognise a product. */
const glyph = {
  icon: Type.String({
    description: 'The data of one SVG path in a box of 24 by 24, stroked with round ends and not filled.'
  }),
  accent: Type.Integer({ minimum: 0, maximum: 359, description: 'The hue of the icon, in degrees of OKLCH.' })
}

const Availability = Type.Object({ waitlist: Type.Boolean(), requires: Type.Array(Type.String()) })

/** One action in the description of a product. */
export const ActionDescription = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  effect: Type.Enum(['read', 'write', 'external']),
  annotations: Type.Object({
    readOnlyHint: Type.Boolean(),
    destructiveHint: Type.Boolean({ description: 'Whether it may delete or overwrite what cannot be restored.' }),
    idempotentHint: Type.Boolean(),
    openWorldHint: Type.Boolean()
  }),
  inputSchema: plain,
  outputSchema: plain,
  examples: Type.Array(Type.Object({ title: Type.String(), input: plain })),
  intents: Type.Object({ phrases: Type.Array(Type.String()), keywords: Type.Array(Type.String()) }),
  confirmationFields: Type.Optional(
    Type.Array(Type.String(), { description: 'The fields by which a caller says that a person agrees.' })
  ),
  confirmation: Type.Optional(
    Type.Object(
      { field: Type.Literal('confirmation'), description: Type.String() },
      { description: 'Set if the action can end with a plan to confirm.' }
    )
  ),
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

/** What `GET …/execute` answers. */
export const ProductDescription = Type.Object(
  {
    productId: slug,
    slug,
    title: Type.String(),
    description: Type.String(),
    ...glyph,
    version: Type.String(),
    contract: Type.Object({ version: Type.Integer(), digest: Type.String() }),
    status: Type.String(),
    availability: Availability,
    needs: Type.Array(Type.String()),
    neededProducts: Type.Optional(
      Type.Array(
        Type.Object({
          slug,
          actions: Type.Array(Type.String()),
          optional: Type.Boolean({ description: 'Whether the product is served without the other one as well.' }),
          served: Type.Boolean({ description: 'Whether the other one is served.' })
        }),
        { description: 'The products that it calls. Left out if there are none.' }
      )
    ),
    isolation: Type.Optional(
      Type.Object(
        {
          kind: Type.Literal('process'),
          sandbox: Type.Boolean(),
          notWithheld: Type.Array(Type.Enum([...notWithheld]), {
            description: 'What of the machine of the host the system does not withhold from the product.'
          })
        },
        { description: 'Set if the product runs in processes of its own.' }
      )
    ),
    auth: Type.Object({ scheme: Type.Literal('bearer'), header: Type.Literal('Authorization') }),
    actions: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/ActionDescription' })),
    config: Type.Object({
      supported: Type.Boolean(),
      settingsSchema: Type.Optional(plain),
      secrets: Type.Optional(Type.Array(Type.String())),
      moved: Type.Optional(
        Type.String({
          description: 'That settings would be sent to another address than before, and what an account does.'
        })
      )
    }),
    webhookEvents: Type.Array(Type.Object({ name: Type.String(), description: Type.String(), dataSchema: plain }), {
      description:
        'The events that the product sends by webhooks. Each description says when the event is sent, and `dataSchema` is the ' +
        'schema of the member `data` of its body.'
    }),
    home: Type.Optional(Type.Array(Type.String(), { description: 'Titles of what its page shows first.' })),
    hooks: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          title: Type.String(),
          description: Type.String(),
          action: Type.String(),
          bodies: Type.Array(Type.Enum([...hookBodies])),
          signatures: Type.Array(Type.Enum([...hookSignatures])),
          chosen: Type.Array(Type.String(), {
            description: 'The fields of the action that the account fills in when it makes the hook.'
          })
        }),
        { description: 'The actions that a URL may call. Left out if there are none.' }
      )
    ),
    links: Type.Record(Type.String(), Type.String())
  },
  { description: 'The full description of a product. Schemas in it are JSON Schema 2020-12.' }
)

/** What the list of products answers. */
export const Catalogue = Type.Object({
  products: Type.Array(
    Type.Object({
      productId: slug,
      slug,
      title: Type.String(),
      description: Type.String(),
      ...glyph,
      version: Type.String(),
      status: Type.String(),
      actions: Type.Array(Type.String()),
      actionTitles: Type.Record(Type.String(), Type.String(), {
        description: 'What people call the actions, by name.'
      }),
      config: Type.Boolean({ description: 'Whether it has something to configure.' }),
      links: Type.Record(Type.String(), Type.String())
    })
  )
})
