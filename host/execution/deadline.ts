/** Why a call was given up. */
export type GivenUp = 'deadline' | 'gone' | 'stopping'

/** How a piece of work under a deadline ended. */
export type Ended<Result> = { readonly result: Result } | { readonly givenUp: GivenUp }

/** Aborts what still runs when the host stops; the reason tells it from a caller that has gone. */
export const stopping: GivenUp = 'stopping'

/**
 * Runs work with a signal that aborts at the deadline or with the outer signal, and frees the caller then even if the work
 * goes on: what becomes of it afterwards is handed to `late`, so that no rejection is lost.
 */
export async function withDeadline<Result>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  late: (outcome: PromiseSettledResult<Result>) => void
): Promise<Ended<Result>> {
  const controller = new AbortController()
  const given = Promise.withResolvers<Ended<Result>>()
  let isOver = false
  const giveUp = (givenUp: GivenUp) => {
    isOver = true
    controller.abort(new DOMException(`The call was given up: ${givenUp}.`, 'AbortError'))
    given.resolve({ givenUp })
  }
  const onOuter = () => giveUp(outer.reason === stopping ? 'stopping' : 'gone')
  if (outer.aborted) {
    onOuter()
    return given.promise
  }
  const timer = setTimeout(giveUp, ms, 'deadline')
  outer.addEventListener('abort', onOuter, { once: true })
  const done = work(controller.signal).then(
    value => {
      if (isOver) late({ status: 'fulfilled', value })
      return { result: value }
    },
    (reason: unknown) => {
      if (!isOver) throw reason
      late({ status: 'rejected', reason })
      return given.promise
    }
  )
  try {
    return await Promise.race([done, given.promise])
  } finally {
    isOver = true
    clearTimeout(timer)
    outer.removeEventListener('abort', onOuter)
  }
}
