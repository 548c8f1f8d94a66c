import type { Migration } from '../migration.js'
import type { Product } from '../product.js'

/** How the text of a record begins whose version is not 1, or that would look like one. */
const opening = '{"@record":'

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

  /** The text of a record in today's version. */
  encode(json: string): string {
    return recordText(this.version, json)
  }

  /** A record's value as today's version has it. Throws when the record is newer, or when no step begins at its version. */
  decode(key: string, text: string): unknown {
    const { '@record': version, value } = versioned(text)
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

/** Records of a product that never changed their form. */
export const firstForm = new RecordForm({})

/** A record's value as it was written, in whatever version. */
export function recordValue(text: string): unknown {
  return versioned(text).value
}

/** The text of a record of a given version. */
export function recordText(version: number, json: string): string {
  return version === 1 && !json.startsWith(opening) ? json : `${opening}${version},"value":${json}}`
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

function versioned(text: string): Versioned {
  const parsed = JSON.parse(text)
  return text.startsWith(opening) ? parsed : { '@record': 1, value: parsed }
}
