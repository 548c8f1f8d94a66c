import { type Static, Type } from '@product-host/sdk'
import { bars } from './weights.js'

/** The input of route. */
export const RouteInput = Type.Object({
  intent: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '\\S',
      description: 'What is wanted, in plain words; all actions are listed when left out.'
    })
  ),
  top: Type.Integer({ minimum: 1, maximum: 10, default: 3, description: 'How many candidates to show.' }),
  execute: Type.Boolean({ default: false, description: 'Runs the action that was chosen.' }),
  input: Type.Record(Type.String(), Type.Unknown(), {
    default: {},
    description: 'Fields for the action; they go before those read out of the intent.'
  }),
  threshold: Type.Number({
    minimum: 0,
    maximum: 1,
    default: bars.threshold,
    description: 'The score from which on an action fits.'
  }),
  only: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 200 }),
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })
      ],
      {
        description: 'Product slugs or product.action to choose from; text with commas or a list.'
      }
    )
  ),
  confirm: Type.Boolean({ default: false, description: 'Allows to run what leaves the machine.' })
})
export type RouteInput = Static<typeof RouteInput>

/** Names as a caller sends them, in a list or in one text with commas. */
export function readNames(sent: string | readonly string[] | undefined): readonly string[] | undefined {
  if (sent === undefined) return undefined
  const names = typeof sent === 'string' ? sent.split(',') : sent
  return names.map(name => name.trim()).filter(name => name !== '')
}
