import { randomBytes } from 'node:crypto'

/** What carries short texts from one process to all others that use the same store. */
export interface Channel {
  /** Sends a text, after what it is about was written. */
  send(text: string): Promise<void>
  /**
   * Begins to receive, until the backend is closed. `receive` gets each text, and undefined when some may have been missed: at the
   * beginning, and whenever the connection was lost and is there again.
   */
  receive(receive: (text: string | undefined) => void): Promise<void>
}

/** What hosts cache and tell each other of: keys by their account, the others by account too. */
export type ChangedSubject = 'keys' | 'disablement' | 'entitlement' | 'budget'

/** Forgets what is cached of an id, or all. */
type Forget = (id: string | undefined) => void

/**
 * What hosts of one store tell each other, so that a change by one holds for all at once: ids of accounts, never hashes or values. Who hears
 * of one reads again. Nothing depends on it: where nothing arrives, what is cached ends by its own time.
 */
export class Changes {
  readonly #forget = new Map<string, Forget[]>()
  readonly #own = randomBytes(6).toString('base64url')

  constructor(private readonly channel?: Channel) {}

  /** Calls `forget` for what others changed of a subject, once `follow` was called. */
  on(subject: ChangedSubject, forget: Forget): void {
    this.#forget.set(subject, [...(this.#forget.get(subject) ?? []), forget])
  }

  /** Tells the others that something changed; does not wait for that. */
  tell(subject: ChangedSubject, id: string): void {
    this.channel?.send(`${this.#own} ${subject} ${id}`).catch(() => undefined)
  }

  /** Begins to listen to the others, where the store can carry that; `report` gets why it cannot now. */
  async follow(report: (error: Error) => void): Promise<void> {
    try {
      await this.channel?.receive(text => this.#receive(text))
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #receive(text: string | undefined): void {
    if (text === undefined) for (const forget of [...this.#forget.values()].flat()) forget(undefined)
    const [sender, subject = '', id] = text?.split(' ') ?? []
    if (id !== undefined && sender !== this.#own) for (const forget of this.#forget.get(subject) ?? []) forget(id)
  }
}
