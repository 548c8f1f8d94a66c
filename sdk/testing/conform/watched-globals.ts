import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { Socket as DatagramSocket } from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'
import { format } from 'node:util'
import { bracketed, locationIn } from './code-location.js'

/** What one run uses of the process, past its tokens. */
export class Uses {
  /** What no run may do, the first of it: a sentence without its subject. */
  misuse: string | undefined
  /** Where the run took the time or a random number from the machine: what a test cannot set. */
  unsettable: string | undefined
  /** True once the run should have ended, and has not. */
  isOver = false
  /** The timers that the run has started by the global functions, and where. */
  readonly timers: { readonly timer: NodeJS.Timeout; readonly location: string | undefined }[] = []
  /** What the run printed by `console`. */
  readonly printed: string[] = []

  /** How far the machine's clock is ahead for the run, in milliseconds. */
  readonly aheadMs: number
  /** Called with what nobody caught: a promise that rejected, or an error in a timer or a listener. */
  readonly unhandled: (what: string) => void

  constructor({ aheadMs = 0, unhandled = () => undefined }: Partial<Pick<Uses, 'aheadMs' | 'unhandled'>> = {}) {
    this.aheadMs = aheadMs
    this.unhandled = unhandled
  }
}

const uses = new AsyncLocalStorage<Uses>()

/** Notices what a run uses of the process, while `watchingGlobals` does its work. */
export function noticing<Result>(used: Uses, run: () => Promise<Result>): Promise<Result> {
  return uses.run(used, run)
}

/** From now on, a run that is over keeps no process alive by what it starts: nothing else can end it. */
export function releaseLate(): void {
  if (isReleasing) return
  isReleasing = true
  createHook({
    init(_id, type, _trigger, resource) {
      if (!unheld.includes(type) && uses.getStore()?.isOver) queueMicrotask(() => release(resource))
    }
  }).enable()
}

let isReleasing = false

/** What keeps no process alive, by Node's names. */
const unheld = ['PROMISE', 'Microtask', 'TickObject']

/** Has a timer, a connection or a server keep no process alive. */
export function release(resource: object): void {
  if ('unref' in resource && typeof resource.unref === 'function') resource.unref()
}

/** How many proofs go on, and how what they replaced is put back. */
const watching: { proofs: number; restores: readonly (() => void)[] } = { proofs: 0, restores: [] }

/** Does a piece of work in which nothing that `noticing` runs sends a request past the guard of the host or ends the process. */
export async function watchingGlobals<Result>(work: () => Promise<Result>): Promise<Result> {
  if (watching.proofs++ === 0) {
    watching.restores = replacements.map(replace => replace()).reverse()
    syncBuiltinESMExports()
    process.on('unhandledRejection', rejected).on('uncaughtException', thrown)
  }
  try {
    return await work()
  } finally {
    if (--watching.proofs === 0) {
      process.off('unhandledRejection', rejected).off('uncaughtException', thrown)
      for (const restore of watching.restores) restore()
      syncBuiltinESMExports()
    }
  }
}

function rejected(reason: unknown): void {
  const used = uses.getStore()
  if (used) used.unhandled(`leaves a promise that rejects, and nobody handles it: ${told(reason)}.`)
  else endAsNode('unhandledRejection', reason)
}

function thrown(error: unknown, origin: string): void {
  if (origin !== 'uncaughtException') return
  const used = uses.getStore()
  if (used) used.unhandled(`throws outside its run, in a timer or a listener: ${told(error)}.`)
  else endAsNode('uncaughtException', error)
}

/** What is not of a run ends the process, unless somebody else listens, as it would without this listener. */
function endAsNode(event: 'unhandledRejection' | 'uncaughtException', error: unknown): void {
  if (process.listenerCount(event) > 1) return
  process.off('unhandledRejection', rejected).off('uncaughtException', thrown)
  setImmediate(() => {
    throw error
  })
}

/** An error in a few words, with its place. */
export function told(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error)
  return `${error.name}: ${error.message}${bracketed(locationIn(error.stack))}`
}

const { setImmediate } = globalThis

/** Each of them replaces something for a while, and returns how to put it back. */
const replacements: readonly (() => () => void)[] = [
  () =>
    replaced(globalThis, 'fetch', fetch => async (...parameters) => {
      if (!forbidden('sends a request by the global fetch', 'past the guard of the host; use EGRESS'))
        return fetch(...parameters)
      throw new TypeError('fetch failed', { cause: new Error('conform sends no request.') })
    }),
  () =>
    replaced(
      Socket.prototype,
      'connect',
      connect =>
        function (this: Socket, ...parameters: unknown[]) {
          if (!forbidden('opens a connection of its own', 'past the guard of the host; use EGRESS'))
            return Reflect.apply(connect, this, parameters)
          return this.destroy(new Error('conform opens no connection.'))
        } as Socket['connect']
    ),
  () =>
    replaced(
      DatagramSocket.prototype,
      'send',
      send =>
        function (this: DatagramSocket, ...parameters: unknown[]) {
          if (!forbidden('sends a datagram', 'past the guard of the host')) Reflect.apply(send, this, parameters)
        } as DatagramSocket['send']
    ),
  ...(
    ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveMx', 'resolveTxt', 'resolveAny', 'reverse'] as const
  ).flatMap(name => [() => replaced(dns, name, asking(name)), () => replaced(dns.promises, name, asking(name))]),
  () =>
    replaced(process, 'chdir', change => folder => {
      if (!forbidden('changes the folder of the process', 'which is that of the host')) change(folder)
    }),
  () =>
    replaced(process, 'kill', kill => (pid, signal) => {
      if (pid !== process.pid || signal === 0) return kill(pid, signal)
      return forbidden('ends the process by process.kill', 'which is that of the host') || kill(pid, signal)
    }),
  ...(['exit', 'abort', 'reallyExit'] as const).map(
    name => () =>
      replaced(process as unknown as Record<typeof name, (code?: number) => never>, name, end => code => {
        if (!forbidden(`ends the process by process.${name}`, 'which is that of the host'))
          return end.call(process, code)
        throw new Error(`conform does not end the process by process.${name}.`)
      })
  ),
  ...(['log', 'info', 'warn', 'error', 'debug', 'dir', 'table', 'trace'] as const).map(
    name => () =>
      replaced(console as Record<typeof name, (...values: unknown[]) => void>, name, print => (...values) => {
        uses.getStore()?.printed.push(format(...values))
        print.apply(console, values)
      })
  ),
  ...(['setTimeout', 'setInterval'] as const).map(
    name => () =>
      replaced(globalThis as unknown as Record<typeof name, StartTimer>, name, start =>
        Object.assign((...parameters: unknown[]) => {
          const timer = start(...parameters)
          uses.getStore()?.timers.push({ timer, location: locationIn(new Error().stack) })
          return timer
        }, symbolsOf(start))
      )
  ),
  () =>
    replaced(Math, 'random', random => () => {
      unsettable('Math.random')
      return random()
    }),
  () => replaced(globalThis, 'Date', watchedDate)
]

type StartTimer = (...parameters: unknown[]) => NodeJS.Timeout

/** What `promisify` knows of a function. */
function symbolsOf(start: StartTimer): object {
  return Object.fromEntries(Object.getOwnPropertySymbols(start).map(symbol => [symbol, Reflect.get(start, symbol)]))
}

/** Where a run has started a timer that keeps the process alive, if it is still set; it no longer does. */
export function releasedTimer({ timers }: Uses): { readonly location: string | undefined } | undefined {
  const left = timers.filter(({ timer }) => timer.hasRef() && isSet(timer))
  for (const { timer } of left) timer.unref()
  return left[0]
}

/** Whether a timer will fire: Node marks one that has fired or was cleared. */
function isSet(timer: NodeJS.Timeout): boolean {
  return !('_destroyed' in timer && timer._destroyed === true)
}

/** A function of node:dns of which a run is refused the use; without a callback it is refused by a promise. */
function asking<Ask>(name: string): (ask: Ask) => Ask {
  return ask => {
    if (typeof ask !== 'function') return ask
    const watched = (...parameters: unknown[]) => {
      if (isIP(String(parameters[0])) !== 0) return Reflect.apply(ask, dns, parameters)
      if (!forbidden(`asks the DNS by node:dns (${name})`, 'past the guard of the host; use EGRESS'))
        return Reflect.apply(ask, dns, parameters)
      const refused = new Error('conform asks no DNS.')
      const callback = parameters.at(-1)
      if (typeof callback !== 'function') return Promise.reject(refused)
      process.nextTick(() => callback(refused))
    }
    return watched as Ask
  }
}

/** Notes what a run may not do. False outside runs. */
function forbidden(what: string, why: string): boolean {
  const used = uses.getStore()
  if (!used) return false
  used.misuse ??= `${what}${bracketed(locationIn(new Error().stack))}, ${why}.`
  return true
}

function unsettable(what: string): Uses | undefined {
  const used = uses.getStore()
  if (used && used.unsettable === undefined) {
    const location = locationIn(new Error().stack)
    if (location !== undefined) used.unsettable = `${what} (${location})`
  }
  return used
}

/** The `Date` of JavaScript, but for the time that a run takes from it. */
function watchedDate(own: DateConstructor): DateConstructor {
  const now = (what: string) => own.now() + (unsettable(what)?.aheadMs ?? 0)
  const watched: DateConstructor = new Proxy(own, {
    get: (target, name, receiver) => (name === 'now' ? () => now('Date.now') : Reflect.get(target, name, receiver)),
    apply: () => new own(now('Date')).toString(),
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now('new Date')], made === watched ? target : made)
  })
  return watched
}

/** Replaces a member of an object; returns how to put it back as it was. */
function replaced<Target extends object, Name extends keyof Target>(
  object: Target,
  name: Name,
  replace: (own: Target[Name]) => Target[Name]
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(object, name)
  const value = replace(object[name])
  const enumerable = descriptor?.enumerable ?? false
  Object.defineProperty(object, name, { configurable: true, enumerable, writable: true, value })
  return () => {
    if (descriptor) Object.defineProperty(object, name, descriptor)
    else Reflect.deleteProperty(object, name)
  }
}
