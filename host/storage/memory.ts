import { MemoryRecords } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { walk } from './walk.js'

/** A backend in memory, for tests and the benchmark. `now` is the time in milliseconds that expiry is judged by. */
export function memoryBackend(now: () => number): Backend {
  const records = new MemoryRecords(now)
  return Object.assign(records, {
    walk: (prefix: string) => walk(records, prefix),
    close: async () => undefined
  })
}
