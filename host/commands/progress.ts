import type { Tick } from '../storage/place.js'

/** How often progress is told, in milliseconds. */
const everyMs = 1_000

/** Tells on standard error how far a long piece of work is; a short one ends before it says anything. */
export function progress(what: string, total: number | undefined, things = 'records'): Tick {
  let toldAt = performance.now()
  return done => {
    if (performance.now() - toldAt < everyMs) return
    toldAt = performance.now()
    process.stderr.write(`${what}: ${done}${total === undefined ? '' : ` of ${total}`} ${things}\n`)
  }
}
