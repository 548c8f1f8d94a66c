import { type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import type { Context, Fault, Settings } from '@product-host/sdk'
import { LOGGER } from '@product-host/sdk'
import type { Provide, Settled } from '@product-host/sdk/runtime'
import type { PluginEntry } from '../deployment.js'
import type { Fence } from '../fence/fence.js'
import { Answers, answerNow } from './answers.js'
import type { Declaration } from './declaration.js'
import { receivedError, sentError } from './errors.js'
import { guardMemory, launch } from './launch.js'
import type { FromThread, Line, Question, QuestionNow, ToThread } from './messages.js'
import { Refused } from './refused.js'

/** What the threads of a plugin are started with. */
export interface ThreadGround {
  readonly entry: PluginEntry
  /** The module from which the package is imported. */
  readonly parentUrl: string
  readonly fence: Fence
  /** The services of a product's whole life, by its slug. */
  readonly provideFor: (slug: string) => Provide
  /** The host's time in milliseconds. */
  readonly now: () => number
  /** How long importing and mounting may take, in milliseconds. */
  readonly longestStartMs: number
}

/** One call to run. */
export interface ThreadCall {
  readonly action: string
  readonly input: unknown
  readonly context: Context
  readonly provide: Provide
  readonly settings?: Settings
  /** Milliseconds after which the call has to be over, whether somebody waits for it or not. */
  readonly longestMs: number
}

interface Running {
  readonly answers: Answers
  readonly provide: Provide
  readonly settle: (settled: Settled) => void
  /** Whether the thread has said that it knows that the call is to end. */
  hasHeard: boolean
}

/** How long a thread may take to hear of an abort, in milliseconds, before it is taken to stand still, and is ended. */
const longestSilenceMs = 1_000
/** How long a call may go on after its deadline, in milliseconds, before its thread is replaced. */
const longestLingeringMs = 2_000
/** How long the product may take to judge settings, in milliseconds. */
const longestCheckMs = 5_000
/** What two looks at this machine's clock may differ by, in milliseconds. */
const sameClockMs = 1_000

/** The host's side of one thread that runs a product. */
export class Thread {
  /** What the product declares. Rejects, in a sentence, when it cannot be served. */
  readonly mounted: Promise<Declaration>
  /** Resolves when another thread should take its place: a call lingers in it, or it takes no more calls. */
  readonly worn: Promise<void>
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #nowPort: MessagePort
  readonly #nowCell: Int32Array
  readonly #mounting = Promise.withResolvers<Declaration>()
  readonly #worn = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #idle = Promise.withResolvers<void>()
  readonly #running = new Map<number, Running>()
  readonly #checks = new Map<number, PromiseWithResolvers<readonly Fault[]>>()
  readonly #start: NodeJS.Timeout
  #calls = 0
  #slug: string | undefined
  #isFit = true
  /** Why it is ended, if it does not end by itself. */
  #reason: string | undefined
  #isRetired = false

  constructor(private readonly ground: ThreadGround) {
    const { entry, parentUrl, longestStartMs } = ground
    const { worker, port, nowPort, nowCell } = launch(entry, parentUrl)
    this.#worker = worker
    this.#port = port
    this.#nowPort = nowPort
    this.#nowCell = nowCell
    this.mounted = this.#mounting.promise
    this.worn = this.#worn.promise
    this.mounted.catch(() => undefined)
    port.on('message', (message: FromThread) => this.#receiveTraced(message))
    worker.on('error', error => {
      this.#reason ??= error.message
    })
    worker.on('exit', code => this.#end(this.#reason ?? `It ended itself with code ${code}.`))
    for (const stream of [worker.stdout, worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.#log(undefined, printed(text)))
    guardMemory(worker, entry, () => this.kill(`It took more than ${entry.limits.memoryMb} MiB of memory.`))
    this.#start = setTimeout(() => this.kill(`It was not imported within ${longestStartMs / 1000} s.`), longestStartMs)
  }

  /** Whether calls may come. */
  get isFit(): boolean {
    return this.#isFit
  }

  /** Runs an action; never rejects. */
  run({ action, input, context, provide, settings, longestMs }: ThreadCall): Promise<Settled> {
    const id = ++this.#calls
    const { account, requestId, signal, job } = context
    const endsAt = performance.now() + longestMs
    return new Promise(resolve => {
      const abort = () => this.#abort(id, endsAt)
      const settle = (settled: Settled) => {
        signal.removeEventListener('abort', abort)
        this.#running.delete(id)
        if (this.#running.size === 0 && this.#isRetired) this.#idle.resolve()
        resolve(settled)
      }
      const answers = new Answers(provide, message => this.#send(message))
      this.#running.set(id, { answers, provide, settle, hasHeard: false })
      signal.addEventListener('abort', abort, { once: true })
      const now = this.ground.now()
      this.#send({
        kind: 'run',
        id,
        action,
        input,
        account,
        requestId,
        ...(Math.abs(now - Date.now()) > sameClockMs && { now }),
        ...(job && { job }),
        ...(settings && { settings })
      })
    })
  }

  /** The product's own faults of settings. Rejects with what it throws, and when the thread ends before it has said them. */
  async checkSettings(settings: Settings): Promise<readonly Fault[]> {
    const id = ++this.#calls
    const check = Promise.withResolvers<readonly Fault[]>()
    const late = setTimeout(() => this.kill('It did not judge settings in time.'), longestCheckMs)
    this.#checks.set(id, check)
    this.#send({ kind: 'check', id, settings })
    try {
      return await check.promise
    } finally {
      clearTimeout(late)
      this.#checks.delete(id)
    }
  }

  /** Takes no more calls, and ends when those under way are over. */
  async retire(): Promise<void> {
    this.#isRetired = true
    this.#retreat()
    if (this.#running.size > 0) await Promise.race([this.#idle.promise, this.#ended.promise])
    await this.close()
  }

  /** Ends the product's services and the thread, and waits for its end. */
  async close(): Promise<void> {
    this.#isRetired = true
    this.#send({ kind: 'close' })
    const late = setTimeout(() => this.kill('It did not close in time.'), longestLingeringMs)
    await this.#ended.promise
    clearTimeout(late)
  }

  /** Ends the thread, whatever it does. */
  kill(reason: string): void {
    this.#reason ??= reason
    this.#retreat()
    void this.#worker.terminate()
  }

  #send(message: ToThread): void {
    this.#port.postMessage(message)
  }

  /** What a thread sends amiss is a fault of its plugin. */
  #receiveTraced(message: FromThread): void {
    this.ground.fence.trace(() => this.#receive(message))
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'mounted':
        this.#slug = message.declaration.product.slug
        clearTimeout(this.#start)
        this.#mounting.resolve(message.declaration)
        break
      case 'refused':
        this.#reason = message.message
        this.#mounting.reject(new Refused(message.phase, message.message))
        break
      case 'settled':
        this.#running.get(message.id)?.settle(received(message.text))
        break
      case 'aborted':
        this.#hear(message.id)
        break
      case 'checked':
        if ('error' in message) this.#checks.get(message.id)?.reject(receivedError(message.error))
        else this.#checks.get(message.id)?.resolve(message.faults)
        break
      case 'ask':
        this.#answer(message.id, message.call, message.question)
        break
      case 'drop':
        for (const { answers } of this.#running.values()) answers.drop(message.id)
        break
      case 'askNow':
        this.#answerNow(message.id, message.call, message.question)
        break
      case 'log':
        this.#log(message.call, message.line)
        break
      case 'stray':
        this.ground.fence.stray(receivedError(message.error))
    }
  }

  #hear(id: number): void {
    const running = this.#running.get(id)
    if (running) running.hasHeard = true
  }

  #answer(id: number, call: number, question: Question): void {
    const running = this.#running.get(call)
    if (running) void running.answers.answer(id, question)
    else this.#send({ kind: 'answer', id, error: sentError(new Error('The call is over.')) })
  }

  #answerNow(id: number, call: number, question: QuestionNow): void {
    const provide = this.#running.get(call)?.provide
    this.#nowPort.postMessage({ id, result: provide && answerNow(provide, question) })
    Atomics.store(this.#nowCell, 0, id)
    Atomics.notify(this.#nowCell, 0)
  }

  #log(call: number | undefined, { level, message, fields }: Line): void {
    const provide =
      this.#running.get(call ?? 0)?.provide ?? this.ground.provideFor(this.#slug ?? this.ground.entry.package)
    provide(LOGGER)[level](message, fields)
  }

  /** Tells the thread; one that does not hear of it stands still, and one whose call lingers is worn. */
  #abort(id: number, endsAt: number): void {
    this.#send({ kind: 'abort', id })
    const leftMs = Math.max(0, endsAt - performance.now())
    setTimeout(() => {
      const isMounted = this.#slug !== undefined
      if (isMounted && this.#running.get(id)?.hasHeard === false) this.kill('It stood still when a call was to end.')
    }, leftMs + longestSilenceMs).unref()
    setTimeout(() => {
      if (this.#running.has(id)) this.#worn.resolve()
    }, leftMs + longestLingeringMs).unref()
  }

  #retreat(): void {
    this.#isFit = false
    this.#worn.resolve()
  }

  #end(reason: string): void {
    clearTimeout(this.#start)
    for (let last = receiveMessageOnPort(this.#port); last; last = receiveMessageOnPort(this.#port))
      this.#receiveTraced(last.message)
    this.#port.close()
    this.#nowPort.close()
    if (!this.#isRetired || this.#running.size > 0) this.ground.fence.threadEnded(reason)
    const error = new Error(`The thread of the product ended: ${reason}`)
    this.#mounting.reject(new Refused('import', reason))
    for (const check of this.#checks.values()) check.reject(error)
    for (const { settle } of [...this.#running.values()]) settle({ kind: 'bug', error })
    this.#ended.resolve()
    this.#retreat()
  }
}

/** What a run came to, as the thread wrote it down. */
function received(text: string): Settled {
  const settled = JSON.parse(text)
  return settled.kind === 'bug' ? { kind: 'bug', error: receivedError(settled.error) } : settled
}

/** Longest text of one line of what a plugin prints. */
const longestPrinted = 1_000

function printed(text: string): Line {
  return { level: 'info', message: 'printed', fields: { text: text.slice(0, longestPrinted) } }
}
