import type { Storage } from '@product-host/sdk'
import type { Pace } from '../work/slices.js'
import { memoriesPrefix } from './key.js'
import type { Memory } from './memory.js'
import type { Usage } from './usage.js'

/** Bytes that a page of a walk should come to: parsing it takes a fraction of a slice. */
const pageBytes = 128 * 1024
const mostEntries = 500

/** All of an account's memories, in the order of their keys, at a pace that lets others go on. */
export async function* walk(storage: Storage, usage: Usage, pace: Pace): AsyncGenerator<Memory> {
  const limit = pageSize(usage)
  let after: string | undefined
  do {
    const page = await storage.list<Memory>(memoriesPrefix, { limit, ...(after !== undefined && { after }) })
    after = page.length === limit ? page.at(-1)?.key : undefined
    for (const { value } of page) {
      if (pace.isOver) await pace.rest()
      yield value
    }
  } while (after !== undefined)
}

function pageSize({ keys, bytes }: Usage): number {
  const average = Math.max(1, bytes) / Math.max(1, keys)
  return Math.min(mostEntries, Math.max(1, Math.floor(pageBytes / average)))
}
