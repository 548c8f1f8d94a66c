import { Worker } from 'node:worker_threads'
import type { Disposable } from 'tsyringe'
import { Problem } from '../../base/problems.js'
import { defaultCost, nobodysHash, type PasswordCost } from './password-cost.js'
import type { PasswordEstimate } from './password-estimate.js'
import type { PasswordResult, PasswordTask, ThreadReply } from './password-thread.js'

/**
 * Hashes and verifies passwords with argon2id, one at a time in a thread of its own, so that the event loop is not
 * blocked and memory is bounded. `requester` is a network address or an account: the queue holds four tasks of each.
 * Every method throws a `Problem`: 503 if the queue is full, 429 if it holds four tasks of the requester. No decorator: the
 * container creates it without arguments, so that no setting can lower the cost.
 */
export class Passwords implements Disposable {
  readonly #queue = new ThreadQueue<PasswordTask, PasswordResult>(
    new URL('./password-thread.js', import.meta.url),
    'passwords'
  )

  constructor(private readonly cost: PasswordCost = defaultCost) {}

  /** The hash of a password in the PHC string format, with a salt of its own. */
  async hash(password: string, requester?: string): Promise<string> {
    return String(await this.#queue.submit({ kind: 'hash', password, cost: this.cost }, requester))
  }

  /** Whether the password matches the hash; false, after the same time, if there is no hash. */
  async verify(password: string, hash: string | null | undefined, requester?: string): Promise<boolean> {
    const compared = hash ?? nobodysHash(this.cost)
    const isRight = await this.#queue.submit({ kind: 'verify', password, hash: compared }, requester)
    return isRight === true && typeof hash === 'string'
  }

  /** Estimates how easily an attacker who knows some words of the person can guess a password. */
  async estimate(password: string, known: readonly string[], requester?: string): Promise<PasswordEstimate> {
    const estimate = await this.#queue.submit({ kind: 'estimate', password, known }, requester)
    if (typeof estimate === 'object') return estimate
    throw new TypeError('The thread returned an unexpected result for an estimate.')
  }

  async dispose(): Promise<void> {
    await this.#queue.close()
  }
}

/** Most tasks that wait for the worker thread. */
const mostWaiting = 32

/** Most tasks of one requester, such as a network address, that the queue holds at once, the running one included. */
const mostOfOne = 4

interface Queued<Task, Result> {
  readonly task: Task
  readonly requester: string | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Runs tasks one at a time in a thread that starts with the first task, and again after a failure. The process stays
 * alive for a task, not for the thread. A task without a requester counts only towards the length of the queue.
 */
export class ThreadQueue<Task, Result> {
  readonly #waiting: Queued<Task, Result>[] = []
  #current: Queued<Task, Result> | undefined
  #worker: Worker | undefined
  #isClosed = false

  constructor(
    private readonly script: URL,
    private readonly name: string
  ) {}

  /** Adds a task. Throws a `Problem`: 429 when the requester has too many tasks in the queue, 503 when the queue is full. */
  submit(task: Task, requester?: string): Promise<Result> {
    if (this.#isClosed) throw stopping()
    if (requester !== undefined && this.#countOf(requester) >= mostOfOne)
      throw new Problem('rate_limited', 'Too many of your requests with a password are waiting; try again soon.', {
        retryAfter: 1
      })
    if (this.#waiting.length >= mostWaiting)
      throw new Problem('overloaded', 'Too many passwords wait to be checked; try again soon.', { retryAfter: 2 })
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, requester, resolve, reject })
      this.#next()
    })
  }

  /** Rejects the waiting tasks and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(stopping())
    await this.#worker?.terminate()
  }

  #countOf(requester: string): number {
    const isTheirs = (queued: Queued<Task, Result> | undefined) => queued?.requester === requester
    return this.#waiting.filter(isTheirs).length + (isTheirs(this.#current) ? 1 : 0)
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(this.#current.task)
  }

  /** A thread that fails emits `error` and then `exit`: only the first of them fails its task, since the next has another thread. */
  #start(): Worker {
    const worker = new Worker(this.script, { name: this.name, env: {}, execArgv: [] })
    const fail = (error: string) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#settle({ error })
    }
    worker.on('message', (reply: ThreadReply<Result>) => this.#settle(reply))
    worker.on('error', error => fail(error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => fail(`The thread "${this.name}" has ended.`))
    return worker
  }

  #settle(reply: ThreadReply<Result>): void {
    const current = this.#current
    this.#current = undefined
    this.#worker?.unref()
    if ('error' in reply) current?.reject(this.#isClosed ? stopping() : new Error(reply.error))
    else current?.resolve(reply.result)
    this.#next()
  }
}

function stopping(): Problem {
  return new Problem('shutting_down', 'The host is stopping.', { retryAfter: 1 })
}
