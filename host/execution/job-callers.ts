import { inject, injectable, type Storage } from '@product-host/sdk'
import { unauthorised } from '../accounts/keys/check-key.js'
import { Keys } from '../accounts/keys/keys.js'
import { Sessions } from '../accounts/sessions.js'
import { SecurityEvents } from '../audit/security-events.js'
import { type Caller, demoKeyId, sessionKeyId } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import { allScopes, commonScopes } from '../base/scopes.js'
import { HookStore, isHookId, type StoredHook } from '../hooks/hook-store.js'
import { noticePrefix } from '../jobs/job-store.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { type JobOwner, type JobScheduler, jobSubject, type StoredJob } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'

/** The key id of jobs that were stored without the key that scheduled them, and of the jobs that these schedule. */
const unknownKeyId = 'job'

/**
 * Decides as which caller a job runs: its key as it is today, with no more scopes than when it scheduled the job. The job of a session
 * runs until all sessions of the account are ended, by a new password for example.
 */
@injectable()
export class JobCallers {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly keys: Keys,
    private readonly sessions: Sessions,
    private readonly hooks: HookStore,
    private readonly events: SecurityEvents
  ) {
    this.#records = store.own(jobSubject)
  }

  /**
   * The caller of a job. Throws a 401 `Problem` when the job's key or session has ended; its owner is notified then.
   */
  async find(job: ScheduledCall): Promise<Caller> {
    const { account, slug } = job
    const { keyId, scopes, sessionGeneration = 0 } = scheduledBy(job)
    if (keyId === sessionKeyId) {
      await this.#requireSession(job, sessionGeneration)
      return { account, keyId, scopes, sessionGeneration }
    }
    if (isHookId(keyId)) {
      const hook = await this.hooks.get(account, keyId)
      if (!hook) throw unauthorised('revoked_key', 'The hook that started this was deleted.')
      return this.ofHook(account, hook)
    }
    if (this.#needsNoKey(keyId)) return { account, keyId, scopes }
    const today = await this.keys.today({ account, keyId, scopes })
    if ('scopes' in today) return { account, ...today }
    await this.#notify({ account, slug, by: today.keyId, keyId: today.keyId })
    const ended = today.ended === 'revoked_key' ? 'was revoked' : 'has expired'
    throw unauthorised(today.ended, `The key that scheduled this job ${ended}.`)
  }

  /**
   * The caller of a hook: it may execute one product, if whoever decided on the hook still may. Throws a 401 `Problem` when their key or
   * session has ended.
   */
  async ofHook(account: string, { id, slug, by }: StoredHook): Promise<Caller> {
    const { keyId, scopes = allScopes, budget, countedAs = keyId } = await this.find({ account, slug, scheduledBy: by })
    const common = commonScopes([`${slug}:execute`], scopes)
    return { account, keyId: id, scopes: common, ...(budget && { budget, countedAs }) }
  }

  async #requireSession({ account, slug }: ScheduledCall, generation: number): Promise<void> {
    if (generation >= (await this.sessions.generation(account))) return
    await this.#notify({ account, slug, by: `${sessionKeyId}-${generation}` })
    throw new Problem('session_required', sessionsEnded)
  }

  #needsNoKey(keyId: string): boolean {
    return keyId === unknownKeyId || (keyId === demoKeyId && this.settings.isDemo)
  }

  /** Notifies the owner that the jobs of an ended key or session stop: once for it and a product, however many jobs there are. */
  async #notify({ account, slug, by, keyId }: StoppedJobs): Promise<void> {
    const ttlMs = this.store.storedMs('stoppedJobsDays')
    const key = `${noticePrefix(account)}${slug}/${by}`
    const isFirst = await this.#records.update([key], read => ({
      writes: read(key) ? [] : [{ key, value: true, ttlMs }],
      result: !read(key)
    }))
    if (isFirst)
      await this.events.record(account, { kind: 'jobs_stopped', product: slug, ...(keyId !== undefined && { keyId }) })
  }
}

/** Why what a session has decided is done no more. */
export const sessionsEnded = 'All sessions of the account were ended after one of them had decided on this.'

/** What is stored of a caller for what it starts later. */
export function schedulerOf({ keyId, scopes = allScopes, sessionGeneration }: Caller): JobScheduler {
  return { keyId, scopes, ...(sessionGeneration !== undefined && { sessionGeneration }) }
}

/** What has to be known of a job to find its caller. */
type ScheduledCall = Pick<StoredJob, 'account' | 'slug' | 'scheduledBy'>

/** Whose jobs of which product stop. */
interface StoppedJobs extends JobOwner {
  /** What had scheduled them: the key, or the sessions before they were ended. */
  readonly by: string
  readonly keyId?: string
}

/** Who scheduled a job. One that was stored before this was recorded may run its own product only. */
function scheduledBy({ slug, scheduledBy: by }: ScheduledCall): JobScheduler {
  return by ?? { keyId: unknownKeyId, scopes: [`${slug}:execute`] }
}
