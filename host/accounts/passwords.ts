import { injectable } from '@product-host/sdk'
import type { Disposable } from 'tsyringe'
import type { PasswordEstimate } from './password-estimate.js'
import type { PasswordResult, PasswordTask } from './password-thread.js'
import { ThreadQueue } from './thread-queue.js'

/** What a password is compared with where no account is, so that it takes as long as where there is one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$Bxg77lWTyYFPlumBHCLzSQ$RPkoBaZ/gO/6qB891vITQ/LaQ1yUzlx++0e67jpTRi4'

/**
 * Hashes and checks passwords with argon2id, one at a time in a thread of its own, so that the event loop never waits and
 * memory is bounded. `requester` is whoever asks, such as a network address or an account: the queue has four places for each.
 * Every method throws a `Problem` when the queue is full, 503, or has no place left for the requester, 429.
 */
@injectable()
export class Passwords implements Disposable {
  readonly #queue = new ThreadQueue<PasswordTask, PasswordResult>(
    new URL('./password-thread.js', import.meta.url),
    'passwords'
  )

  /** The hash of a password in the PHC string format, with a salt of its own. */
  async hash(password: string, requester?: string): Promise<string> {
    return String(await this.#queue.submit({ kind: 'hash', password }, requester))
  }

  /** Whether the password is the one of the hash; false, after the same time, where there is no hash. */
  async verify(password: string, hash: string | null | undefined, requester?: string): Promise<boolean> {
    const isRight = await this.#queue.submit({ kind: 'verify', password, hash: hash ?? nobodysHash }, requester)
    return isRight === true && typeof hash === 'string'
  }

  /** How easily a password is guessed by an attacker who knows some words of the person. */
  async estimate(password: string, known: readonly string[], requester?: string): Promise<PasswordEstimate> {
    const estimate = await this.#queue.submit({ kind: 'estimate', password, known }, requester)
    if (typeof estimate === 'object') return estimate
    throw new TypeError('The thread answered an estimate with something else.')
  }

  async dispose(): Promise<void> {
    await this.#queue.close()
  }
}
