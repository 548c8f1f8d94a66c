import type { Answer } from '@product-host/sdk'

/** How a call under a time limit ended; `broken` where it rejected, which no product's answer does. */
export type Ended = { readonly answer: Answer } | 'timeout' | 'broken'

/** Runs a call with a signal of its own, and is free when the time is over, even where the call takes no notice. */
export async function within(
  ms: number,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<Answer>
): Promise<Ended> {
  const controller = new AbortController()
  const over = Promise.withResolvers<Ended>()
  const giveUp = () => {
    over.resolve('timeout')
    controller.abort()
  }
  if (outer.aborted) return 'timeout'
  const timer = setTimeout(giveUp, ms)
  outer.addEventListener('abort', giveUp, { once: true })
  const called = call(controller.signal).then(
    (answer): Ended => ({ answer }),
    (): Ended => 'broken'
  )
  try {
    return await Promise.race([over.promise, called])
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', giveUp)
  }
}
