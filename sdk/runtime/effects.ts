import type { Action, Effect } from '../action.js'
import type { Check } from './compile-schema.js'

/** What an action does with one input. */
export interface Effects {
  readonly effect: Effect
  /**
   * Whether a second run does no harm: it only reads, or leaves what one run leaves. Of an action that reaches other machines, that is
   * its author's promise.
   */
  readonly isSafeToRepeat: boolean
}

/** What an action does with an input that was checked; without an input, the most that it may do. */
export function effectsOf(action: Action, input?: Readonly<Record<string, unknown>>): Effects {
  const effect = (input && action.effectOf?.(input)) ?? action.effect
  const isIdempotent = action.idempotentOf
    ? input !== undefined && action.idempotentOf(input)
    : action.idempotent === true
  return { effect, isSafeToRepeat: effect === 'read' || isIdempotent }
}

/** The input of a call as its action would get it, or undefined if the action refuses it. What was sent stays as it is. */
export function soundInput(
  check: Check,
  sent: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> | undefined {
  const filled = structuredClone(sent)
  return check(filled).length === 0 ? filled : undefined
}
