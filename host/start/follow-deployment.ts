import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { isMissing } from '../base/files.js'
import { isStoreError } from '../base/problems.js'
import { type Deployment, readDeployment } from '../deployment.js'
import { requireInstalled } from '../products/locate.js'
import { SettingsError } from '../settings.js'
import type { RunningHost } from './host.js'
import type { ReloadAnswer } from './reloads.js'

/** How often it is looked at, in milliseconds. */
const everyMs = 1_000

/** Has a host follow the deployment file, and what operators allow, until the process ends. */
export function followDeployment(
  file: string,
  first: Deployment,
  host: RunningHost,
  logger: Logger
): DeploymentFollower {
  const follower = new DeploymentFollower(file, first, host, logger)
  void (async () => {
    for (;;) {
      await delay(everyMs, undefined, { ref: false })
      await follower.look()
    }
  })()
  return follower
}

/** Looks whether there is something to follow. */
export class DeploymentFollower {
  /** Left out until it is first looked at: it may have changed while the host started. */
  #seen: string | undefined
  /** The question of a command that was answered last. */
  #answered: string | undefined

  constructor(
    private readonly file: string,
    private current: Deployment,
    private readonly host: RunningHost,
    private readonly logger: Logger
  ) {}

  /** Has the file followed at the next look although it is as before: what could not be served is tried again. */
  readAgain(): void {
    this.#seen = ''
  }

  /** Never rejects: what cannot be followed is logged, and the host goes on as before. */
  async look(): Promise<void> {
    try {
      await this.#readFile()
      await this.host.followChanges()
      await this.#answer()
    } catch (error) {
      if (error instanceof SettingsError) this.#refused(error)
      else if (!isStoreError(error)) this.logger.error({ err: error }, 'the deployment file could not be followed')
    }
  }

  #refused({ message }: SettingsError): void {
    this.logger.error({ reason: message }, 'the deployment file is not followed: the host goes on as before')
  }

  /** Follows the file where it has changed; the plugins that are not served as it has them. Rejects with a `SettingsError`. */
  async #readFile(): Promise<ReloadAnswer['failed']> {
    const state = stateOf(this.file)
    if (state === undefined || state === this.#seen) return []
    const isFirst = this.#seen === undefined
    this.#seen = state
    const next = await readDeployment(this.file)
    return isFirst && isDeepStrictEqual(next, this.current) ? [] : this.#follow(next)
  }

  /** Reads the file again where a command has asked for that, and says what became of it. */
  async #answer(): Promise<void> {
    const asked = await this.host.reloads.asked()
    if (asked === undefined || asked === this.#answered) return
    this.#answered = asked
    const file = resolve(this.file)
    try {
      requireInstalled(await readDeployment(file))
      this.readAgain()
      await this.host.reloads.answer(asked, { file, failed: await this.#readFile() })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      this.#refused(error)
      await this.host.reloads.answer(asked, { file, failed: [], refused: error.message })
    }
  }

  async #follow(next: Deployment): Promise<ReloadAnswer['failed']> {
    requireInstalled(next)
    const { deploymentChanges, servedAfter } = await import('../operator/deployment-changes.js')
    const changes = deploymentChanges(this.current, next)
    this.current = servedAfter(this.current, next)
    const { report } = await this.host.follow(this.current)
    const shown = (areFollowed: boolean) =>
      changes
        .filter(({ isFollowed }) => isFollowed === areFollowed)
        .map(({ member, from, to }) => ({ member, from, to }))
    const [followed, others] = [shown(true), shown(false)]
    if (followed.length > 0) this.logger.info({ changes: followed }, 'the deployment file is followed')
    if (others.length > 0) this.logger.warn({ changes: others }, 'these changes of the deployment file need a restart')
    if (changes.length === 0) this.logger.info('the deployment file was read again: nothing has changed')
    return report.flatMap(({ plugin, error, refused = error }) =>
      refused === undefined ? [] : [{ plugin, reason: refused }]
    )
  }
}

/** Which file it is and when it was changed; undefined while there is none, as when an editor replaces it. */
function stateOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs }: Stats = statSync(file)
    return [ino, size, mtimeMs].join()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
