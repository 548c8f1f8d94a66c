import { type Fault, InvalidInput } from '@product-host/sdk'

/** Parts of an input that could all be read. */
export type Sound<Parts> = { readonly [Name in keyof Parts]: Exclude<Parts[Name], Fault> }

/** Throws `InvalidInput` with every fault among the parts of an input, each of which is what was read or a fault. */
export function assertSound<Parts extends object>(parts: Parts): asserts parts is Parts & Sound<Parts> {
  refuse(Object.values(parts).filter(isFault))
}

/** Throws `InvalidInput` with the faults, if there are any. */
export function refuse(faults: readonly Fault[]): void {
  const [first, ...others] = faults
  if (first) throw new InvalidInput([first, ...others])
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'pointer' in value && 'fix' in value
}
