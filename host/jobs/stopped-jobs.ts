import { inject, injectable, type Storage } from '@product-host/sdk'
import { SecurityEvents } from '../accounts/security-events.js'
import { jobSubject } from '../storage/job-records.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** An ended key whose jobs in one product stop. */
export interface StoppedKey {
  readonly account: string
  readonly slug: string
  readonly keyId: string
}

/** How long it is stored that an owner was notified, in milliseconds: 90 days, like a dead letter. */
const noticeTtlMs = 90 * 24 * 60 * 60 * 1000

/** Notifies an account's owner that the jobs of an ended key stop: once per key and product, however many jobs there are. */
@injectable()
export class StoppedJobs {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    private readonly events: SecurityEvents
  ) {
    this.#records = store.own(jobSubject)
  }

  async announce({ account, slug, keyId }: StoppedKey): Promise<void> {
    const key = `${noticePrefix(account)}${slug}/${keyId}`
    const isFirst = await this.#records.update([key], read => ({
      writes: read(key) ? [] : [{ key, value: true, ttlMs: noticeTtlMs }],
      result: !read(key)
    }))
    if (isFirst) await this.events.record(account, { kind: 'jobs_stopped', keyId, product: slug })
  }
}

/** What the keys of an account's notices begin with, below the subject of jobs. */
export function noticePrefix(account: string): string {
  return `stopped:${account}/`
}
