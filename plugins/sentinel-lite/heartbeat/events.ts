/** How many signals are kept of a monitor. */
const keptEvents = 100

/** Longest run whose length is measured. */
const longestRunMs = 72 * 3_600_000

/** So many reports of the same progress in a row are suspicious. */
const stuckAfter = 3

/** One signal as it came in. */
export interface Event {
  readonly at: number
  readonly signal: 'success' | 'start' | 'fail' | 'log'
  readonly runId?: string
  readonly exitCode?: number
  readonly message?: string
  readonly progress?: string
  readonly durationMs?: number
}

/** The events with one more, the newest last. */
export function withEvent(events: readonly Event[], event: Event): readonly Event[] {
  return [...events, event].slice(-keptEvents)
}

/** How long the run that ends with this event took: since the start of the same run, if that is known and within 72 hours. */
export function durationOf(events: readonly Event[], { at, runId }: Event): number | undefined {
  const started = events.findLast(event => event.runId === runId && event.signal !== 'log')
  if (started?.signal !== 'start' || at - started.at > longestRunMs) return undefined
  return at - started.at
}

/** Whether the newest reports of progress all say the same. */
export function isStuck(events: readonly Event[]): boolean {
  const reports = events.flatMap(({ progress }) => progress ?? []).slice(-stuckAfter)
  return reports.length === stuckAfter && new Set(reports).size === 1
}
