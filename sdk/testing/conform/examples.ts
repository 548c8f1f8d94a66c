import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Action, Effect } from '../../action.js'
import type { Product } from '../../product.js'
import { type Check, compileInput } from '../../runtime/compile-schema.js'
import { effectsOf, soundInput } from '../../runtime/effects.js'
import type { AnyContext } from '../context.js'
import { attempt } from './attempt.js'
import type { BlockedWatch } from './blocked.js'
import { handedSecret, isLeak } from './secrets.js'
import { release, told, type Uses } from './watched-globals.js'

/** What the examples are run with. */
export interface ExampleOptions {
  /** Milliseconds in which a run of an action has to end. */
  readonly deadline: (action: string) => number
  readonly watch: BlockedWatch
  readonly newUses: (aheadMs?: number) => Uses
  /** Called with what is tried next. */
  readonly progress: (what: string, limitMs: number) => void
  /** Actions with a run that did not end; they are not run again. */
  readonly late: Set<string>
  /** `secrets`: no other fault is reported. */
  readonly looksFor?: 'everything' | 'secrets'
}

/**
 * What is wrong with the answers to a product's examples and its overview. All are run on a fresh store, and then on a second one on another
 * day by the machine's clock: what differs does not come from the input and the records.
 */
export async function exampleFailures(
  product: Product,
  fresh: () => AnyContext,
  { deadline, watch, newUses, progress, late, looksFor = 'everything' }: ExampleOptions
): Promise<readonly string[]> {
  const faults: string[] = []
  const calls = callsOf(product)
  const first = fresh()
  const before: Ended[] = []
  for (const { name, title, input } of calls) {
    if (late.has(name)) continue
    const where = `The example "${title}" of ${name}`
    progress(where, deadline(name))
    const effect = await watchEffect(first, product.actions[name], input)
    const running = watchRunning()
    const one = await running.during(() =>
      attempt(first, product, name, input, { runMs: deadline(name), watch, uses: newUses() })
    )
    const left = await running.left()
    const handed = one.fault === undefined ? await handedSecret(product, first) : undefined
    const fault = one.fault ?? handed
    if (fault && (looksFor === 'everything' || isLeak(fault))) faults.push(`${where} ${fault}${inputOf(one, input)}`)
    if (one.isLate) late.add(name)
    if (looksFor === 'secrets' || one.isLate) continue
    if (one.refused) faults.push(`${where} is refused: ${one.refused}`)
    const more = await effect.fault()
    if (more !== undefined) faults.push(`${where} ${more}`)
    if (left.length > 0) faults.push(`${where} leaves something running: ${left.join(', ')}.`)
    before.push({ name, where, input, ...one, state: await stateOf(first) })
  }
  if (looksFor === 'secrets') return faults
  const second = fresh()
  const differing = new Set<string>()
  for (const one of before) {
    if (late.has(one.name)) continue
    progress(one.where, deadline(one.name))
    const uses = newUses(aheadMs)
    const other = await attempt(second, product, one.name, one.input, { runMs: deadline(one.name), watch, uses })
    if (other.isLate) late.add(one.name)
    const pointer = one.fault === undefined ? difference(one.answer, other.answer) : undefined
    const record = differing.size === 0 ? difference(one.state, await stateOf(second)) : undefined
    const hint = uses.unsettable === undefined ? '' : ` It uses ${uses.unsettable}: use CLOCK.`
    if (pointer !== undefined) faults.push(`${one.where} gives two answers on two fresh stores, at ${pointer}.${hint}`)
    if (record !== undefined)
      faults.push(
        `${one.where} stores something else on a second fresh store, at ${record}.${hint || ' Take times and random values from CLOCK.'}`
      )
    if (pointer ?? record) differing.add(one.where)
  }
  for (const one of before)
    if (!late.has(one.name) && saysIdempotent(product.actions[one.name], one.input)) {
      const third = fresh()
      const again = async () => {
        await attempt(third, product, one.name, one.input, { runMs: deadline(one.name), watch, uses: newUses() })
        return keysOf(third)
      }
      const [once, twice] = [await again(), await again()]
      const key = twice.find(each => !once.includes(each))
      if (key !== undefined)
        faults.push(`${one.where} says that it is idempotent, and a second run with the same input adds ${key}.`)
    }
  return faults
}

/** How an example ended on the first store. */
interface Ended extends Awaited<ReturnType<typeof attempt>> {
  readonly name: string
  readonly where: string
  readonly input: Readonly<Record<string, unknown>>
  /** What was stored after it. */
  readonly state: unknown
}

/** By how much the machine's clock is ahead in the second run: another year, month, day of the week, hour and second. */
const aheadMs = (401 * 24 * 3_600 + 3_723) * 1_000 + 4

/** The input of a run that did not end: it is named, whatever its example is called. */
function inputOf({ isLate }: { readonly isLate?: true }, input: object): string {
  return isLate ? ` Input: ${JSON.stringify(input).slice(0, 300)}` : ''
}

/** A JSON Pointer to where two values differ first. */
function difference(one: unknown, other: unknown, pointer = '#'): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return pointer
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const name of names) {
    const found = difference(Reflect.get(one, name), Reflect.get(other, name), `${pointer}/${name}`)
    if (found !== undefined) return found
  }
  return pointer
}

function callsOf({ actions, overview }: Product) {
  const calls = Object.entries(actions).flatMap(([name, action]: [string, Action]) =>
    action.examples.map(({ title, input }) => ({ name, title, input }))
  )
  return overview ? [...calls, { name: overview.action, title: 'overview', input: overview.input }] : calls
}

/** Watches what a call does to the account's records and jobs, and whether it leaves the machine. */
export async function watchEffect(
  context: AnyContext,
  action: Action | undefined,
  input: Readonly<Record<string, unknown>>
): Promise<{
  /** The fault of a call that does more than its action says of this input. */
  fault(): Promise<string | undefined>
}> {
  const said = saidEffect(action, input)
  const before = said === 'read' ? await stateOf(context) : undefined
  const sent = () => context.requests.length + context.connections.length
  const sentBefore = sent()
  return {
    async fault() {
      if (said === undefined || typeof said === 'object') return said?.fault
      if (said !== 'external' && sent() > sentBefore)
        return `says that it does no more than ${said}, and leaves the machine.`
      if (said === 'read' && !isDeepStrictEqual(await stateOf(context), before))
        return 'says that it only reads, and changes what the account keeps.'
      return undefined
    }
  }
}

/** Whether an action that does more than read says that the same call twice leaves what one leaves. */
function saysIdempotent(action: Action | undefined, input: Readonly<Record<string, unknown>>): boolean {
  const sound = action && soundInput(checkOf(action), input)
  if (!sound || saidEffect(action, input) === 'read') return false
  return action.idempotentOf ? action.idempotentOf(sound) : action.idempotent === true
}

const strengths: readonly Effect[] = ['read', 'write', 'external']

/** The effect that an action says to have for an input, or what is wrong with what it says. Undefined for an input that is refused. */
function saidEffect(
  action: Action | undefined,
  input: Readonly<Record<string, unknown>>
): Effect | { readonly fault: string } | undefined {
  const sound = action && soundInput(checkOf(action), input)
  if (!sound) return undefined
  try {
    const { effect } = effectsOf(action, sound)
    if (!strengths.includes(effect)) return { fault: `has an effectOf that returns ${JSON.stringify(effect)}.` }
    if (strengths.indexOf(effect) > strengths.indexOf(action.effect))
      return { fault: `has an effectOf that returns "${effect}", which is more than its effect, "${action.effect}".` }
    return effect
  } catch (error) {
    return { fault: `has an effectOf or an idempotentOf that throws ${told(error)}.` }
  }
}

/** The records and the jobs of an account, as a sentence names them. */
async function keysOf({ storage, jobs }: AnyContext): Promise<readonly string[]> {
  const records = await storage.list('', { limit: 1000 })
  return [...records.map(({ key }) => `the record "${key}"`), ...jobs().map(({ id }) => `the job "${id}"`)]
}

const checks = new WeakMap<Action, Check>()

function checkOf(action: Action): Check {
  const check = checks.get(action) ?? compileInput(action.input)
  checks.set(action, check)
  return check
}

/** What an account has in a test: its records, jobs and schedules, by their keys. */
async function stateOf({ storage, jobs, schedules }: AnyContext): Promise<unknown> {
  const records = await storage.list('', { limit: 1000 })
  return {
    records: Object.fromEntries(records.map(({ key, value }) => [key, value])),
    jobs: Object.fromEntries(jobs().map(job => [job.id, job])),
    schedules: schedules()
  }
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
      const left = [...open.values()].filter(each => isAtWork(each.resource))
      for (const { resource } of left) release(resource)
      return [...new Set(left.map(({ kind }) => kind))]
    }
  }
}

/** A timer that holds no process up and fires once, such as that of `AbortSignal.timeout`, ends by itself; others go on. */
function isAtWork(resource: object): boolean {
  const holdsUp = !('hasRef' in resource) || typeof resource.hasRef !== 'function' || resource.hasRef() !== false
  const repeats = '_repeat' in resource && resource._repeat !== null
  return holdsUp || repeats
}
