import type { Hook, Schedule, WebhookEndpoint } from '@product-host/sdk/client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useChangeSchedule, useDeleteSchedule, useSchedules } from '../api/runs.js'
import { useChangeEndpoint, useDeleteEndpoint, useEndpoints } from '../api/webhooks/endpoints.js'
import { useChangeHook, useDeleteHook, useHooks } from '../api/webhooks/hooks.js'
import { Button } from '../parts/button.js'
import { DeleteButton } from '../parts/dialog.js'
import { Loaded } from '../parts/loaded.js'
import { ErrorNotice } from '../parts/notice.js'
import { Card, Page } from '../parts/page.js'
import { Table } from '../parts/table.js'
import { ChangeInput } from './runs/schedule-dialog.js'
import { EndpointLink } from './webhooks/endpoints.js'

/** What has stopped and needs its owner: whoever decided on it may do so no more, or its input cannot be decrypted. */
export function Paused() {
  return (
    <Page
      title="Paused"
      lead="What has stopped because the password was changed, all sessions were signed out, a key has ended, or an input cannot be read any more."
    >
      <Part
        title="Schedules"
        query={useSchedules()}
        isPaused={({ paused }) => paused?.resumes === false || paused?.code === inputUnreadable}
        link={({ id, name }) => <Link to={`/schedules/${id}`}>{name}</Link>}
        actions={schedule => <ScheduleActions schedule={schedule} />}
      />
      <Part
        title="Hooks"
        query={useHooks()}
        isPaused={({ paused }) => paused?.resumes === false}
        link={({ id, name }) => <Link to={`/hooks/${id}`}>{name}</Link>}
        actions={hook => <HookActions hook={hook} />}
      />
      <Part
        title="Webhooks"
        query={useEndpoints()}
        isPaused={({ paused }) => paused !== undefined}
        link={endpoint => <EndpointLink endpoint={endpoint} />}
        actions={endpoint => <EndpointActions endpoint={endpoint} />}
      />
    </Page>
  )
}

interface PartProps<Item> {
  readonly title: string
  readonly query: UseQueryResult<readonly Item[], Error>
  readonly isPaused: (item: Item) => boolean
  readonly link: (item: Item) => ReactNode
  readonly actions: (item: Item) => ReactNode
}

function Part<Item extends { readonly id: string }>({ title, query, isPaused, link, actions }: PartProps<Item>) {
  return (
    <Card title={title}>
      <Loaded query={query} lines={2}>
        {all => {
          const paused = all.filter(isPaused)
          return paused.length === 0 ? (
            <p className="quiet">None is paused.</p>
          ) : (
            <Table
              columns={[
                { title: 'Name', cell: link },
                { title: 'What to do', cell: actions }
              ]}
              onNarrow="compact"
              rows={paused}
              keyOf={({ id }) => id}
            />
          )
        }}
      </Loaded>
    </Card>
  )
}

/** The code of a schedule whose input cannot be decrypted: it goes on when the input is saved again. */
const inputUnreadable = 'input_unreadable'

function ScheduleActions({ schedule }: { readonly schedule: Schedule }) {
  const { id, paused } = schedule
  const change = useChangeSchedule(id)
  const deletion = (
    <DeleteButton what="schedule" mutation={useDeleteSchedule(id)}>
      <p>It starts nothing more. Runs that it has started go on.</p>
    </DeleteButton>
  )
  if (paused?.code === inputUnreadable)
    return (
      <div className="actions">
        <ChangeInput schedule={schedule} text="Save the input again" />
        {deletion}
      </div>
    )
  return (
    <Actions resume={() => change.mutate('resume')} mutation={change}>
      {deletion}
    </Actions>
  )
}

function HookActions({ hook: { id } }: { readonly hook: Hook }) {
  const change = useChangeHook(id)
  return (
    <Actions resume={() => change.mutate('resume')} mutation={change}>
      <DeleteButton what="hook" mutation={useDeleteHook(id)}>
        <p>Its URL ends at once. Calls that were accepted and have not begun fail.</p>
      </DeleteButton>
    </Actions>
  )
}

function EndpointActions({ endpoint: { id } }: { readonly endpoint: WebhookEndpoint }) {
  const change = useChangeEndpoint(id)
  return (
    <Actions resume={() => change.mutate({ enabled: true })} mutation={change}>
      <DeleteButton what="address" mutation={useDeleteEndpoint(id)}>
        <p>Nothing more is sent to it, and the list of what was sent is deleted.</p>
      </DeleteButton>
    </Actions>
  )
}

interface ActionsProps {
  readonly resume: () => void
  readonly mutation: { readonly isPending: boolean; readonly error: Error | null }
  readonly children: ReactNode
}

function Actions({ resume, mutation: { isPending, error }, children }: ActionsProps) {
  return (
    <>
      <ErrorNotice error={error} />
      <div className="actions">
        <Button isBusy={isPending} onClick={resume}>
          Resume
        </Button>
        {children}
      </div>
    </>
  )
}
