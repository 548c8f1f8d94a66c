import { inject, injectable, type Storage } from '@product-host/sdk'
import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { Problem } from '../base/problems.js'
import type { NewRecords } from './location.js'
import { STORE, type Store } from './store.js'

/** Since when a store is held (ISO 8601), and by which command. */
export interface Held {
  readonly since: string
  readonly by: 'restore' | 'import' | 'hold'
}

const record = { subject: 'store', key: 'held' } as const
/** The full key of the record that a held store has. */
export const heldKey = `host:{${record.subject}}:${record.key}`

/** Seconds after which a refused request makes sense again. */
const retryAfter = 60

/** The records that a store is replaced by, and that it is held, or not, whatever their store was. */
export function withHold({ records, ...dump }: NewRecords, held: Held | undefined): NewRecords {
  async function* marked(): AsyncGenerator<ListedRecord, void> {
    if (held) yield { key: heldKey, text: JSON.stringify(held) }
    for await (const each of records) if (each.key !== heldKey) yield each
  }
  return { ...dump, records: marked() }
}

/**
 * Whether the store is held: hosts of a held store start no job, and accept nothing that would be done later. So a copy of a store does
 * nothing a second time beside the original.
 */
@injectable()
export class Hold {
  readonly #records: Storage
  #held: Held | undefined

  constructor(
    @inject(STORE) store: Store,
    @inject(HOST_LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>
  ) {
    this.#records = store.own(record.subject)
  }

  /** As the host has read it last, which it does several times a second. */
  get held(): Held | undefined {
    return this.#held
  }

  /** Reads it, and logs when it has changed. */
  async read(): Promise<Held | undefined> {
    const held = await this.#records.get<Held>(record.key)
    if (held && !this.#held)
      this.logger.warn(
        held,
        'the store is held: jobs, schedules, hooks, webhooks and e-mails wait until "product-host resume"'
      )
    if (this.#held && !held) this.logger.info('the store is no longer held: what waited starts')
    this.#held = held
    return held
  }

  /** Throws a 503 `Problem` while what is accepted would wait: whoever sends it tries again, and it is not lost with a copy. */
  refuse(): void {
    if (this.#held)
      throw new Problem('held', 'The operator of this host has not released what runs in the background.', {
        retryAfter
      })
  }

  /** Holds the store; false if it was held. */
  async begin(held: Held): Promise<boolean> {
    return this.#records.update([record.key], read =>
      read(record.key) ? { result: false } : { writes: [{ key: record.key, value: held }], result: true }
    )
  }

  /** Releases the store; false if it was not held. */
  async end(): Promise<boolean> {
    return this.#records.update([record.key], read =>
      read(record.key) ? { writes: [{ key: record.key, delete: true }], result: true } : { result: false }
    )
  }
}
