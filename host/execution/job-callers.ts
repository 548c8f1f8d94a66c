import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { type Caller, demoKeyId, sessionKeyId, unauthorised } from '../accounts/identity.js'
import { hasExpired, Keys } from '../accounts/keys.js'
import { commonScopes, everyScope } from '../accounts/scopes.js'
import { StoppedJobs } from '../jobs/stopped-jobs.js'
import type { Settings } from '../settings.js'
import type { JobScheduler, KeptJob } from '../storage/job-records.js'
import { HOST_SETTINGS } from '../tokens.js'

/** The key id of jobs that were stored without the key that scheduled them, and of the jobs that these schedule. */
const unknownKeyId = 'job'

/** Decides as which caller a job runs: its key as it is today, with no more scopes than when it scheduled the job. */
@injectable()
export class JobCallers {
  constructor(
    private readonly keys: Keys,
    private readonly stopped: StoppedJobs,
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * The caller of a job. Throws a 401 `Problem` when the job's key has ended; its owner is notified then. A key that is no longer
   * stored counts as revoked: it ended more than 30 days ago.
   */
  async find(kept: KeptJob): Promise<Caller> {
    const { account, slug } = kept
    const { keyId, scopes } = schedulerOf(kept)
    if (this.#needsNoKey(keyId)) return { account, keyId, scopes }
    const key = await this.keys.today(account, keyId)
    const isRevoked = key === undefined || key.revokedAt !== undefined
    if (!isRevoked && !hasExpired(key, this.clock.now()))
      return { account, keyId: key.keyId, scopes: commonScopes(scopes, key.scopes ?? everyScope) }
    const code = isRevoked ? 'revoked_key' : 'expired_key'
    await this.stopped.announce({ account, slug, keyId: key?.keyId ?? keyId })
    throw unauthorised(code, `The key that scheduled this job ${isRevoked ? 'was revoked' : 'has expired'}.`)
  }

  #needsNoKey(keyId: string): boolean {
    return keyId === sessionKeyId || keyId === unknownKeyId || (keyId === demoKeyId && this.settings.isDemo)
  }
}

/** Who scheduled a job. One that was stored before this was recorded may run its own product only. */
export function schedulerOf({ slug, scheduledBy }: KeptJob): JobScheduler {
  return scheduledBy ?? { keyId: unknownKeyId, scopes: [`${slug}:execute`] }
}
