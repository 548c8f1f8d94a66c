import type { Storage } from '@product-host/sdk'

/** Counts how often a storage is asked for a list from now on. */
export function countLists(storage: Storage): () => number {
  let lists = 0
  beforeList(storage, async () => void lists++)
  return () => lists
}

/** Does something each time that a storage has read a list, before it hands the list over. */
export function beforeList(storage: Storage, happen: () => Promise<void>): void {
  const list = storage.list.bind(storage)
  Object.assign(storage, {
    list: async (...parameters: Parameters<Storage['list']>) => {
      const entries = await list(...parameters)
      await happen()
      return entries
    }
  })
}

/** Does something once, before a storage reads a record whose key begins so. */
export function beforeGet(storage: Storage, prefix: string, happen: () => Promise<unknown>): void {
  const get = storage.get.bind(storage)
  Object.assign(storage, {
    get: async (key: string) => {
      if (!key.startsWith(prefix)) return get(key)
      Object.assign(storage, { get })
      await happen()
      return get(key)
    }
  })
}
