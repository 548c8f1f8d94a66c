import type { Run } from '@product-host/sdk/client'
import { Badge, type BadgeTone } from '../../parts/values.js'

/** Where a run is, in words. */
export const statusTexts: Readonly<Record<Run['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled'
}

const tones: Readonly<Record<Run['status'], BadgeTone>> = {
  queued: 'plain',
  running: 'info',
  succeeded: 'good',
  failed: 'danger',
  cancelled: 'warning'
}

/** Where a run is. */
export function RunStatus({
  run: { status, cancelRequestedAt }
}: {
  readonly run: Pick<Run, 'status' | 'cancelRequestedAt'>
}) {
  const isStopping = status === 'running' && cancelRequestedAt !== undefined
  return <Badge tone={tones[status]}>{isStopping ? 'Stopping' : statusTexts[status]}</Badge>
}
