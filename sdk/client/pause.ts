/** How often and how patiently a call is tried. */
export interface Patience {
  /** Tries in all, the first among them. */
  readonly tries: number
  /** The first pause lasts this long at most, each further one twice as long, in milliseconds. */
  readonly pauseMs: number
  /** No pause lasts longer, but for what the host asks for. */
  readonly longestPauseMs: number
}

/** Three more tries within some seconds. */
export const usualPatience: Patience = { tries: 4, pauseMs: 250, longestPauseMs: 8_000 }

/**
 * Milliseconds to wait after a try that failed, counted from 1: anything up to a bound that doubles (full jitter, so that many
 * callers do not come back at the same moment), on top of what the host asked for.
 */
export function pauseAfter(
  tryNumber: number,
  retryAfterSeconds: number | undefined,
  { pauseMs, longestPauseMs }: Patience,
  chance: number
): number {
  const bound = Math.min(longestPauseMs, pauseMs * 2 ** (tryNumber - 1))
  return (retryAfterSeconds ?? 0) * 1_000 + chance * bound
}

/** Waits, or rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
