import { CLOCK, defineAction, InvalidInput, SETTINGS, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import {
  HeartbeatDetail,
  HeartbeatMetrics,
  heartbeatViews,
  monitorAnswer,
  overviewAnswer,
  signalAnswer
} from '../heartbeat/answers.js'
import { HeartbeatInput, heartbeatIssues } from '../heartbeat/input.js'
import { Monitors } from '../heartbeat/monitors.js'
import intents from './intents.json' with { type: 'json' }

/** Records a signal of a job, or reports the states of all jobs. */
export const heartbeat = defineAction({
  title: 'Record a heartbeat',
  description:
    'Records that a job started, succeeded or failed. When the next success does not come in time, the monitor goes late, ' +
    'then down, and an alert leaves, without anyone calling. The signal check reads the states and changes nothing.',
  effect: 'write',
  effectOf: ({ signal }) => (signal === 'check' ? 'read' : 'write'),
  idempotentOf: ({ signal }) => signal === 'check',
  input: HeartbeatInput,
  detail: Type.Object(HeartbeatDetail.properties, { 'x-view': heartbeatViews }),
  metrics: HeartbeatMetrics,
  decisiveFields: [
    'signal',
    'exitCode',
    'periodSeconds',
    'graceSeconds',
    'cron',
    'timezone',
    'maxRunSeconds',
    'minRunSeconds'
  ],
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
  intents: intents.heartbeat,
  errors: { quota_exceeded: 'The monitor is new, and 100 are stored already; the signal was not recorded.' },
  needs: { settings: SETTINGS, clock: CLOCK, monitors: Monitors },

  async run(input, { settings, clock, monitors }) {
    const issues = [...heartbeatIssues(input)]
    if (isFilled(issues)) throw new InvalidInput(issues)
    const { name, signal, exitCode, runId, message, progress, ...schedule } = input
    if (signal === 'check') {
      const all = await monitors.overview()
      if (name === undefined) return overviewAnswer(all)
      const one = await monitors.find(await monitors.nameOf(name))
      return monitorAnswer(one, all, clock.now())
    }
    const report = {
      signal: exitCode ? ('fail' as const) : signal,
      ...(runId !== undefined && { runId }),
      ...(exitCode !== undefined && { exitCode }),
      ...(message !== undefined && { message }),
      ...(progress !== undefined && { progress })
    }
    const recorded = await monitors.record(name ?? 'default', report, schedule)
    return signalAnswer(recorded, schedule, settings)
  }
})
