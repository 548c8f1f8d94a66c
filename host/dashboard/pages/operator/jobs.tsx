import { useState } from 'react'
import {
  type FailedJob,
  type InputMember,
  type Reasons,
  useCancelJob,
  useErrorRates,
  useFailedJobs,
  useReplay,
  useStoredFor,
  useWaitingJobs,
  type WaitingJob
} from '../../api/operator/operator.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded, together } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Empty } from '../../parts/page.js'
import { type Column, Table } from '../../parts/table.js'
import { Badge, Figures, Identified, Time } from '../../parts/values.js'
import { bytesText, capitalized, Live, words } from './texts.js'

/** The jobs that failed for good, which can be replayed, and those that wait, which can be cancelled. */
export function Jobs() {
  return (
    <div className="stack">
      <OpenRuns />
      <StoppedCalls />
      <FailedJobs />
      <WaitingJobs />
    </div>
  )
}

/** How many runs have not ended; the account of a run sees it under Runs. */
function OpenRuns() {
  return (
    <Card title="Open runs" aside={<Live />}>
      <Loaded query={useWaitingJobs()} lines={2}>
        {({ runs: { queued, running, oldestQueuedAt } }) => (
          <>
            <Figures
              figures={[
                ['Queued', queued],
                ['Running', running]
              ]}
            />
            {oldestQueuedAt !== null && (
              <p className="quiet">
                The run that waits longest was accepted <Time at={oldestQueuedAt} />.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Why hooks were refused, by the reason of the metric. */
const hookReasons: Readonly<Record<string, string>> = {
  token: 'Unknown URL',
  access: 'Off or paused',
  size: 'Body too large',
  signature: 'Wrong signature',
  body: 'Body of another form',
  rate: 'Too many calls',
  runs: 'Too many open runs, or a spent budget'
}

/** What was not started since this host has started. */
function StoppedCalls() {
  return (
    <Card title="Hooks and schedules since the host started" aside={<Live />}>
      <Loaded query={useErrorRates()} lines={2}>
        {({ hooksRefused, schedulesPaused }) => (
          <dl className="details">
            <dt>Calls of hooks that were refused</dt>
            <dd>{reasonsText(hooksRefused, hookReasons)}</dd>
            <dt>Schedules that were paused</dt>
            <dd>{reasonsText(schedulesPaused)}</dd>
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

function reasonsText(reasons: Reasons, names: Readonly<Record<string, string>> = {}): string {
  const texts = reasons.map(
    ({ reason, count }) => `${names[reason] ?? capitalized(words(reason))} (${count.toLocaleString('en')})`
  )
  return texts.join(', ') || 'None'
}

function FailedJobs() {
  const loaded = together(useFailedJobs(), useStoredFor('retention.deadLetterDays'))
  const replay = useReplay()
  return (
    <Card title="Failed jobs" aside={<Live />}>
      <ErrorNotice error={replay.error} />
      {replay.isSuccess && <Notice tone="good" title="The job is scheduled again." />}
      <Loaded query={loaded} lines={4}>
        {([letters, storedFor]) =>
          letters.length === 0 ? (
            <Empty title="No failed jobs">
              <p className="quiet">Jobs that failed in every attempt appear here.</p>
            </Empty>
          ) : (
            <>
              <p className="quiet">
                These jobs failed and are not retried automatically. To find out more than the error below, search the
                log of the host for the job ID. Once the cause is gone, run the job again; it may repeat what it did
                before it failed. A job that you leave alone is removed {storedFor.replace(' from ', ' after ')}.
              </p>
              <Table
                columns={[
                  { ...jobColumn, cell: job => <JobCell job={job} id={job.job} /> },
                  accountColumn,
                  { title: 'Error', isLong: true, cell: ErrorAndAttempts },
                  { title: 'Failed at', isLong: true, cell: ({ at }) => <Time at={at} format="precise" /> },
                  {
                    title: 'Actions',
                    isForButtons: true,
                    cell: job => (
                      <Button
                        isBusy={replay.isPending && replay.variables === job.id}
                        aria-label={`Run again: ${nameOf(job)}`}
                        onClick={() => replay.mutate(job.id)}
                      >
                        Run again
                      </Button>
                    )
                  }
                ]}
                rows={letters}
                keyOf={({ id }) => id}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function WaitingJobs() {
  const waiting = useWaitingJobs()
  const cancel = useCancelJob()
  const [chosen, choose] = useState<WaitingJob>()
  const close = () => choose(undefined)
  return (
    <Card title="Waiting jobs" aside={<Live />}>
      <Loaded query={waiting} lines={4}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Empty title="No waiting jobs">
              <p className="quiet">Scheduled jobs and jobs waiting for a retry appear here until they run.</p>
            </Empty>
          ) : (
            <Table
              columns={[
                jobColumn,
                accountColumn,
                { title: 'Due', isLong: true, cell: ({ dueAt }) => <Time at={dueAt} format="precise" /> },
                {
                  title: 'Actions',
                  isForButtons: true,
                  cell: job =>
                    job.account !== hostAccount &&
                    !job.isRun && (
                      <Button
                        aria-label={`Cancel ${nameOf(job)}`}
                        onClick={() => {
                          cancel.reset()
                          choose(job)
                        }}
                      >
                        Cancel
                      </Button>
                    )
                }
              ]}
              rows={jobs}
              keyOf={({ account, product, id }) => `${account} ${product} ${id}`}
            />
          )
        }
      </Loaded>
      {chosen && (
        <ConfirmDialog
          title="Cancel this job?"
          action="Cancel the job"
          mutation={cancel}
          confirm={() => cancel.mutate(chosen, { onSuccess: close })}
          close={close}
        >
          <p>The account is not told. A run that has begun continues.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** The account of the jobs of the host itself. */
const hostAccount = '@host'

type AnyJob = Omit<WaitingJob, 'id' | 'dueAt' | 'attempts'>

/** The columns that waiting and failed jobs begin with. */
const jobColumn: Column<AnyJob> = { title: 'Job', isLong: true, cell: job => <JobCell job={job} /> }
const accountColumn: Column<AnyJob> = {
  title: 'Account',
  isLong: true,
  cell: ({ account, email }) =>
    account === hostAccount ? (
      'None: a job of the host'
    ) : (
      <span className="stack tight">
        <span>{email ?? 'A deleted account'}</span>
        <Identified id={account}>Show account ID</Identified>
      </span>
    )
}

interface JobCellProps {
  readonly job: AnyJob
  /** By what the log of the host names it; left out where nobody has to look for it. */
  readonly id?: string
}

function JobCell({ job, id }: JobCellProps) {
  return (
    <span className="stack tight">
      <strong>{nameOf(job)}</strong>
      <span className="quiet" title={inputSizes(job.input)}>
        {job.isRun ? 'A run' : inputText(job.input)}
      </span>
      {id !== undefined && <Identified id={id}>Show job ID</Identified>}
    </span>
  )
}

/** What people call the action of a job, with its product. */
function nameOf({ product, action, productTitle, actionTitle }: AnyJob): string {
  return `${productTitle ?? (product === 'host' ? 'Host' : product)}: ${actionTitle ?? capitalized(words(action))}`
}

/** The members of an input, without their values. */
function inputText(input: readonly InputMember[]): string {
  if (input.length === 0) return 'Without input'
  return `Input ${input.length === 1 ? 'field' : 'fields'}: ${list.format(input.map(({ name }) => words(name)))} (${input.length === 1 ? 'value' : 'values'} hidden)`
}

const list = new Intl.ListFormat('en-GB')

function inputSizes(input: readonly InputMember[]): string {
  return input.map(({ name, bytes }) => `${words(name)}: ${bytesText(bytes)}`).join(', ')
}

function ErrorAndAttempts({ error, errorTitle, attempts }: FailedJob) {
  return (
    <span className="stack tight">
      <span>
        <Badge tone="danger">{capitalized(words(error))}</Badge>
      </span>
      {errorTitle !== null && !saysOnly(errorTitle, error) && <span>{errorTitle}</span>}
      <span className="quiet">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
    </span>
  )
}

/** Whether a sentence has no word but those of a code and "there is". */
function saysOnly(sentence: string, code: string): boolean {
  const said = sentence.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const known = new Set([...code.split('_'), 'there', 'is', 'are', 'a', 'an', 'the'])
  return said.every(word => known.has(word))
}
