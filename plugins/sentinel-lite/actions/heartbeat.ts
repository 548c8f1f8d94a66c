import { CLOCK, defineAction, SETTINGS } from '@product-host/sdk'
import { fleetAnswer, monitorAnswer } from '../heartbeat/check-answer.js'
import { HeartbeatDetail, HeartbeatMetrics } from '../heartbeat/detail.js'
import { hearAnswer } from '../heartbeat/hear-answer.js'
import { HeartbeatInput } from '../heartbeat/input.js'
import { heartbeatFaults } from '../heartbeat/input-faults.js'
import { Monitors } from '../heartbeat/monitors.js'
import { refuse } from '../parts.js'
import { slugified } from '../slug.js'
import { heartbeatAsks } from './heartbeat-asks.js'

/** Hears from a job, or tells how all jobs are. */
export const heartbeat = defineAction({
  title: 'Heartbeat of a job',
  description:
    'Records that a job started, succeeded or failed. When the next success does not come in time, the monitor goes late, ' +
    'then down, and an alert leaves, without anyone calling. The signal `check` reads the states and changes nothing.',
  effect: 'write',
  effectOf: ({ signal }) => (signal === 'check' ? 'read' : 'write'),
  idempotentOf: ({ signal }) => signal === 'check',
  input: HeartbeatInput,
  detail: HeartbeatDetail,
  metrics: HeartbeatMetrics,
  examples: [
    { title: 'A job without a name did its work', input: {} },
    {
      title: 'The nightly backup, expected at two in the morning',
      input: { name: 'backup', cron: '0 2 * * *', timezone: 'Europe/London', graceSeconds: 3600 }
    },
    { title: 'A run begins', input: { name: 'backup', signal: 'start', runId: 'run-1', maxRunSeconds: 1800 } },
    { title: 'It ended with an exit code', input: { name: 'backup', exitCode: 1, runId: 'run-1' } },
    { title: 'How are all monitors?', input: { signal: 'check' } }
  ],
  asks: heartbeatAsks,
  errors: { quota_exceeded: 'The monitor is new, and 100 are kept already; the signal was not recorded.' },
  needs: { settings: SETTINGS, clock: CLOCK, monitors: Monitors },

  async run(input, { settings, clock, monitors }) {
    refuse([...heartbeatFaults(input)])
    const { name, signal, exitCode, runId, message, progress, ...schedule } = input
    if (signal === 'check') {
      const all = await monitors.overview()
      if (name === undefined) return fleetAnswer(all)
      const one = await monitors.find(slugified(name))
      return monitorAnswer(one, all, clock.now())
    }
    const report = {
      signal: exitCode ? ('fail' as const) : signal,
      ...(runId !== undefined && { runId }),
      ...(exitCode !== undefined && { exitCode }),
      ...(message !== undefined && { message }),
      ...(progress !== undefined && { progress })
    }
    const heard = await monitors.hear(slugified(name ?? 'default'), report, schedule)
    return hearAnswer(heard, schedule, settings)
  }
})
