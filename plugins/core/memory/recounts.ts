import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { SharedWork } from '../work/shared-work.js'
import { Slices } from '../work/slices.js'
import { alive } from './memory.js'
import { emptyUsage, tallied, type Usage, uncounted, usageKey, usageNow } from './usage.js'
import { walk } from './walk.js'

/** Milliseconds for which a count stands, so that an account at its quota does not have itself counted by every call. */
const countStands = 10_000
const mostAttempts = 3

/** Counts what an account keeps, for its usage may name what has expired since. */
@injectable()
export class Recounts {
  readonly #work = new SharedWork<void>()

  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly slices: Slices
  ) {}

  /** Brings the account's usage to what is there, unless that was done in the last 10 seconds. */
  recount(account: string, storage: Storage): Promise<void> {
    return this.#work.run(account, async () => {
      for (let attempt = 0; attempt < mostAttempts; attempt++) if (await this.#attempt(storage)) return
    })
  }

  /** False when the account was written to meanwhile, for then nobody knows what the count holds of that. */
  async #attempt(storage: Storage): Promise<boolean> {
    const now = this.clock.now()
    const usage = await usageNow(storage)
    if (now - usage.countedAt < countStands) return true
    let counted = uncounted(usage, now)
    for await (const memory of walk(storage, usage, this.slices.begin()))
      if (alive(memory, now)) counted = tallied(counted, memory, 1)
    return storage.update([usageKey], read => {
      const { epoch, rev } = read<Usage>(usageKey) ?? emptyUsage('')
      const isUntouched = epoch === usage.epoch && rev === usage.rev
      return isUntouched ? { writes: [{ key: usageKey, value: counted }], result: true } : { result: false }
    })
  }
}
