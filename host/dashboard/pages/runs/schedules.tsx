import type { Schedule } from '@product-host/sdk/client'
import { Link } from 'wouter'
import { useActionNames } from '../../api/products.js'
import { useSchedules } from '../../api/runs.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge, Time } from '../../parts/values.js'
import { timingText } from './timing.js'

/** What starts actions at given times. */
export function Schedules() {
  const schedules = useSchedules()
  const nameOf = useActionNames()
  return (
    <Page title="Schedules" lead="Actions that run in the background at given times.">
      <Card title="Your schedules">
        <Loaded query={schedules} lines={6}>
          {found =>
            found.length === 0 ? (
              <Empty title="No schedules yet">
                <p className="quiet">
                  Open an action of a <Link to="/products">product</Link>, fill in its form, and choose “Run on a
                  schedule”.
                </p>
              </Empty>
            ) : (
              <Table
                columns={[
                  { title: 'Name', cell: ({ id, name }) => <Link to={`/schedules/${id}`}>{name}</Link> },
                  { title: 'State', cell: schedule => <ScheduleState schedule={schedule} /> },
                  { title: 'Action', cell: ({ productId, action }) => nameOf(productId, action) },
                  { title: 'When', cell: ({ cron }) => timingText(cron) },
                  { title: 'Next', cell: ({ next: [next] }) => next && <Time at={next} />, isNumber: true }
                ]}
                onNarrow="compact"
                rows={found}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

/** Whether a schedule starts anything. */
export function ScheduleState({ schedule: { enabled, paused } }: { readonly schedule: Schedule }) {
  if (!enabled) return <Badge>Off</Badge>
  return paused ? <Badge tone="warning">Paused</Badge> : <Badge tone="good">On</Badge>
}
