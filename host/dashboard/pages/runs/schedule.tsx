import type { Firing, Schedule as OwnSchedule } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { useActionNames } from '../../api/products.js'
import { useChangeSchedule, useDeleteSchedule, useFirings, useRunSchedule, useSchedule } from '../../api/runs.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { DeleteButton } from '../../parts/dialog.js'
import { FoundPage, Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice, PausedNotice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Identified, Time } from '../../parts/values.js'
import { ChangeInput, ChangeSchedule } from './schedule-dialog.js'
import { ScheduleState } from './schedules.js'
import { timingText } from './timing.js'

/** One schedule: when it is due, why it is paused, what it runs, and what it did. */
export function Schedule() {
  const { id = '' } = useParams()
  const schedule = useSchedule(id)
  return (
    <FoundPage
      what="schedule"
      query={schedule}
      titleOf={({ name }) => name}
      back={<Link to="/schedules">Schedules</Link>}
    >
      {found => (
        <>
          {found.paused && <Paused schedule={found} paused={found.paused} />}
          <State schedule={found} />
          <Firings id={id} />
          {found.input !== undefined && (
            <Card title="Input" aside={<ChangeInput schedule={found} text="Change the input" />}>
              <Code text={JSON.stringify(found.input, null, 2)} language="json" label="The input of its runs" />
            </Card>
          )}
        </>
      )}
    </FoundPage>
  )
}

interface PausedProps {
  readonly schedule: OwnSchedule
  readonly paused: NonNullable<OwnSchedule['paused']>
}

function Paused({ schedule, paused }: PausedProps) {
  const { id, productId } = schedule
  const change = useChangeSchedule(id)
  if (paused.code === 'input_unreadable')
    return (
      <Notice tone="warning" title="The input of this schedule cannot be read">
        <p>The key that it was encrypted with is lost. Save the input again, and the schedule goes on.</p>
        <ChangeInput schedule={schedule} text="Save the input again" />
      </Notice>
    )
  return (
    <PausedNotice
      paused={paused}
      title="This schedule is paused"
      wait={{ title: 'This schedule waits', text: 'The schedule goes on by itself after that.', productId }}
      mutation={change}
      action="Resume the schedule"
      resume={() => change.mutate('resume')}
    >
      Resume it, and it runs in your name.
    </PausedNotice>
  )
}

const overlapTexts: Readonly<Record<OwnSchedule['overlap'], string>> = {
  skip: 'Skips the time',
  queue: 'Runs after it',
  allow: 'Runs beside it'
}
const missedTexts: Readonly<Record<OwnSchedule['missed'], string>> = {
  skip: 'Are left out',
  once: 'Are made up for by one run',
  all: 'Are made up for, at most 100'
}

function State({ schedule }: { readonly schedule: OwnSchedule }) {
  const { id, productId, action, cron, timezone, enabled, overlap, missed, keyId, next, lastRun } = schedule
  const nameOf = useActionNames()
  const callers = useCallers()
  const [isChanging, setChanging] = useState(false)
  const [, navigate] = useLocation()
  const change = useChangeSchedule(id)
  const run = useRunSchedule(id)
  return (
    <Card title="Schedule" aside={<ScheduleState schedule={schedule} />}>
      <dl className="details">
        <dt>Runs</dt>
        <dd>
          <Link to={`/products/${productId}?action=${action}`}>{nameOf(productId, action)}</Link>
        </dd>
        <dt>When</dt>
        <dd>
          {timingText(cron)}, {timezone}
        </dd>
        {next.length > 0 && (
          <>
            <dt>Next</dt>
            <dd>
              {next.map(at => (
                <div key={at}>
                  <time dateTime={at}>{inZone(at, timezone)}</time>
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>If the run before has not ended</dt>
        <dd>{overlapTexts[overlap]}</dd>
        <dt>Times that were missed</dt>
        <dd>{missedTexts[missed]}</dd>
        <dt>Decided by</dt>
        <dd>{callers.nameOf(keyId)}</dd>
        {lastRun !== undefined && (
          <>
            <dt>Last run</dt>
            <dd>
              <Link to={`/runs/${lastRun}`}>See it</Link>
            </dd>
          </>
        )}
      </dl>
      <Identified id={id}>Show schedule ID</Identified>
      <ErrorNotice error={change.error ?? run.error} />
      <div className="actions">
        <Button
          isBusy={run.isPending}
          onClick={() => run.mutate(undefined, { onSuccess: started => navigate(`/runs/${started.id}`) })}
        >
          Run now
        </Button>
        <Button onClick={() => setChanging(true)}>Change</Button>
        <Button isBusy={change.isPending} onClick={() => change.mutate({ enabled: !enabled })}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Delete id={id} />
      </div>
      {isChanging && <ChangeSchedule schedule={schedule} close={() => setChanging(false)} />}
    </Card>
  )
}

/** A time as it is in the time zone of the schedule. */
function inZone(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}

function Delete({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <DeleteButton what="schedule" mutation={useDeleteSchedule(id)} deleted={() => navigate('/schedules')}>
      <p>It starts nothing more. Runs that it has started go on.</p>
    </DeleteButton>
  )
}

function Firings({ id }: { readonly id: string }) {
  const firings = useFirings(id)
  const found = firings.data?.pages.flatMap(page => page.firings) ?? []
  return (
    <Card title="What it did">
      <Loaded query={firings} lines={4}>
        {() =>
          found.length === 0 ? (
            <p className="quiet">Nothing in the last days.</p>
          ) : (
            <Table
              columns={[
                { title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} format="exact" /> },
                { title: 'Outcome', cell: firing => <Outcome firing={firing} /> }
              ]}
              onNarrow="compact"
              rows={found}
              keyOf={({ dueAt }) => dueAt}
            />
          )
        }
      </Loaded>
      {firings.hasNextPage && (
        <Button isBusy={firings.isFetchingNextPage} onClick={() => firings.fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </Card>
  )
}

function Outcome({ firing: { run, skipped, times = 1 } }: { readonly firing: Firing }) {
  if (run !== undefined) return <Link to={`/runs/${run}`}>Started a run</Link>
  switch (skipped) {
    case 'overlap':
      return 'Skipped: the run before had not ended'
    case 'missed':
      return times > 1 ? `Missed, the last of ${times} times` : 'Missed'
    default:
      return 'Skipped: too many runs had not ended'
  }
}
