import { type Stats, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { isMissing } from '../base/files.js'
import { isStoreError } from '../base/problems.js'
import { type Deployment, readDeployment } from '../deployment.js'
import { requireInstalled } from '../products/locate.js'
import { SettingsError } from '../settings.js'
import type { RunningHost } from './host.js'

/** How often it is looked at, in milliseconds. */
const everyMs = 1_000

/** Has a host follow the deployment file, and what operators allow, until the process ends. */
export function followDeployment(file: string, first: Deployment, host: RunningHost, logger: Logger): void {
  const follower = new DeploymentFollower(file, first, host, logger)
  void (async () => {
    for (;;) {
      await delay(everyMs, undefined, { ref: false })
      await follower.look()
    }
  })()
}

/** Looks whether there is something to follow. */
export class DeploymentFollower {
  /** Left out until it is first looked at: it may have changed while the host started. */
  #seen: string | undefined

  constructor(
    private readonly file: string,
    private current: Deployment,
    private readonly host: RunningHost,
    private readonly logger: Logger
  ) {}

  /** Never rejects: what cannot be followed is logged, and the host goes on as before. */
  async look(): Promise<void> {
    try {
      const state = stateOf(this.file)
      if (state !== undefined && state !== this.#seen) {
        const isFirst = this.#seen === undefined
        this.#seen = state
        const next = await readDeployment(this.file)
        if (!isFirst || !isDeepStrictEqual(next, this.current)) await this.#follow(next)
      }
      await this.host.followChanges()
    } catch (error) {
      if (error instanceof SettingsError)
        this.logger.error({ reason: error.message }, 'the deployment file is not followed: the host goes on as before')
      else if (!isStoreError(error)) this.logger.error({ err: error }, 'the deployment file could not be followed')
    }
  }

  async #follow(next: Deployment): Promise<void> {
    requireInstalled(next)
    const { deploymentChanges, servedAfter } = await import('../operator/deployment-changes.js')
    const changes = deploymentChanges(this.current, next)
    this.current = servedAfter(this.current, next)
    await this.host.follow(next)
    const shown = (areFollowed: boolean) =>
      changes
        .filter(({ isFollowed }) => isFollowed === areFollowed)
        .map(({ member, from, to }) => ({ member, from, to }))
    const [followed, others] = [shown(true), shown(false)]
    if (followed.length > 0) this.logger.info({ changes: followed }, 'the deployment file is followed')
    if (others.length > 0) this.logger.warn({ changes: others }, 'these changes of the deployment file need a restart')
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
