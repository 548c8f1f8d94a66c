import { Worker } from 'node:worker_threads'
import { injectable } from '@product-host/sdk'
import type { Disposable } from 'tsyringe'
import { Problem } from '../problems.js'
import type { PasswordReply, PasswordTask } from './password-thread.js'

/** Most tasks that wait for the thread; each takes it some 60 ms. */
const mostWaiting = 32

/** What a password is compared with where no account is, so that it takes as long as where there is one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$Bxg77lWTyYFPlumBHCLzSQ$RPkoBaZ/gO/6qB891vITQ/LaQ1yUzlx++0e67jpTRi4'

interface Waiting {
  readonly task: PasswordTask
  readonly settle: (result: string | boolean) => void
  readonly refuse: (error: Error) => void
}

/**
 * Hashes and checks passwords with argon2id, one at a time in a thread of its own, so that the event loop never waits and
 * memory is bounded. Throws a 503 `Problem` when too many wait already.
 */
@injectable()
export class Passwords implements Disposable {
  readonly #waiting: Waiting[] = []
  #current: Waiting | undefined
  #worker: Worker | undefined
  #isDisposed = false

  /** The hash of a password in the PHC string format, with a salt of its own. */
  async hash(password: string): Promise<string> {
    return String(await this.#submit({ kind: 'hash', password }))
  }

  /** Whether the password is the one of the hash; false, after the same time, where there is no hash. */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const isRight = await this.#submit({ kind: 'verify', password, hash: hash ?? nobodysHash })
    return isRight === true && typeof hash === 'string'
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(new Error('The host has stopped.'))
    await this.#worker?.terminate()
  }

  #submit(task: PasswordTask): Promise<string | boolean> {
    if (this.#isDisposed) throw new Problem('shutting_down', 'The host is stopping.', { retryAfter: 1 })
    if (this.#waiting.length >= mostWaiting)
      throw new Problem('overloaded', 'Too many people sign in at the moment; try again soon.', { retryAfter: 2 })
    return new Promise((settle, refuse) => {
      this.#waiting.push({ task, settle, refuse })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(this.#current.task)
  }

  #start(): Worker {
    const script = new URL('./password-thread.js', import.meta.url)
    const worker = new Worker(script, { name: 'passwords', env: {}, execArgv: [] })
    worker.unref()
    worker.on('message', (reply: PasswordReply) => this.#settle(reply))
    worker.on('error', error => this.#settle({ error: error.message }))
    worker.on('exit', () => {
      this.#worker = undefined
      this.#settle({ error: 'The thread that hashes passwords has ended.' })
    })
    return worker
  }

  #settle(reply: PasswordReply): void {
    const current = this.#current
    this.#current = undefined
    if ('error' in reply) current?.refuse(new Error(reply.error))
    else current?.settle(reply.result)
    this.#next()
  }
}
