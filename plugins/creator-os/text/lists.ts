import { Type } from '@product-host/sdk'
import type { Faults } from './faults.js'
import { isBlank, oneLine } from './tidy.js'

/** What a list may hold, and what stands between its items where it comes as one text. */
export interface ListForm {
  readonly maxItems: number
  readonly maxLength: number
  readonly separator: RegExp
}

/** A list as callers send it: an array of texts, or one text in which the separator stands between them. */
export function textList({ maxItems, maxLength }: ListForm, description: string) {
  return Type.Union(
    [Type.Array(Type.String({ maxLength }), { maxItems }), Type.String({ maxLength: maxItems * (maxLength + 2) })],
    { description }
  )
}

/** The items of a list, each on one line, blanks and doubles dropped. What the schema cannot say of one text is added to the faults. */
export function itemsOf(
  value: string | readonly string[] | undefined,
  { maxItems, maxLength, separator }: ListForm,
  pointer: string,
  faults: Faults
): readonly string[] {
  const parts = typeof value === 'string' ? value.split(separator) : (value ?? [])
  const items = [...new Set(parts.map(oneLine).filter(part => !isBlank(part)))]
  if (items.length > maxItems)
    faults.add(pointer, 'max_items', `holds more than ${maxItems} items`, `Send ${maxItems} items at most.`)
  if (items.some(item => Array.from(item).length > maxLength))
    faults.add(pointer, 'max_length', `holds an item of more than ${maxLength} characters`, 'Shorten that item.')
  return items
}

/** A text on one line; a fault when there is nothing to read in it. */
export function readable(value: string, pointer: string, faults: Faults): string {
  if (isBlank(value)) faults.add(pointer, 'blank', 'has nothing to read in it', 'Send letters or digits.')
  return oneLine(value)
}
