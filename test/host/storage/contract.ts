import '../../fixtures/teardown-order.js'
import { type Records, ScopedRecords } from '@product-host/sdk/runtime'
import type { Test } from 'tap'
import type { Backend } from '../../../host/dist/storage/backend.js'
import { Store } from '../../../host/dist/storage/store.js'
import { keyvContract } from './contract-keyv.js'
import { namespaceContract } from './contract-namespace.js'
import { recordsContract } from './contract-records.js'

/** Opens an empty backend that judges expiry by `now`. */
export type OpenBackend = (t: Test, now: () => number) => Promise<Backend>

/** A clock that only the test moves. */
export interface SetClock {
  now(): number
  advance(ms: number): void
}

/** A fresh backend, a store over it, and the clock of both. Both are closed at the end of the test. */
export interface Fresh {
  readonly backend: Backend
  readonly store: Store
  /** The backend's records in one namespace. */
  readonly records: Records
  readonly clock: SetClock
}

/** Opens what one test works on. */
export type OpenFresh = (t: Test) => Promise<Fresh>

/** What every backend must do, as tests of the given name. */
export function storageContract(t: Test, name: string, open: OpenBackend): void {
  const fresh: OpenFresh = async t => {
    const clock = setClock(Date.parse('2026-01-01T12:00:00Z'))
    const backend = await open(t, () => clock.now())
    const store = await Store.open(backend)
    t.teardown(() => store.close())
    return { backend, store, records: namespaceOf(backend), clock }
  }
  t.test(`${name}: records`, async t => recordsContract(t, fresh))
  t.test(`${name}: Keyv`, async t => keyvContract(t, fresh))
  t.test(`${name}: a product's namespace`, async t => namespaceContract(t, fresh))
}

/** A clock that starts at a time in milliseconds. */
export function setClock(time: number): SetClock {
  return {
    now: () => time,
    advance(ms) {
      time += ms
    }
  }
}

function namespaceOf(backend: Backend): Records {
  const records = new ScopedRecords(backend, 'data:{account/slug}:', async () => ({ expected: [], writes: [] }))
  return {
    get: key => records.get(key),
    set: (key, text, ttlMs) => records.set(key, text, ttlMs),
    delete: key => records.delete(key),
    read: keys => records.read(keys),
    list: (prefix, page) => records.list(prefix, page),
    commit: (expected, writes) => records.commit(expected, writes, [])
  }
}
