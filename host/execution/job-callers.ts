import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { hasExpired, unauthorised } from '../accounts/keys/check-key.js'
import { Keys } from '../accounts/keys/keys.js'
import { SecurityEvents } from '../audit/security-events.js'
import { type Caller, demoKeyId, sessionKeyId } from '../base/caller.js'
import { allScopes, commonScopes } from '../base/scopes.js'
import { noticePrefix } from '../jobs/job-store.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { type JobScheduler, jobSubject, type StoredJob } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'

/** The key id of jobs that were stored without the key that scheduled them, and of the jobs that these schedule. */
const unknownKeyId = 'job'

/** Decides as which caller a job runs: its key as it is today, with no more scopes than when it scheduled the job. */
@injectable()
export class JobCallers {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly keys: Keys,
    private readonly events: SecurityEvents
  ) {
    this.#records = store.own(jobSubject)
  }

  /**
   * The caller of a job. Throws a 401 `Problem` when the job's key has ended; its owner is notified then. A key that is no longer
   * stored counts as revoked: it ended longer ago than ended keys are stored.
   */
  async find(job: StoredJob): Promise<Caller> {
    const { account, slug } = job
    const { keyId, scopes } = schedulerOf(job)
    if (this.#needsNoKey(keyId)) return { account, keyId, scopes }
    const key = await this.keys.latest(account, keyId)
    const isRevoked = key === undefined || key.revokedAt !== undefined
    if (!isRevoked && !hasExpired(key, this.clock.now()))
      return { account, keyId: key.keyId, scopes: commonScopes(scopes, key.scopes ?? allScopes) }
    const code = isRevoked ? 'revoked_key' : 'expired_key'
    await this.#notify(account, slug, key?.keyId ?? keyId)
    throw unauthorised(code, `The key that scheduled this job ${isRevoked ? 'was revoked' : 'has expired'}.`)
  }

  #needsNoKey(keyId: string): boolean {
    return keyId === sessionKeyId || keyId === unknownKeyId || (keyId === demoKeyId && this.settings.isDemo)
  }

  /** Notifies the owner of an ended key that its jobs stop: once per key and product, however many jobs there are. */
  async #notify(account: string, slug: string, keyId: string): Promise<void> {
    const ttlMs = this.store.storedMs('stoppedJobsDays')
    const key = `${noticePrefix(account)}${slug}/${keyId}`
    const isFirst = await this.#records.update([key], read => ({
      writes: read(key) ? [] : [{ key, value: true, ttlMs }],
      result: !read(key)
    }))
    if (isFirst) await this.events.record(account, { kind: 'jobs_stopped', keyId, product: slug })
  }
}

/** Who scheduled a job. One that was stored before this was recorded may run its own product only. */
function schedulerOf({ slug, scheduledBy }: StoredJob): JobScheduler {
  return scheduledBy ?? { keyId: unknownKeyId, scopes: [`${slug}:execute`] }
}
