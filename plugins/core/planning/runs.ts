import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage, type Write } from '@product-host/sdk'
import { capped } from '../gathering/cap.js'
import { keptRuns, largestRun } from './limits.js'

const indexKey = 'runs'

/** What agents did for one account: the last runs, each with its trace. */
@injectable()
export class Runs {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Keeps a run, and drops the oldest when there are too many. Resolves to the run's id. */
  async keep(run: Readonly<Record<string, unknown>>): Promise<string> {
    const id = this.clock.ulid()
    const at = new Date(this.clock.now()).toISOString()
    const { detail: value } = capped({ id, at, ...run }, largestRun)
    return this.storage.update([indexKey], read => {
      const ids = [...(read<readonly string[]>(indexKey) ?? []), id]
      const dropped = ids.slice(0, -keptRuns).map((old): Write => ({ key: recordKey(old), delete: true }))
      const writes = [{ key: recordKey(id), value }, { key: indexKey, value: ids.slice(-keptRuns) }, ...dropped]
      return { writes, result: id }
    })
  }
}

function recordKey(id: string): string {
  return `run:${id}`
}
