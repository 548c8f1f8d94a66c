import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import { MountedProduct, makeClock, prepareChecks, type Settled } from '@product-host/sdk/runtime'
import { providedTokens } from '../execution/provided-tokens.js'
import { importFrom } from '../products/import-from.js'
import { requireProduct } from '../products/require-product.js'
import { largestAnswer } from '../reply.js'
import { Asking } from './asking.js'
import { declarationOf } from './declaration.js'
import { sentError } from './errors.js'
import { Handles } from './handles.js'
import type { FromThread, Run, ThreadData, ToThread } from './messages.js'

/** What a thread that runs a product does: imports and mounts it, then runs what the host sends. */
const data: ThreadData = workerData
const asking = new Asking(data)
const aborts = new Map<number, AbortController>()
let hostNow: number | undefined
const clock = makeClock(
  () => hostNow ?? Date.now(),
  () => randomBytes(4).readUInt32BE() / 2 ** 32
)
const handles = new Handles(asking, clock)

const stray = (error: unknown) => asking.send({ kind: 'stray', error: sentError(error) })
process.on('unhandledRejection', stray)
process.on('uncaughtException', stray)

data.port.ref()
const mounted = await mount()
data.port.on('message', (message: ToThread) => receive(mounted, message))
void prepareChecks(mounted.checks)

async function mount(): Promise<MountedProduct> {
  let phase: Extract<FromThread, { kind: 'refused' }>['phase'] = 'import'
  try {
    const module = await importFrom(data.package, data.parentUrl)
    phase = 'judge'
    const product = requireProduct(module.default)
    phase = 'mount'
    const made = new MountedProduct(product, {
      tokens: providedTokens,
      provide: handles.provideLifelong(),
      options: data.options
    })
    asking.send({ kind: 'mounted', declaration: declarationOf(made) })
    return made
  } catch (error) {
    asking.send({ kind: 'refused', phase, message: error instanceof Error ? error.message : String(error) })
    return process.exit(0)
  }
}

function receive(product: MountedProduct, message: ToThread): void {
  switch (message.kind) {
    case 'run':
      void run(product, message)
      break
    case 'abort':
      aborts.get(message.id)?.abort(new DOMException('The call was given up.', 'AbortError'))
      asking.send({ kind: 'aborted', id: message.id })
      break
    case 'check':
      check(product, message)
      break
    case 'answer':
      asking.answered(message)
      break
    case 'close':
      void product.close().finally(() => process.exit(0))
  }
}

function check({ product }: MountedProduct, { id, settings }: Extract<ToThread, { kind: 'check' }>): void {
  try {
    asking.send({ kind: 'checked', id, faults: product.checkSettings?.(settings) ?? [] })
  } catch (error) {
    asking.send({ kind: 'checked', id, error: sentError(error) })
  }
}

async function run(product: MountedProduct, call: Run): Promise<void> {
  const { id, action, input, account, requestId, job } = call
  hostNow = call.now
  const controller = new AbortController()
  aborts.set(id, controller)
  const context = { account, requestId, signal: controller.signal, ...(job && { job }) }
  const settled = await product.run(action, input, context, handles.provide(call))
  aborts.delete(id)
  asking.send({ kind: 'settled', id, text: written(settled) })
}

/** What a run came to as JSON; what is no JSON, or too much of it, is refused here and goes no further. */
function written(settled: Settled): string {
  try {
    const text = JSON.stringify(settled.kind === 'bug' ? { kind: 'bug', error: sentError(settled.error) } : settled)
    return text.length > largestAnswer ? refused(`is longer than ${largestAnswer} characters`) : text
  } catch {
    return refused('is not JSON')
  }
}

function refused(detail: string): string {
  const faults = [{ pointer: '#', detail, fix: 'Return { summary, metrics, detail }.' }]
  return JSON.stringify({ kind: 'invalid_output', faults } satisfies Settled)
}
