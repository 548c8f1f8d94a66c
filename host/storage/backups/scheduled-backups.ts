import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger } from 'pino'
import { isoTime } from '../../base/clock.js'
import { exists } from '../../base/files.js'
import { HOST_LOGGER } from '../../base/log.js'
import { isStoreError } from '../../base/problems.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import type { BackupMember } from '../../entries/backup.js'
import { Hold } from '../hold.js'
import { STORE, type Store } from '../store.js'
import { MAKE_BACKUP, type MakeBackup } from './make-backup.js'

/** What the hosts of a store note of its back-ups. Times are milliseconds since 1970. */
interface BackupState {
  /** The last one that was made: the moment that it shows. */
  readonly last?: { readonly at: number; readonly file: string; readonly bytes: number }
  /** Why none could be made since. */
  readonly failed?: { readonly at: number; readonly reason: string }
  /** The host that makes one now, and until when it counts as doing so. */
  readonly claim?: { readonly by: string; readonly until: number }
}

/** How the back-ups of a store are, for operators. Times are ISO 8601; null for what has not happened. */
export interface BackupHealth extends BackupMember {
  readonly lastAt: string | null
  readonly lastFile: string | null
  readonly lastBytes: number | null
  readonly failedAt: string | null
  readonly reason: string | null
}

/** How often it is looked whether one is due, in milliseconds. */
const everyMs = 5_000
/** After how long a claim ends that is not renewed, and how often it is, in milliseconds. */
const claimMs = 60_000
const renewMs = 20_000
/** After how long it is tried again after a failure, in milliseconds, unless the next one is due earlier. */
const longestRetryMs = 5 * 60_000

const record = { subject: 'store', key: 'backups' } as const
const namePattern = /^product-host-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
const partialPattern = /^product-host-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.partial(-journal|-wal|-shm)?$/

/** Makes the back-ups that the deployment file asks for: of the hosts that share a store, one makes each. */
@injectable()
export class ScheduledBackups {
  /** Back-ups that this host could not make. */
  failures = 0
  readonly #records: Storage
  readonly #own = randomUUID()
  readonly #stopping = new AbortController()
  #state: BackupState = {}
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #couldRead = true

  constructor(
    @inject(DEPLOYMENT) private readonly deployment: Pick<Deployment, 'backup'>,
    @inject(STORE) store: Store,
    private readonly hold: Hold,
    @inject(MAKE_BACKUP) private readonly make: MakeBackup,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Pick<Logger, 'info' | 'error'>
  ) {
    this.#records = store.own(record.subject, record.key)
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.runDue().finally(() => {
        if (!this.#stopping.signal.aborted) this.start()
      })
    }, everyMs).unref()
  }

  /** Ends a back-up that is being made; the next start makes it. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  /** How the back-ups are, as of some seconds ago; undefined where the deployment file asks for none. */
  get health(): BackupHealth | undefined {
    const { backup } = this.deployment
    if (!backup) return undefined
    const { last, failed } = this.#state
    return {
      ...backup,
      lastAt: last ? isoTime(last.at) : null,
      lastFile: last?.file ?? null,
      lastBytes: last?.bytes ?? null,
      failedAt: failed ? isoTime(failed.at) : null,
      reason: failed?.reason ?? null
    }
  }

  /** Makes the back-up that is due, if one is and no other host makes it. Never rejects: what goes wrong is logged. */
  async runDue(): Promise<void> {
    const { backup } = this.deployment
    // A copy of a store must not delete the back-ups of the original, whose folder it may have.
    if (!backup || this.hold.held) return
    try {
      if (await this.#claim(backup)) await this.#backUp(backup)
      this.#couldRead = true
    } catch (err) {
      if (this.#couldRead || !isStoreError(err))
        this.logger.error({ err }, 'scheduled backups could not be looked after')
      this.#couldRead = false
    }
  }

  /** Claims the back-up that is due; false where none is, or another host has claimed it. */
  async #claim({ everyMinutes }: BackupMember): Promise<boolean> {
    const now = this.clock.now()
    this.#state = (await this.#records.get<BackupState>(record.key)) ?? {}
    if (!isDue(this.#state, everyMinutes * 60_000, now)) return false
    return this.#records.update([record.key], read => {
      const state = read<BackupState>(record.key) ?? {}
      if (!isDue(state, everyMinutes * 60_000, now)) return { result: false }
      const claim = { by: this.#own, until: now + claimMs }
      return { writes: [{ key: record.key, value: { ...state, claim } }], result: true }
    })
  }

  async #backUp({ folder, keep }: BackupMember): Promise<void> {
    const at = this.clock.now()
    const name = `product-host-${isoTime(at).slice(0, 19).replaceAll(':', '-')}Z.backup`
    const file = join(folder, name)
    const renewing = setInterval(() => void this.#renew(), renewMs).unref()
    const startedAt = performance.now()
    try {
      if (!exists(folder)) throw new Error(`The folder ${folder} does not exist; make it first.`)
      deleteFiles(folder, partialPattern)
      const bytes = await this.make(file, this.#stopping.signal)
      await this.#note({ last: { at, file, bytes } })
      const deleted = deleteFiles(folder, namePattern, keep, name)
      this.logger.info({ file, bytes, ms: Math.round(performance.now() - startedAt), deleted }, 'backup made')
    } catch (err) {
      const { last } = this.#state
      if (this.#stopping.signal.aborted) return await this.#note({ ...this.#state })
      this.failures++
      const reason = err instanceof Error ? err.message : String(err)
      this.logger.error({ file, err }, 'the scheduled backup failed; retrying within 5 minutes')
      await this.#note({ ...(last && { last }), failed: { at, reason } })
    } finally {
      clearInterval(renewing)
    }
  }

  /** Notes how it ended, without the claim. */
  async #note({ claim: _, ...state }: BackupState): Promise<void> {
    this.#state = state
    await this.#records.set(record.key, state)
  }

  /** A claim that could not be renewed ends: another host then makes a back-up as well, which does no harm. */
  async #renew(): Promise<void> {
    try {
      await this.#records.update([record.key], read => {
        const state = read<BackupState>(record.key)
        if (state?.claim?.by !== this.#own) return { result: undefined }
        const claim = { by: this.#own, until: this.clock.now() + claimMs }
        return { writes: [{ key: record.key, value: { ...state, claim } }], result: undefined }
      })
    } catch (err) {
      this.logger.error({ err }, 'the claim of a scheduled backup could not be renewed')
    }
  }
}

function isDue({ last, failed, claim }: BackupState, intervalMs: number, now: number): boolean {
  if (claim && claim.until > now && claim.until <= now + claimMs) return false
  const retryMs = Math.min(intervalMs, longestRetryMs)
  if (failed && now >= failed.at && now - failed.at < retryMs) return false
  // A time that is to come is one of a clock that was wrong.
  return !last || last.at > now || now - last.at >= intervalMs
}

/** Deletes the files of a pattern, but for the `keep` newest and the one that is named; returns their names. */
function deleteFiles(folder: string, pattern: RegExp, keep = 0, besides?: string): readonly string[] {
  const names = readdirSync(folder)
    .filter(name => pattern.test(name))
    .sort()
    .reverse()
  const old = names.slice(keep).filter(name => name !== besides)
  for (const name of old) rmSync(join(folder, name))
  return old
}
