import { type ListedRecord, MemoryRecords } from '@product-host/sdk/runtime'
import { type Backend, scan } from './backend.js'

/** A backend in memory, for tests and the benchmark. `now` is the time in milliseconds by which records expire. */
export function memoryBackend(now: () => number): Backend {
  const records = new MemoryRecords(now)
  return Object.assign(records, {
    system: 'memory' as const,
    scan: (prefix: string) => scan(records, prefix),
    put: async (listed: readonly ListedRecord[]) => {
      for (const { key, text, expiresAt } of listed)
        await records.set(key, text, expiresAt === undefined ? undefined : expiresAt - now())
    },
    close: async () => undefined
  })
}
