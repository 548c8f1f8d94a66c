import type { Event } from './events.js'
import type { Monitor } from './monitor.js'

/** A monitor after a signal. A success with a `runId` leaves the run of another id open; a failure ends whatever runs. */
export function withSignal({ run, ...monitor }: Monitor, { signal, at, runId }: Event): Monitor {
  const heard = { ...monitor, pings: monitor.pings + 1 }
  switch (signal) {
    case 'log':
      return { ...heard, ...(run && { run }) }
    case 'start':
      return { ...heard, run: { startedAt: at, ...(runId !== undefined && { runId }) } }
    case 'fail':
      return { ...heard, outcome: 'fail', streak: 0 }
    case 'success': {
      const isAnother = run?.runId !== undefined && runId !== undefined && run.runId !== runId
      return {
        ...heard,
        outcome: 'success',
        lastSuccessAt: at,
        streak: heard.streak + 1,
        ...(isAnother && run && { run })
      }
    }
  }
}
