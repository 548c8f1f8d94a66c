import type { Migration } from '../migration.js'
import type { Product } from '../product.js'

/** The member by which a stored record is known whose version is not 1, or that would look like one. */
const mark = '@record'

/** A stored record with its version. */
interface Versioned {
  readonly '@record': number
  readonly value: unknown
}

/** How a product's records are told from older ones: each carries its version, and what carries none is of version 1. */
export class RecordForm {
  /** The version that records are written in. */
  readonly version: number
  readonly #steps: readonly Migration[]

  constructor({ migrate = [] }: Pick<Product, 'migrate'>) {
    this.#steps = stepsOf(migrate)
    this.version = this.#steps.at(-1)?.to ?? 1
  }

  /** A value as it is stored; what JSON cannot hold is left to be refused. */
  encode(value: unknown): unknown {
    return ['undefined', 'function', 'symbol'].includes(typeof value) ? value : storedRecord(this.version, value)
  }

  /** What is stored, as today's version has it. Throws when the record is newer, or when no step begins at its version. */
  decode(key: string, stored: unknown): unknown {
    const { '@record': version, value } = isVersioned(stored) ? stored : { '@record': 1, value: stored }
    if (version > this.version)
      throw new Error(`The record "${key}" is of version ${version}, and this product knows version ${this.version}.`)
    let [reached, changed] = [version, value]
    while (reached < this.version) {
      const step = this.#steps.find(({ from }) => from === reached)
      if (!step) throw new Error(`The record "${key}" is of version ${version}, and no migration starts there.`)
      changed = step.change(changed, key)
      reached = step.to
    }
    return changed
  }
}

/** A value as a given version stores it. */
export function storedRecord(version: number, value: unknown): unknown {
  return version === 1 && !isVersioned(value) ? value : { [mark]: version, value }
}

/** A stored record's value, in whatever version it was written. */
export function recordValue(stored: unknown): unknown {
  return isVersioned(stored) ? stored.value : stored
}

/** What is wrong with the migrations that a product declares; a sentence each. */
export function* migrationFaults({ migrate = [] }: Pick<Product, 'migrate'>): Generator<string> {
  const steps = stepsOf(migrate)
  for (const { from, to, change } of steps) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to <= from)
      yield `Its migration from ${String(from)} to ${String(to)} does not lead from a version, 1 or later, to a later one.`
    if (typeof change !== 'function') yield `Its migration from ${String(from)} has no change function.`
  }
  for (const [index, { to }] of steps.slice(0, -1).entries())
    if (steps[index + 1]?.from !== to) yield `Its migrations do not go on from version ${String(to)}.`
}

function stepsOf(migrate: Migration | readonly Migration[]): readonly Migration[] {
  return [migrate].flat().sort((left, right) => left.from - right.from)
}

function isVersioned(value: unknown): value is Versioned {
  return typeof value === 'object' && value !== null && mark in value && typeof value[mark] === 'number'
}
