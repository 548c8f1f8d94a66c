import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Action } from '../../action.js'
import type { Product } from '../../product.js'
import { compileInput } from '../../runtime/compile-schema.js'
import { effectsOf, soundInput } from '../../runtime/effects.js'
import type { AnyContext } from '../context.js'
import { attempt } from './attempt.js'
import { isLeak } from './secrets.js'

/**
 * What is wrong with the answers to a product's examples and its overview, each given on two fresh stores; `looksFor` may ask
 * for secrets alone.
 */
export async function exampleFailures(
  product: Product,
  fresh: () => AnyContext,
  deadline: (action: string) => number,
  looksFor: 'everything' | 'secrets' = 'everything'
): Promise<readonly string[]> {
  const [first, second] = [fresh(), fresh()]
  const faults: string[] = []
  for (const { name, title, input } of callsOf(product)) {
    const effect = await watchEffect(first)
    const running = watchRunning()
    const one = await running.during(() => attempt(first, product, name, input, deadline(name)))
    await anotherMoment()
    const other = await attempt(second, product, name, input, deadline(name))
    const where = `The example "${title}" of ${name}`
    if (one.fault && (looksFor === 'everything' || isLeak(one.fault))) faults.push(`${where} ${one.fault}`)
    const left = await running.left()
    if (looksFor === 'secrets') continue
    if (one.isLate || other.isLate) continue
    const key = await differingKey(first, second)
    if (key !== undefined)
      faults.push(
        `${where} stores other keys on a second fresh store, such as "${key}": use CLOCK instead of Date.now and Math.random.`
      )
    if (one.refused) faults.push(`${where} is refused: ${one.refused}`)
    if (!isDeepStrictEqual(one.answer, other.answer)) faults.push(`${where} gives two answers on two fresh stores.`)
    const more = await effect.fault(product.actions[name], input)
    if (more !== undefined) faults.push(`${where} ${more}`)
    if (left.length > 0) faults.push(`${where} leaves something running: ${left.join(', ')}.`)
  }
  return faults
}

/** Bound before any test replaces it. */
const { setTimeout } = globalThis

/** What a second run takes from the machine's clock is then something else. */
function anotherMoment(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 2))
}

/** A key of a record that only one of two stores has. */
async function differingKey(first: AnyContext, second: AnyContext): Promise<string | undefined> {
  const [one, other] = [await keysOf(first), await keysOf(second)]
  return other.find((key, index) => key !== one[index])
}

async function keysOf({ storage }: AnyContext): Promise<readonly string[]> {
  return (await storage.list('', { limit: 1000 })).map(({ key }) => key)
}

function callsOf({ actions, overview }: Product) {
  const calls = Object.entries(actions).flatMap(([name, action]: [string, Action]) =>
    action.examples.map(({ title, input }) => ({ name, title, input }))
  )
  return overview ? [...calls, { name: overview.action, title: 'overview', input: overview.input }] : calls
}

/** Watches what a call does to the account's records and jobs, and whether it leaves the machine. */
async function watchEffect(context: AnyContext): Promise<{
  /** The fault of a call that does more than its action says of this input. */
  fault(action: Action | undefined, input: Readonly<Record<string, unknown>>): Promise<string | undefined>
}> {
  const before = await stateOf(context)
  const requests = context.requests.length
  return {
    async fault(action, input) {
      if (!action) return undefined
      const said = effectsOf(action, soundInput(compileInput(action.input), input)).effect
      if (said !== 'external' && context.requests.length > requests)
        return `says that it does no more than ${said}, and leaves the machine.`
      if (said === 'read' && !isDeepStrictEqual(await stateOf(context), before))
        return 'says that it only reads, and changes what the account keeps.'
      return undefined
    }
  }
}

async function stateOf({ storage, jobs }: AnyContext): Promise<unknown> {
  return [await storage.list('', { limit: 1000 }), jobs()]
}

/** What keeps a process at work, by Node's names, and as a person calls it. */
const kinds: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a connection',
  TLSWRAP: 'a connection',
  PIPEWRAP: 'a connection',
  TCPSERVERWRAP: 'a server',
  PIPESERVERWRAP: 'a server',
  UDPWRAP: 'a datagram socket',
  PROCESSWRAP: 'a process',
  WORKER: 'a worker',
  FSEVENTWRAP: 'a file watcher',
  STATWATCHER: 'a file watcher'
}

/** Turns of the event loop in which a call may tidy up after its answer. */
const turns = 5

const calls = new AsyncLocalStorage<symbol>()

/** Records what a piece of work starts, and what of it still runs when the work has ended. */
function watchRunning(): {
  during<Result>(work: () => Promise<Result>): Promise<Result>
  /** What was left, as a person calls it; ends the watch. */
  left(): Promise<readonly string[]>
} {
  const mark = Symbol('call')
  const open = new Map<number, { readonly kind: string; readonly resource: object }>()
  const hook = createHook({
    init(id, type, _trigger, resource) {
      const kind = kinds[type]
      if (kind !== undefined && calls.getStore() === mark) open.set(id, { kind, resource })
    },
    destroy(id) {
      open.delete(id)
    }
  }).enable()
  return {
    during: work => calls.run(mark, work),
    async left() {
      for (let count = 0; count < turns; count++) await turn()
      hook.disable()
      return [...new Set([...open.values()].filter(each => isAtWork(each.resource)).map(({ kind }) => kind))]
    }
  }
}

/** A timer that holds no process up and fires once, such as that of `AbortSignal.timeout`, ends by itself; others go on. */
function isAtWork(resource: object): boolean {
  const holdsUp = !('hasRef' in resource) || typeof resource.hasRef !== 'function' || resource.hasRef() !== false
  const repeats = '_repeat' in resource && resource._repeat !== null
  return holdsUp || repeats
}
