import type { RecordKind } from '@product-host/sdk'
import { valueAt } from './answer.js'
import { nameInWords, textOf } from './words.js'

/** What people know a record by, exactly as they wrote it: actions of the product take it back as it is. `rest` is its key after the start of the kind. */
export function headingOf(value: unknown, kind: RecordKind | undefined, rest: string): string {
  const found = kind?.heading === undefined ? undefined : valueAt(kind.heading, value)
  const named = typeof found === 'string' ? found : textOf(found)
  return named || (kind && isGenerated(rest) ? kind.title : rest) || kind?.title || nameInWords(rest)
}

/** When a record was last changed, as ISO 8601; undefined if its kind does not say where that stands. */
export function changedAt(value: unknown, kind: RecordKind | undefined): string | undefined {
  const stored = kind?.time === undefined ? undefined : valueAt(kind.time, value)
  const time = typeof stored === 'string' || typeof stored === 'number' ? new Date(stored) : undefined
  return time && Number.isFinite(time.getTime()) ? time.toISOString() : undefined
}

/** Whether a value is an identifier or a checksum that a program made: many characters without a space. */
export function isGenerated(value: unknown): boolean {
  return typeof value === 'string' && /^(?=.*\d)[\w:-]{24,}$/.test(value)
}
