import type { Fault } from '../errors.js'
import type { Product } from '../product.js'
import type { Check } from './checks.js'
import { cleanInput, ignoredFields } from './input.js'

/**
 * Judges the calls that a product shows to others, its examples and its briefing: their inputs are taken, hold nothing that
 * would be ignored, and a briefing only reads. Throws, in sentences, when they are not so.
 */
export function judgeCalls(product: Product, checkOf: (action: string) => Check | undefined): void {
  const faults = [...callFaults(product, checkOf)]
  if (faults.length > 0) throw new Error(faults.join(' '))
}

function* callFaults(
  { actions, briefing }: Product,
  checkOf: (action: string) => Check | undefined
): Generator<string> {
  const calls = Object.entries(actions).flatMap(([name, { examples }]) =>
    examples.map((example: { title: string; input: object }) => ({ ...example, name }))
  )
  for (const { name, title, input } of calls) {
    const [fault] = judged(input, actions[name]?.input.properties ?? {}, quick(checkOf(name))).faults
    if (fault)
      yield `The example "${title}" of "${name}" is refused by its own schema: ${fault.pointer} ${fault.detail}.`
  }
  const action = briefing && actions[briefing.action]
  if (!action) return
  const check = checkOf(briefing.action)
  const { faults, filled } = judged(briefing.input, action.input.properties, action.effectOf ? check : quick(check))
  const [fault] = faults
  if (fault) yield `Its briefing is refused by the schema of "${briefing.action}": ${fault.pointer} ${fault.detail}.`
  else if (action.internal) yield `Its briefing names "${briefing.action}", which is not on the wire.`
  else if ((action.effectOf?.(filled) ?? action.effect) !== 'read')
    yield `Its briefing runs "${briefing.action}", which does more than read.`
}

/** A check that makes no code where the value certainly fits, and then fills in no defaults. */
function quick(check: Check | undefined): Check | undefined {
  return check && (value => (check.fits?.(value) ? [] : check(value)))
}

/** What is wrong with an input as it is sent, and what `run` would get. */
function judged(
  input: object,
  properties: object,
  check: Check | undefined
): { readonly faults: readonly Fault[]; readonly filled: Record<string, unknown> } {
  const filled: Record<string, unknown> = { ...structuredClone(input) }
  const stray = ignoredFields(filled, new Set(Object.keys(properties)))
  const faults = [
    ...cleanInput(filled).faults,
    ...stray.map(name => ({ pointer: `#/${name}`, detail: 'is not a known property', fix: 'Leave it out.' })),
    ...(check?.(filled) ?? [])
  ]
  return { faults, filled }
}
