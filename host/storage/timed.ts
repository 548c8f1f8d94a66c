import type { Backend } from './backend.js'

/** Is told what each operation of a store took, and whether it failed. */
export type Observer = (operation: string, ms: number, isFailure: boolean) => void

/** The backend, its operations timed. */
export function timed(backend: Backend, observe: Observer): Backend {
  async function time<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    let isFailure = true
    try {
      const result = await work()
      isFailure = false
      return result
    } finally {
      observe(operation, performance.now() - startedAt, isFailure)
    }
  }
  return {
    get: key => time('get', () => backend.get(key)),
    set: (key, text, ttlMs) => time('set', () => backend.set(key, text, ttlMs)),
    delete: key => time('delete', () => backend.delete(key)),
    read: keys => time('read', () => backend.read(keys)),
    commit: (expected, writes) => time('commit', () => backend.commit(expected, writes)),
    list: (prefix, page) => time('list', () => backend.list(prefix, page)),
    walk: prefix => backend.walk(prefix),
    close: () => backend.close()
  }
}
