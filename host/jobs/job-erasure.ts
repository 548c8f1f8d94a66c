import { inject, injectable, type Storage } from '@product-host/sdk'
import { dueKey, jobKey, jobPrefix, jobSubject, type KeptJob } from '../storage/job-records.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import type { DeadLetter } from './job-book.js'
import { noticePrefix } from './stopped-jobs.js'

/** Takes everything that an account has among the jobs out of the store: what waits, what runs, dead letters, and notices. */
@injectable()
export class JobErasure {
  readonly #records: Storage

  constructor(@inject(STORE) store: Store) {
    this.#records = store.own(jobSubject)
  }

  async erase(account: string): Promise<void> {
    for await (const { value } of this.#walk<KeptJob>(jobPrefix(account)))
      await this.#delete([jobKey(value, value.job.id), dueKey(value)])
    for await (const { key } of this.#walk<true>(noticePrefix(account))) await this.#delete([key])
    for await (const { key, value } of this.#walk<DeadLetter>('dead:'))
      if (value.kept.account === account) await this.#delete([key])
  }

  async *#walk<Value>(prefix: string) {
    for (let after: string | undefined; ; ) {
      const page = await this.#records.list<Value>(prefix, { limit: 100, ...(after !== undefined && { after }) })
      yield* page
      after = page.at(-1)?.key
      if (after === undefined) return
    }
  }

  async #delete(keys: readonly string[]): Promise<void> {
    await this.#records.update([], () => ({ writes: keys.map(key => ({ key, delete: true })), result: undefined }))
  }
}
