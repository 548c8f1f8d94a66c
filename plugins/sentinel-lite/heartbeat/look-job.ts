import type { JobChange } from '@product-host/sdk'
import type { Judgement } from './judgement.js'

/** Milliseconds before each further try of a look at a monitor that a fault of the host prevented. */
const delaysMs = [10_000, 60_000, 300_000, 900_000, 3_600_000]

/** The job that looks at a monitor when its state may change by itself; none where it cannot. */
export function lookJob({ monitor: { name }, standing: { holdsUntil } }: Judgement): JobChange {
  const id = `heartbeat.${name}`
  if (holdsUntil === undefined) return { cancel: id }
  return { schedule: { id, at: holdsUntil, action: 'look_at_heartbeat', input: { name }, retry: { delaysMs } } }
}
