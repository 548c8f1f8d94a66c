import 'reflect-metadata'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Context } from '@product-host/sdk'
import { type Effects, effectsOf, MountedProduct, makeClock, type Settled } from '@product-host/sdk/runtime'
import { ActiveMap } from '../base/active.js'
import { largestAnswer } from '../base/reply.js'
import { guardedFetch } from './guarded-fetch.js'
import { importFrom, providedTokens, requireProduct } from './import-plugin.js'
import type { HostChannel } from './launched.js'
import { declarationOf, type FromPlugin, type PluginStart, type Run, type ToPlugin, toSentError } from './messages.js'
import { droppedLine, limitStream, OutputLimit } from './output-limit.js'
import { RemoteServices } from './remote-services.js'
import { RpcClient } from './rpc-client.js'
import { ignoreProgress } from './served-product.js'

/** What a thread or a process that runs a plugin does: imports and mounts it, then runs what the host sends. */
export async function servePlugin(start: PluginStart, channel: HostChannel): Promise<void> {
  await new PluginServer(start, channel).serve()
}

class PluginServer {
  readonly #rpc: RpcClient
  readonly #services: RemoteServices
  readonly #aborts = new ActiveMap<AbortController>()
  /** The id of the call whose code runs. */
  readonly #running = new AsyncLocalStorage<number>()
  #hostNow: number | undefined

  constructor(
    private readonly start: PluginStart,
    private readonly channel: HostChannel
  ) {
    this.#rpc = new RpcClient(channel)
    const clock = makeClock(
      () => this.#hostNow ?? Date.now(),
      () => randomBytes(4).readUInt32BE() / 2 ** 32
    )
    const output = new OutputLimit(dropped => this.#rpc.send({ kind: 'log', line: droppedLine(dropped) }))
    this.#services = new RemoteServices(this.#rpc, clock, output)
    for (const stream of [process.stdout, process.stderr]) limitStream(stream, output)
  }

  async serve(): Promise<void> {
    this.#guardGlobals()
    process.on('unhandledRejection', error => this.#reportUnhandled(error))
    process.on('uncaughtException', error => this.#reportUnhandled(error))
    process.on('exit', () => this.#rpc.flush())
    const mounted = await this.#mount()
    this.channel.receive(batch => {
      for (const message of batch) setImmediate(() => this.#take(mounted, message))
      // In the same turn, after the last of them.
      setImmediate(() => this.#rpc.flush())
    })
  }

  /** Handles a message, and what follows from it before the next one, on behalf of its call. */
  #take(mounted: MountedProduct, message: ToPlugin): void {
    this.channel.taken(this.#callOf(message))
    this.#receive(mounted, message)
  }

  /** The call that a message is about; 0 when it is about none. */
  #callOf(message: ToPlugin): number {
    switch (message.kind) {
      case 'run':
      case 'abort':
        return message.id
      case 'answer':
      case 'text':
        return this.#rpc.callOf(message.id) ?? 0
      default:
        return 0
    }
  }

  /** Requests by global names go the way of EGRESS; a WebSocket could not. Modules such as `node:http` are not guarded. */
  #guardGlobals(): void {
    const egress = () => {
      const call = this.#running.getStore()
      return call === undefined ? undefined : this.#services.egress(call)
    }
    const value = guardedFetch(egress, fetch)
    Object.defineProperty(globalThis, 'fetch', { value, configurable: true, writable: true })
    for (const name of ['WebSocket', 'EventSource'])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true })
  }

  #reportUnhandled(error: unknown): void {
    this.#rpc.send({ kind: 'unhandled', error: toSentError(error) })
  }

  async #mount(): Promise<MountedProduct> {
    let phase: Extract<FromPlugin, { kind: 'refused' }>['phase'] = 'import'
    try {
      const module = await importFrom(this.start.package, this.start.parentUrl)
      phase = 'validate'
      const product = requireProduct(module)
      phase = 'mount'
      const made = new MountedProduct(product, {
        tokens: providedTokens,
        provide: this.#services.provideLifelong(),
        options: this.start.options
      })
      this.#services.mounted = made
      this.#rpc.send({ kind: 'mounted', declaration: declarationOf(made) })
      return made
    } catch (error) {
      this.#rpc.send({ kind: 'refused', phase, message: reasonOf(error) })
      return process.exit(0)
    }
  }

  #receive(mounted: MountedProduct, message: ToPlugin): void {
    switch (message.kind) {
      case 'run':
        void this.#run(mounted, message)
        break
      case 'abort':
        this.#aborts.get(message.id)?.abort(new DOMException('The call was cancelled.', 'AbortError'))
        break
      case 'check':
        this.#check(mounted, message)
        break
      case 'effects':
        this.#rpc.send({ kind: 'effects', id: message.id, effects: this.#effects(mounted, message) })
        break
      case 'answer':
        this.#rpc.answered(message)
        break
      case 'text':
        this.#rpc.written(message)
        break
      case 'nudge':
        break
      case 'close':
        void mounted.close().finally(() => process.exit(0))
    }
  }

  #check({ product }: MountedProduct, { id, settings }: Extract<ToPlugin, { kind: 'check' }>): void {
    try {
      this.#rpc.send({ kind: 'checked', id, issues: product.checkSettings?.(settings) ?? [] })
    } catch (error) {
      this.#rpc.send({ kind: 'checked', id, error: toSentError(error) })
    }
  }

  /** What an action does with an input; the most that it may do if its plugin throws. */
  #effects({ product }: MountedProduct, { action: name, input }: Extract<ToPlugin, { kind: 'effects' }>): Effects {
    const action = product.actions[name]
    if (!action) throw new Error(`There is no action "${name}".`)
    try {
      return effectsOf(action, input)
    } catch (error) {
      this.#reportUnhandled(error)
      return effectsOf(action)
    }
  }

  async #run(product: MountedProduct, call: Run): Promise<void> {
    const { id, action, input, account, requestId, job, confirmed, isFollowed } = call
    this.#hostNow = call.now
    const controller = new AbortController()
    this.#aborts.add(id, controller)
    const progress = isFollowed ? this.#reporterOf(id) : ignoreProgress
    const context = {
      account,
      requestId,
      signal: controller.signal,
      progress,
      ...(job && { job }),
      ...(confirmed && { confirmed })
    }
    const settled = await this.#running.run(id, () => product.run(action, input, context, this.#services.provide(call)))
    this.#aborts.remove(id)
    this.#rpc.post({ kind: 'settled', id, text: written(settled) })
  }

  /** Sends what an action reports, and only what can be sent. */
  #reporterOf(id: number): Context['progress'] {
    return ({ done, total, message }) => {
      const progress = {
        done: Number(done),
        ...(total !== undefined && { total: Number(total) }),
        ...(message !== undefined && { message: String(message) })
      }
      this.#rpc.send({ kind: 'progress', id, progress })
    }
  }
}

/** What code sees that asks for something which a process does not have. */
const withheldCodes = [
  'ERR_ACCESS_DENIED',
  'ERR_DLOPEN_DISABLED',
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'EPERM',
  'ENOENT'
]

/** Why a plugin cannot be served; where a process may be the cause, also what helps. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code, permission, resource } = error as Error & Readonly<Record<string, unknown>>
  if (!('permission' in process) || !withheldCodes.includes(String(code))) return message
  const place = resource ? ` for ${resource}` : ''
  const [reason = ''] =
    code === 'ERR_ACCESS_DENIED' ? [`its process has no ${permission}${place}`] : message.split('\n')
  return `${reason.replace(/\.$/, '')}. ${lackOfProcess}`
}

const lackOfProcess =
  'A process has its own package and the dependencies in its package.json: name others in "files", or choose the isolation "thread", which withholds nothing.'

/** The result of a run as JSON text; a result that is not JSON, or is too long, becomes a refusal. */
function written(settled: Settled): string {
  try {
    const text = JSON.stringify(settled.kind === 'bug' ? { kind: 'bug', error: toSentError(settled.error) } : settled)
    return text.length > largestAnswer ? JSON.stringify({ kind: 'too_large' } satisfies Settled) : text
  } catch {
    const issues = [{ pointer: '#', detail: 'is not JSON', fix: 'Return { summary, metrics, detail }.' }]
    return JSON.stringify({ kind: 'invalid_output', issues } satisfies Settled)
  }
}
