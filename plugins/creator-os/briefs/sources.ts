import { type Products, Type } from '@product-host/sdk'
import { graphemes } from '../text/segments.js'

/** Something that the account remembers and that a text may draw on. */
export const Source = Type.Object({ key: Type.String(), value: Type.String() })

/** What the account's memories hold about a topic. */
export interface Found {
  readonly sources: readonly { readonly key: string; readonly value: string }[]
  /** Why there are none, where that was no fault of the memories. */
  readonly warning?: string
}

/** Most memories that a brief takes up, and most of each in graphemes. */
const most = { memories: 3, length: 300 }

/** Searches the account's memories for a topic, where this deployment serves a product that has them. */
export async function relatedMemories(products: Products, query: string, signal: AbortSignal): Promise<Found> {
  const core = products.describe().find(({ slug }) => slug === 'core')
  if (!core?.actions.some(({ name }) => name === 'recall')) return { sources: [] }
  const { ok, detail } = await products.execute('core', 'recall', { query, limit: most.memories }, { signal })
  if (!ok) return { sources: [], warning: `The memories could not be searched (${codeOf(detail.error)}).` }
  const items = Array.isArray(detail.items) ? detail.items : []
  const sources = items.filter(isMemory).map(({ key, value }) => ({ key, value: shortened(value) }))
  return { sources: sources.slice(0, most.memories) }
}

function isMemory(item: unknown): item is { key: string; value: string } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'key' in item &&
    'value' in item &&
    typeof item.key === 'string' &&
    typeof item.value === 'string'
  )
}

function shortened(value: string): string {
  const parts = graphemes(value)
  return parts.length > most.length ? `${parts.slice(0, most.length - 1).join('')}…` : value
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}
