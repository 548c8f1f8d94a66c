import { randomUUID } from 'node:crypto'
import type { Storage } from '@product-host/sdk'
import { hostName } from '../products/known-versions.js'
import type { Store } from '../storage/store.js'

/** What became of a reload on one host. */
export interface ReloadAnswer {
  /** Its machine and its process. */
  readonly host: string
  /** The deployment file that it follows. */
  readonly file: string
  /** Why it goes on as before; left out where it follows the file. */
  readonly refused?: string
  /** The plugins that are not served as the file has them, with the reason. */
  readonly failed: readonly { readonly plugin: string; readonly reason: string }[]
}

const askedKey = 'asked'

/** How long a question and its answers are stored, in milliseconds. */
const storedMs = 60_000

/** Asks the hosts of a store to read their deployment files again, and has their answers. */
export class Reloads {
  readonly #records: Storage

  constructor(store: Store) {
    this.#records = store.own('reloads')
  }

  /** Asks every host; the name of the question. */
  async ask(): Promise<string> {
    const id = randomUUID()
    await this.#records.set(askedKey, id, { ttlMs: storedMs })
    return id
  }

  /** The question that was asked last; undefined once it is too old. */
  async asked(): Promise<string | undefined> {
    return this.#records.get<string>(askedKey)
  }

  /** Answers a question for this host. */
  async answer(id: string, answer: Omit<ReloadAnswer, 'host'>): Promise<void> {
    const host = hostName()
    await this.#records.set(`answer:${id}:${host}`, { host, ...answer } satisfies ReloadAnswer, { ttlMs: storedMs })
  }

  /** The answers to a question until now. */
  async answers(id: string): Promise<readonly ReloadAnswer[]> {
    const found = await this.#records.list<ReloadAnswer>(`answer:${id}:`)
    return found.map(({ value }) => value)
  }
}
