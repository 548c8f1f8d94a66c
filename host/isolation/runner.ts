import { setTimeout as delay } from 'node:timers/promises'
import { type Context, type Issue, LOGGER, type ProductDescription, type Settings } from '@product-host/sdk'
import type { Effects, Provide, Settled } from '@product-host/sdk/runtime'
import { ActiveMap } from '../base/active.js'
import { BatchedPort } from './batched-port.js'
import { launch, type RunnerConfig } from './launch.js'
import type { Launched } from './launched.js'
import {
  cell,
  type Declaration,
  type Described,
  type FromPlugin,
  fromSentError,
  type LogLine,
  Refused,
  type RpcRequest,
  type SyncRpcRequest,
  settledOf,
  type ToPlugin,
  toSentError
} from './messages.js'
import { droppedLine, OutputLimit, printedLine } from './output-limit.js'
import { answerNow, RpcServer } from './rpc-server.js'
import { ignoreProgress } from './served-product.js'
import { longestTurnMs, TurnWatch } from './turn-watch.js'

/** One call to run. */
interface RunnerCall {
  readonly action: string
  readonly input: unknown
  readonly context: Context
  readonly provide: Provide
  readonly settings?: Settings
  /** Milliseconds after which the call must have ended, even if its caller has gone. */
  readonly longestMs: number
}

/** A call whose thread or process has ended before it. */
interface Lost {
  readonly kind: 'lost'
  /**
   * `untaken`: it had not been taken · `held`: the thread was blocked, and went on with this call last · `waited`: it was blocked by
   * something else · `begun`: it ended otherwise.
   */
  readonly how: 'untaken' | 'held' | 'waited' | 'begun'
  readonly error: Error
}

interface Running {
  readonly rpc: RpcServer
  readonly provide: Provide
  readonly settle: (ended: Settled | Lost) => void
  readonly progress: Context['progress']
  /** The number of the message that began it. */
  readonly message: number
  /** It goes on after its deadline. */
  isOverdue: boolean
}

/** How long a call may run after its deadline, in milliseconds; after that its thread or process is replaced. */
const longestOverrunMs = 2_000

/** The longest that a call may take, in milliseconds. */
const longestCallMs = 300_000
/** How long the product may take to check settings, in milliseconds. */
const longestCheckMs = 5_000
/** How long the product may take to say what an action would do, in milliseconds. */
const longestEffectsMs = 500
/** What two readings of this machine's clock may differ by, in milliseconds. */
const sameClockMs = 1_000
/** Requests of a product that the host answers at the same time; further ones wait with the product where it is a process. */
const mostAnswers = 1_000

/** The host's side of one thread or process that runs a product. */
export class Runner {
  /** What the product declares. Rejects, in a sentence, when it cannot be served. */
  readonly mounted: Promise<Declaration>
  /** Resolves when another thread should replace it: a call overruns its deadline, or it accepts no more calls. */
  readonly mustBeReplaced: Promise<void>
  readonly #launched: Launched
  readonly #outbox: BatchedPort<ToPlugin>
  readonly #watch: TurnWatch
  readonly #mounting = Promise.withResolvers<Declaration>()
  readonly #mustBeReplaced = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #idle = Promise.withResolvers<void>()
  readonly #running = new ActiveMap<Running>()
  readonly #checks = new Map<number, PromiseWithResolvers<readonly Issue[]>>()
  readonly #effects = new ActiveMap<(effects: Effects | undefined) => void>()
  readonly #start: NodeJS.Timeout
  #described: Described = { version: 0, products: [] }
  #calls = 0
  #slug: string | undefined
  #acceptsCalls = true
  /** Why it is ended, if it does not end by itself. */
  #reason: string | undefined
  #isRetired = false
  #isBlocked = false
  /** How many answers the plugin is blocked for. */
  #answeringNow = 0
  #answering = 0
  /** What it prints and logs is bounded where it runs; a process may have another mind. */
  readonly #output = new OutputLimit(dropped => this.#writeLog(undefined, droppedLine(dropped)), 2)

  constructor(private readonly config: RunnerConfig) {
    const { longestStartMs } = config
    this.#launched = launch(config, {
      messages: batch => this.#receiveTraced(batch),
      printed: text => this.#log(undefined, printedLine(text)),
      exceeded: reason => this.kill(reason),
      ended: reason => this.#end(this.#reason ?? reason)
    })
    this.#outbox = new BatchedPort(this.#launched, (message, error) => this.#notSent(message, error))
    this.#watch = new TurnWatch(this.#launched.cells, {
      isBusy: () => this.#running.size + this.#checks.size + this.#effects.size > 0,
      isWaiting: () => this.#answeringNow > 0,
      nudge: () => this.#send({ kind: 'nudge' }),
      blocked: () => this.#block()
    })
    this.mounted = this.#mounting.promise
    this.mustBeReplaced = this.#mustBeReplaced.promise
    this.mounted.catch(() => undefined)
    this.#start = setTimeout(() => this.kill(`It was not imported within ${longestStartMs / 1000} s.`), longestStartMs)
  }

  /** Whether it accepts calls. */
  get acceptsCalls(): boolean {
    return this.#acceptsCalls
  }

  /** Runs an action; never rejects. */
  run({ action, input, context, provide, settings, longestMs }: RunnerCall): Promise<Settled | Lost> {
    const id = ++this.#calls
    const { account, requestId, signal, job, confirmed, progress } = context
    const endsAt = performance.now() + longestMs
    return new Promise(resolve => {
      const abort = () => this.#abort(id, endsAt)
      const settle = (ended: Settled | Lost) => {
        signal.removeEventListener('abort', abort)
        this.#running.remove(id)
        this.#endIfIdle()
        resolve(ended)
      }
      const answers = new RpcServer(provide, message => this.#send(message))
      signal.addEventListener('abort', abort, { once: true })
      const now = this.config.now()
      const message = this.#send({
        kind: 'run',
        id,
        action,
        input,
        account,
        requestId,
        ...(Math.abs(now - Date.now()) > sameClockMs && { now }),
        ...(job && { job }),
        ...(confirmed && { confirmed }),
        ...(progress !== ignoreProgress && { isFollowed: true }),
        ...(settings && { settings })
      })
      this.#running.add(id, { rpc: answers, provide, settle, progress, message, isOverdue: false })
    })
  }

  /** The issues that the product finds in settings. Rejects with what it throws, and if the thread ends before it answers. */
  async checkSettings(settings: Settings): Promise<readonly Issue[]> {
    const id = ++this.#calls
    const check = Promise.withResolvers<readonly Issue[]>()
    const late = setTimeout(() => this.kill('It did not check settings in time.'), longestCheckMs)
    this.#checks.set(id, check)
    this.#send({ kind: 'check', id, settings })
    try {
      return await check.promise
    } finally {
      clearTimeout(late)
      this.#checks.delete(id)
    }
  }

  /** What an action does with an input that was checked. Undefined if the thread is too busy to say, or ended. */
  async effectsOf(action: string, input: Readonly<Record<string, unknown>>): Promise<Effects | undefined> {
    if (!this.#acceptsCalls) return undefined
    const id = ++this.#calls
    const said = Promise.withResolvers<Effects | undefined>()
    const late = setTimeout(() => said.resolve(undefined), longestEffectsMs)
    this.#effects.add(id, said.resolve)
    this.#send({ kind: 'effects', id, action, input })
    try {
      return await said.promise
    } finally {
      clearTimeout(late)
      this.#effects.remove(id)
    }
  }

  /** Accepts no more calls, and ends when the running ones have ended. */
  async retire(): Promise<void> {
    this.#isRetired = true
    this.#refuseCalls()
    this.#endIfIdle()
    await this.#untilIdle()
    await this.close()
  }

  /** A process does not wait for calls that go on after their deadlines: it is ended with them. */
  #endIfIdle(): void {
    if (!this.#isRetired) return
    const isProcess = this.config.processConfig !== undefined
    if (this.#running.all().every(({ value }) => value.isOverdue && isProcess)) this.#idle.resolve()
  }

  /** Waits for the running calls, at most as long as a call may take: a call that never settles does not keep the thread. */
  async #untilIdle(): Promise<void> {
    const late = new AbortController()
    const limit = delay(longestCallMs, undefined, { ref: false, signal: late.signal }).catch(() => undefined)
    await Promise.race([this.#idle.promise, this.#ended.promise, limit])
    late.abort()
  }

  /** Ends the product's services and the thread, and waits for its end. */
  async close(): Promise<void> {
    this.#isRetired = true
    this.#send({ kind: 'close' })
    const late = setTimeout(() => this.kill('It did not close in time.'), longestOverrunMs)
    await this.#ended.promise
    clearTimeout(late)
  }

  /** Ends the thread at once. */
  kill(reason: string): void {
    this.#reason ??= reason
    this.#refuseCalls()
    this.#launched.terminate()
  }

  /** The number of the message. */
  #send(message: ToPlugin): number {
    this.#outbox.post(message)
    return this.#watch.sent()
  }

  /**
   * A call or an answer that cannot be sent is an error of who asked; nothing else can be refused. Another message goes in its place:
   * it was counted.
   */
  #notSent(message: ToPlugin, error: unknown): void {
    this.#outbox.post({ kind: 'nudge' })
    if (message.kind === 'run') this.#running.get(message.id)?.settle({ kind: 'bug', error })
    else if (message.kind === 'answer') this.#send({ kind: 'answer', id: message.id, error: toSentError(error) })
  }

  /** An invalid message is a fault of the plugin, which has then got at more than its services. */
  #receiveTraced(batch: readonly FromPlugin[]): void {
    try {
      for (const message of batch) this.config.resilience.trace(() => this.#receive(message))
    } catch (error) {
      this.config.resilience.unhandledError(error)
      this.kill('It sent an invalid message.')
    }
    if (this.#answering >= mostAnswers) this.#launched.hold(true)
  }

  #receive(message: FromPlugin): void {
    switch (message.kind) {
      case 'mounted':
        this.#slug = message.declaration.product.slug
        clearTimeout(this.#start)
        this.#watch.start()
        this.#mounting.resolve(message.declaration)
        break
      case 'refused':
        this.#reason = message.message
        this.#mounting.reject(new Refused(message.phase, message.message))
        break
      case 'settled':
        this.#running.get(message.id)?.settle(settledOf(message.text))
        break
      case 'progress':
        this.#running.get(message.id)?.progress(message.progress)
        break
      case 'checked':
        if ('error' in message) this.#checks.get(message.id)?.reject(fromSentError(message.error))
        else this.#checks.get(message.id)?.resolve(message.issues)
        break
      case 'effects':
        this.#effects.get(message.id)?.(message.effects)
        break
      case 'ask':
        this.#answer(message.id, message.call, message.question)
        break
      case 'drop':
        for (const { value } of this.#running.all()) value.rpc.drop(message.id)
        break
      case 'askNow':
        void this.#answerNow(message.id, message.call, message.question)
        break
      case 'log':
        this.#log(message.call, message.line)
        break
      case 'unhandled':
        this.config.resilience.unhandledError(fromSentError(message.error))
    }
  }

  #answer(id: number, call: number, question: RpcRequest): void {
    const running = this.#running.get(call)
    if (running) void this.#answerCounted(running.rpc.answer(id, question))
    else this.#send({ kind: 'answer', id, error: toSentError(new Error('The call is over.')) })
  }

  async #answerCounted(answer: Promise<void>): Promise<void> {
    this.#answering++
    await answer
    this.#answering--
    if (this.#answering === mostAnswers - 1) this.#launched.hold(false)
  }

  async #answerNow(id: number, call: number, question: SyncRpcRequest): Promise<void> {
    const provide = this.#running.get(call)?.provide
    this.#answeringNow++
    try {
      const result = provide && (await answerNow(provide, question, products => this.#versioned(products)))
      this.#launched.answerNow(id, { result })
    } catch (error) {
      this.#launched.answerNow(id, { error: toSentError(error) })
    } finally {
      this.#answeringNow--
    }
  }

  /** The host makes the description of a product once, so what is new is another object. */
  #versioned(products: readonly ProductDescription[]): Described {
    const { version, products: known } = this.#described
    const isKnown = products.length === known.length && products.every((product, index) => product === known[index])
    if (!isKnown) this.#described = { version: version + 1, products }
    return this.#described
  }

  #log(call: number | undefined, line: LogLine): void {
    if (this.#output.take(JSON.stringify(line).length)) this.#writeLog(call, line)
  }

  #writeLog(call: number | undefined, { level, message, fields }: LogLine): void {
    const provide =
      this.#running.get(call ?? 0)?.provide ?? this.config.provideFor(this.#slug ?? this.config.entry.package)
    provide(LOGGER)[level](message, fields)
  }

  #block(): void {
    this.#isBlocked = true
    this.kill(`Its event loop did not turn for ${longestTurnMs / 1000} s.`)
  }

  /** Tells the thread. A thread whose call overruns is replaced. */
  #abort(id: number, endsAt: number): void {
    this.#send({ kind: 'abort', id })
    const leftMs = Math.max(0, endsAt - performance.now())
    setTimeout(() => {
      const running = this.#running.get(id)
      if (!running) return
      running.isOverdue = true
      this.#mustBeReplaced.resolve()
      this.#endIfIdle()
    }, leftMs + longestOverrunMs).unref()
  }

  #lostHow(id: number, message: number): Lost['how'] {
    if (!this.#watch.hasTaken(message)) return 'untaken'
    if (!this.#isBlocked) return 'begun'
    return Atomics.load(this.#launched.cells, cell.call) === id ? 'held' : 'waited'
  }

  #refuseCalls(): void {
    this.#acceptsCalls = false
    this.#mustBeReplaced.resolve()
  }

  #end(reason: string): void {
    clearTimeout(this.#start)
    this.#watch.stop()
    this.#output.flush()
    if (!this.#isRetired || this.#running.size > 0) this.config.resilience.runnerEnded(reason)
    const error = new Error(`The ${this.config.entry.isolation} of the product ended: ${reason}`)
    this.#mounting.reject(new Refused('import', reason))
    for (const check of this.#checks.values()) check.reject(error)
    for (const { value: settle } of this.#effects.all()) settle(undefined)
    for (const { id, value } of this.#running.all())
      value.settle({ kind: 'lost', how: this.#lostHow(id, value.message), error })
    this.#ended.resolve()
    this.#refuseCalls()
  }
}
