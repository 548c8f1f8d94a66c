import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket as DatagramSocket } from 'node:dgram'
import { Socket } from 'node:net'
import { format } from 'node:util'
import { bracketed, locationIn } from './code-location.js'

/** What one run uses of the process, past its tokens. */
export class Uses {
  /** What no run may do, the first of it: a sentence without its subject. */
  misuse: string | undefined
  /** Where the run took the time or a random number from the machine: what a test cannot set. */
  unsettable: string | undefined
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

/** How many proofs go on, and how what they replaced is put back. */
const watching: { proofs: number; restores: readonly (() => void)[] } = { proofs: 0, restores: [] }

/** Does a piece of work in which nothing that `noticing` runs sends a request past the guard of the host or ends the process. */
export async function watchingGlobals<Result>(work: () => Promise<Result>): Promise<Result> {
  if (watching.proofs++ === 0) {
    watching.restores = replacements.map(replace => replace()).reverse()
    process.on('unhandledRejection', rejected).on('uncaughtException', thrown)
  }
  try {
    return await work()
  } finally {
    if (--watching.proofs === 0) {
      process.off('unhandledRejection', rejected).off('uncaughtException', thrown)
      for (const restore of watching.restores) restore()
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
  () =>
    replaced(Math, 'random', random => () => {
      unsettable('Math.random')
      return random()
    }),
  () => replaced(globalThis, 'Date', watchedDate)
]

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
  Object.defineProperty(object, name, { configurable: true, enumerable: true, writable: true, value })
  return () => {
    if (descriptor) Object.defineProperty(object, name, descriptor)
    else Reflect.deleteProperty(object, name)
  }
}
