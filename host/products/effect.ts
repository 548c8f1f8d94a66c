import type { Action, Effect } from '@product-host/sdk'

/** What an action does with a given input that was checked: the strongest that it declares, unless it says less for this one. */
export function effectOf(action: Action, input: Readonly<Record<string, unknown>>): Effect {
  return action.effectOf?.(input) ?? action.effect
}
