import type { Action, Effect } from '@product-host/sdk'
import type { Mounted, ServedAction } from './mounted.js'

/** All that is known of an action before its first call, so that no call works it out again. */
export interface Plan {
  readonly product: Mounted
  /** The action's name. */
  readonly name: string
  readonly action: Action
  readonly served: ServedAction
  /** How long a call may take, in milliseconds: the action's own deadline, within the operator's. */
  readonly deadlineMs: number
  /** The headers of every answer of it. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The headers that a deprecated action adds to every reply, as names and values in turn: `Deprecation` (RFC 9745), and
   * `Sunset` (RFC 8594) where its end is set.
   */
  readonly deprecation: readonly string[]
}

/** The plans of a product's actions, by name, internal actions included. */
export function plansOf(product: Mounted): ReadonlyMap<string, Plan> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Product-Contract': product.digest
  }
  return new Map(
    [...product.mounted.actions].map(([name, served]) => {
      const { action } = served
      const deadlineMs = deadlineOf(action, product)
      return [name, { product, name, action, served, deadlineMs, headers, deprecation: deprecationFields(action) }]
    })
  )
}

/** The deadline of an action that names none, in milliseconds. */
export const defaultTimeoutMs = 10_000

/** How long a call of an action may take here, in milliseconds. */
export function deadlineOf({ timeoutMs = defaultTimeoutMs }: Action, { entry }: Pick<Mounted, 'entry'>): number {
  return Math.min(timeoutMs, entry.limits.timeoutMs)
}

/** What an action does with a given input that was checked: the strongest that it declares, unless it says less for this one. */
export function effectOf(action: Action, input: Readonly<Record<string, unknown>>): Effect {
  return action.effectOf?.(input) ?? action.effect
}

function deprecationFields({ deprecated }: Action): readonly string[] {
  if (!deprecated) return []
  const { since, sunset } = deprecated
  const fields = ['Deprecation', `@${Math.floor(Date.parse(since) / 1000)}`]
  return sunset === undefined ? fields : [...fields, 'Sunset', new Date(sunset).toUTCString()]
}
