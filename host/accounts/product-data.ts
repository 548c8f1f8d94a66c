import { CLOCK, type Clock, inject, injectable, type RecordKind } from '@product-host/sdk'
import { Problem } from '../base/problems.js'
import { configSubject, configsSubject } from '../config/configs.js'
import { JobErasure } from '../jobs/job-store.js'
import type { JobOwner } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'
import { secondErasureMs } from './erasure.js'

/** How often everything is deleted again because calls of the product still write. */
const mostRounds = 20

/** How much accounts have stored with a product. */
export interface StoredAmount {
  readonly accounts: number
  readonly records: number
  /** Saved settings. */
  readonly configs: number
}

/** The kinds of records of a product by what their keys start with. */
export type RecordKinds = Readonly<Record<string, RecordKind>>

/** Deletes what a product stores for an account: one record, or everything. */
@injectable()
export class ProductData {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly jobs: JobErasure
  ) {}

  /**
   * Deletes one record, if its kind says that nothing else of the product depends on it. Resolves to whether it was there;
   * throws a 409 `Problem` for records of all other kinds.
   */
  async deleteRecord({ account, slug }: JobOwner, key: string, kinds: RecordKinds): Promise<boolean> {
    if (kindOf(key, kinds)?.deletion !== 'alone')
      throw new Problem(
        'record_in_use',
        'Other records of the product depend on this one. Delete it by an action of the product, or delete all data of the product.'
      )
    return this.store.namespaceRecords(account, slug).delete(key)
  }

  /**
   * Deletes all records and jobs. A call that runs meanwhile may write again, from what it finds when a part is gone: so everything
   * is deleted until nothing is left at one moment, and what is written later starts from nothing. A call that began before that
   * moment schedules no job after it.
   */
  async erase(owner: JobOwner): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      await this.store.eraseNamespace(owner.account, owner.slug)
      await this.jobs.eraseProduct(owner)
      await this.jobs.refuseEarlier(owner, this.clock.now(), secondErasureMs)
      if (await this.#isEmpty(owner)) return
    }
    throw new Problem('overloaded', 'Calls of the product write faster than its records are deleted. Stop them first.')
  }

  /** How much all accounts have stored with a product. */
  async amountOf(slug: string): Promise<StoredAmount> {
    const { recorded, configured } = await this.#holders(slug)
    const records = [...recorded.values()].reduce((total, count) => total + count, 0)
    return { accounts: new Set([...recorded.keys(), ...configured]).size, records, configs: configured.length }
  }

  /** Deletes what all accounts have stored with a product: records, jobs and settings. */
  async eraseForAll(slug: string): Promise<void> {
    const { recorded, configured } = await this.#holders(slug)
    for (const account of new Set([...recorded.keys(), ...configured])) await this.erase({ account, slug })
    for (const account of configured) await this.store.own(configSubject(account)).delete(slug)
  }

  /** The accounts that have records of a product, with how many, and those that have saved settings of it. */
  async #holders(slug: string) {
    const recorded = new Map<string, number>()
    for await (const account of this.store.accountsWith(slug)) recorded.set(account, (recorded.get(account) ?? 0) + 1)
    const configured: string[] = []
    for await (const { below, key } of this.store.ownBelow(configsSubject)) if (key === slug) configured.push(below)
    return { recorded, configured }
  }

  async #isEmpty(owner: JobOwner): Promise<boolean> {
    const records = this.store.namespaceRecords(owner.account, owner.slug)
    const first = await records.list('', { limit: 1, reverse: false })
    return first.length === 0 && !(await this.jobs.hasJobs(owner))
  }
}

/** The kind of a record by its key; undefined for a record that is the product's own. */
export function kindOf(key: string, kinds: RecordKinds): RecordKind | undefined {
  const start = Object.keys(kinds).find(each => key.startsWith(each))
  return start === undefined ? undefined : kinds[start]
}
