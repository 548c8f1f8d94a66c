import { insideSentence } from '../text/tidy.js'
import type { Subject } from '../topic/subject.js'

/** Values by placeholder; those that are unknown are left out. */
export interface Values extends Readonly<Record<string, string>> {
  readonly noun: string
}

const numerals = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** What the placeholders of the phrase banks stand for. `this` stands for a topic whose wording gives no noun. */
export function valuesFor(
  subject: Subject,
  audience: string | undefined,
  items?: { count: number; units: string }
): Values {
  const { first, second } = subject.sides ?? { first: 'one option', second: 'the other' }
  return {
    noun: subject.noun ?? 'this',
    heading: subject.heading,
    first,
    second,
    ...(audience !== undefined && { audience: insideSentence(audience) }),
    ...(items && items.count > 1 && { count: numerals[items.count] ?? String(items.count), units: items.units })
  }
}
