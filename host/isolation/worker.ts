import 'reflect-metadata'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import type { Context } from '@product-host/sdk'
import { type Effects, effectsOf, MountedProduct, makeClock, type Settled } from '@product-host/sdk/runtime'
import { largestAnswer } from '../base/reply.js'
import { guardedFetch } from './guarded-fetch.js'
import { importFrom, providedTokens, requireProduct } from './import-plugin.js'
import {
  cell,
  declarationOf,
  type FromThread,
  type Run,
  type ThreadData,
  type ToThread,
  toThreadError
} from './messages.js'
import { limitStream, OutputLimit } from './output-limit.js'
import { RemoteServices } from './remote-services.js'
import { RpcClient } from './rpc-client.js'
import { ignoreProgress } from './served-product.js'

/** What a thread that runs a product does: imports and mounts it, then runs what the host sends. */
const data: ThreadData = workerData
const rpc = new RpcClient(data)
const aborts = new Map<number, AbortController>()
let hostNow: number | undefined
const clock = makeClock(
  () => hostNow ?? Date.now(),
  () => randomBytes(4).readUInt32BE() / 2 ** 32
)
const output = new OutputLimit(dropped =>
  rpc.send({
    kind: 'log',
    line: { level: 'warn', message: 'output of the plugin beyond the limit was dropped', fields: { ...dropped } }
  })
)
const services = new RemoteServices(rpc, clock, output)
/** The id of the call whose code runs. */
const running = new AsyncLocalStorage<number>()
guardGlobals()
for (const stream of [process.stdout, process.stderr]) limitStream(stream, output)
refuseSignals()

const reportUnhandled = (error: unknown) => rpc.send({ kind: 'unhandled', error: toThreadError(error) })
process.on('unhandledRejection', reportUnhandled)
process.on('uncaughtException', reportUnhandled)
process.on('exit', () => rpc.flush())

data.port.ref()
const mounted = await mount()
data.port.on('message', (batch: readonly ToThread[]) => {
  for (const message of batch) setImmediate(take, message)
})

/** Handles a message, and what follows from it before the next one, on behalf of its call. */
function take(message: ToThread): void {
  Atomics.add(data.cells, cell.taken, 1)
  Atomics.store(data.cells, cell.call, callOf(message))
  receive(mounted, message)
}

/** The call that a message is about; 0 when it is about none. */
function callOf(message: ToThread): number {
  switch (message.kind) {
    case 'run':
    case 'abort':
      return message.id
    case 'answer':
    case 'text':
      return rpc.callOf(message.id) ?? 0
    default:
      return 0
  }
}

/** Requests by global names go the way of EGRESS; a WebSocket could not. Modules such as `node:http` are not guarded. */
function guardGlobals(): void {
  const egress = () => {
    const call = running.getStore()
    return call === undefined ? undefined : services.egress(call)
  }
  Object.defineProperty(globalThis, 'fetch', { value: guardedFetch(egress, fetch), configurable: true, writable: true })
  for (const name of ['WebSocket', 'EventSource'])
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true })
}

/** A signal that a plugin in a thread sends to its own process would end the host. */
function refuseSignals(): void {
  const value = () => {
    throw new Error('A plugin in a thread cannot send signals: its process is the host.')
  }
  for (const name of ['kill', '_kill']) Object.defineProperty(process, name, { value })
}

async function mount(): Promise<MountedProduct> {
  let phase: Extract<FromThread, { kind: 'refused' }>['phase'] = 'import'
  try {
    const module = await importFrom(data.package, data.parentUrl)
    phase = 'validate'
    const product = requireProduct(module)
    phase = 'mount'
    const made = new MountedProduct(product, {
      tokens: providedTokens,
      provide: services.provideLifelong(),
      options: data.options
    })
    services.mounted = made
    rpc.send({ kind: 'mounted', declaration: declarationOf(made) })
    return made
  } catch (error) {
    rpc.send({ kind: 'refused', phase, message: error instanceof Error ? error.message : String(error) })
    return process.exit(0)
  }
}

function receive(product: MountedProduct, message: ToThread): void {
  switch (message.kind) {
    case 'run':
      void run(product, message)
      break
    case 'abort':
      aborts.get(message.id)?.abort(new DOMException('The call was cancelled.', 'AbortError'))
      break
    case 'check':
      check(product, message)
      break
    case 'effects':
      rpc.send({ kind: 'effects', id: message.id, effects: effects(product, message) })
      break
    case 'answer':
      rpc.answered(message)
      break
    case 'text':
      rpc.written(message)
      break
    case 'nudge':
      break
    case 'close':
      void product.close().finally(() => process.exit(0))
  }
}

function check({ product }: MountedProduct, { id, settings }: Extract<ToThread, { kind: 'check' }>): void {
  try {
    rpc.send({ kind: 'checked', id, issues: product.checkSettings?.(settings) ?? [] })
  } catch (error) {
    rpc.send({ kind: 'checked', id, error: toThreadError(error) })
  }
}

/** What an action does with an input; the most that it may do if its plugin throws. */
function effects(
  { product }: MountedProduct,
  { action: name, input }: Extract<ToThread, { kind: 'effects' }>
): Effects {
  const action = product.actions[name]
  if (!action) throw new Error(`There is no action "${name}".`)
  try {
    return effectsOf(action, input)
  } catch (error) {
    reportUnhandled(error)
    return effectsOf(action)
  }
}

async function run(product: MountedProduct, call: Run): Promise<void> {
  const { id, action, input, account, requestId, job, confirmed, isFollowed } = call
  hostNow = call.now
  const controller = new AbortController()
  aborts.set(id, controller)
  const progress = isFollowed ? reporterOf(id) : ignoreProgress
  const context = {
    account,
    requestId,
    signal: controller.signal,
    progress,
    ...(job && { job }),
    ...(confirmed && { confirmed })
  }
  const settled = await running.run(id, () => product.run(action, input, context, services.provide(call)))
  aborts.delete(id)
  rpc.post({ kind: 'settled', id, text: written(settled) })
}

/** Sends what an action reports, and only what can be sent. */
function reporterOf(id: number): Context['progress'] {
  return ({ done, total, message }) => {
    const progress = {
      done: Number(done),
      ...(total !== undefined && { total: Number(total) }),
      ...(message !== undefined && { message: String(message) })
    }
    rpc.send({ kind: 'progress', id, progress })
  }
}

/** The result of a run as JSON text; a result that is not JSON, or is too long, becomes a refusal. */
function written(settled: Settled): string {
  try {
    const text = JSON.stringify(settled.kind === 'bug' ? { kind: 'bug', error: toThreadError(settled.error) } : settled)
    return text.length > largestAnswer ? JSON.stringify({ kind: 'too_large' } satisfies Settled) : text
  } catch {
    const issues = [{ pointer: '#', detail: 'is not JSON', fix: 'Return { summary, metrics, detail }.' }]
    return JSON.stringify({ kind: 'invalid_output', issues } satisfies Settled)
  }
}
