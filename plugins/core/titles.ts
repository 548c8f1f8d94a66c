import type { ProductDescription } from '@product-host/sdk'
import { fieldsOf } from './reading/fields.js'

/** What people call an action and its product. */
export interface ActionTitles {
  readonly title: string
  readonly productTitle: string
}

/** The titles of an action; undefined where it is not served. */
export function titlesOf(
  served: readonly ProductDescription[],
  product: string,
  action: string
): ActionTitles | undefined {
  const description = served.find(({ slug }) => slug === product)
  const title = description?.actions.find(({ name }) => name === action)?.title
  return description && title !== undefined ? { title, productTitle: description.title } : undefined
}

/** An action as a sentence names it: `"Recall" of Core`. */
export function called({ title, productTitle }: ActionTitles): string {
  return `"${title}" of ${productTitle}`
}

/** An action as a sentence names it, by its name where it is not served. */
export function calledIn(served: readonly ProductDescription[], product: string, action: string): string {
  const titles = titlesOf(served, product, action)
  return titles ? called(titles) : `${product}.${action}`
}

/** What forms call fields of an action: their titles, or their names where they have none. */
export function fieldTitles(inputSchema: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const fields = fieldsOf(inputSchema)
  return names.map(name => fields.find(field => field.name === name)?.title || name).join(', ')
}

/** What an effect is in words. */
export const effectsInWords = { read: 'only reads', write: 'writes', external: 'calls other services' } as const
