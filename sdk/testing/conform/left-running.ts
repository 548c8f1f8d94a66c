import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'

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

/** Watches what a piece of work begins, and what of it goes on when the work is over. */
export function watchRunning(): {
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
