import type { Asks } from '@product-host/sdk'

/** How people speak of jobs that report in; our own collection. */
export const heartbeatAsks: Asks = {
  sentences: [
    'record a heartbeat for the nightly backup',
    'the backup job finished successfully',
    'the import job failed with exit code 2',
    'the sync job has started',
    'tell me when the backup does not report in by two in the morning',
    'are all my jobs alive',
    'which cron jobs are late or down',
    'check the heartbeats',
    'did the backup run last night',
    'expect a ping from the report job every hour with ten minutes of grace',
    'is any scheduled job overdue',
    'the job is done',
    'report that the export crashed',
    'signal that the sync began',
    'which monitors are down',
    'the cleanup run took too long',
    'is the night job healthy'
  ],
  cues: [
    'heartbeat',
    'heartbeats',
    'backup',
    'cron job',
    'job finished',
    'job started',
    'job failed',
    'check in',
    'report in',
    'overdue',
    'missed run',
    'dead man',
    'job is done',
    'job crashed',
    'job has',
    'monitors',
    'night job',
    'scheduled job',
    'ran successfully',
    'exit code'
  ]
}
