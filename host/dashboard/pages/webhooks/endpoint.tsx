import type { WebhookDelivery, WebhookEndpoint } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import {
  useChangeEndpoint,
  useDeleteEndpoint,
  useDeliveries,
  useEndpoint,
  useRenewSecret,
  useSend
} from '../../api/webhooks/endpoints.js'
import { Button } from '../../parts/button.js'
import { DeleteButton } from '../../parts/dialog.js'
import { FoundPage, Loaded } from '../../parts/loaded.js'
import { ErrorNotice, PausedNotice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge, Identified, Time, wholeMs } from '../../parts/values.js'
import { ChangeEndpoint, eventsText, NewSecret } from './endpoint-dialog.js'
import { EndpointState } from './endpoints.js'

/** One address that is told of events: why it is paused, what decides about it, and what was sent to it. */
export function Endpoint() {
  const { id = '' } = useParams()
  const endpoint = useEndpoint(id)
  return (
    <FoundPage
      what="webhook address"
      query={endpoint}
      titleOf={({ description = 'Webhook address' }) => description}
      back={<Link to="/webhook-endpoints">Webhooks</Link>}
    >
      {found => (
        <>
          {found.paused && <Paused id={id} paused={found.paused} />}
          <State endpoint={found} />
          <Deliveries endpoint={found} />
        </>
      )}
    </FoundPage>
  )
}

interface PausedProps {
  readonly id: string
  readonly paused: NonNullable<WebhookEndpoint['paused']>
}

function Paused({ id, paused }: PausedProps) {
  const change = useChangeEndpoint(id)
  return (
    <PausedNotice
      paused={paused}
      title="Nothing is sent to this address"
      mutation={change}
      action="Switch it on again"
      resume={() => change.mutate({ enabled: true })}
    >
      What happens meanwhile is stored, and can be sent later.
    </PausedNotice>
  )
}

function State({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, url, events, enabled, keyId, failingSince, previousSecretUntil } = endpoint
  const callers = useCallers()
  const [isChanging, setChanging] = useState(false)
  const [secret, setSecret] = useState<string>()
  const change = useChangeEndpoint(id)
  const renew = useRenewSecret(id)
  return (
    <Card title="Address" aside={<EndpointState endpoint={endpoint} />}>
      <dl className="details">
        <dt>Address</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>Events</dt>
        <dd>{eventsText(events)}</dd>
        <dt>Decided by</dt>
        <dd>{callers.nameOf(keyId)}</dd>
        {failingSince !== undefined && (
          <>
            <dt>Failing since</dt>
            <dd>
              <Time at={failingSince} format="exact" />
            </dd>
          </>
        )}
        {previousSecretUntil !== undefined && Date.parse(previousSecretUntil) > Date.now() && (
          <>
            <dt>Also signed with the secret before, until</dt>
            <dd>
              <Time at={previousSecretUntil} format="exact" />
            </dd>
          </>
        )}
      </dl>
      <Identified id={id}>Show endpoint ID</Identified>
      <ErrorNotice error={change.error ?? renew.error} />
      <div className="actions">
        <Button onClick={() => setChanging(true)}>Change</Button>
        <Button
          isBusy={renew.isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: made => setSecret(made.secret) })}
        >
          New secret
        </Button>
        <Button isBusy={change.isPending} onClick={() => change.mutate({ enabled: !enabled })}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Delete id={id} />
      </div>
      {isChanging && (
        <ChangeEndpoint
          endpoint={endpoint}
          close={made => {
            setChanging(false)
            setSecret(made)
          }}
        />
      )}
      {secret !== undefined && <NewSecret secret={secret} close={() => setSecret(undefined)} />}
    </Card>
  )
}

function Delete({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <DeleteButton what="address" mutation={useDeleteEndpoint(id)} deleted={() => navigate('/webhook-endpoints')}>
      <p>Nothing more is sent to it, and the list of what was sent is deleted.</p>
    </DeleteButton>
  )
}

const dayMs = 24 * 60 * 60 * 1000

function Deliveries({ endpoint: { id, enabled, paused } }: { readonly endpoint: WebhookEndpoint }) {
  const deliveries = useDeliveries(id)
  const send = useSend(id)
  const found = deliveries.data?.pages.flatMap(page => page.deliveries) ?? []
  const isSending = enabled && !paused
  return (
    <Card title="What was sent">
      <ErrorNotice error={send.error} />
      <div className="actions">
        <Button isBusy={send.isPending} onClick={() => send.mutate('test')}>
          Send a test
        </Button>
        {isSending && (
          <Button
            isBusy={send.isPending}
            onClick={() => send.mutate({ since: new Date(Date.now() - dayMs).toISOString() })}
          >
            Send the last 24 hours again
          </Button>
        )}
      </div>
      <Loaded query={deliveries} lines={4}>
        {() =>
          found.length === 0 ? (
            <p className="quiet">Nothing in the last days.</p>
          ) : (
            <Table
              columns={[
                { title: 'When', cell: ({ at }) => <Time at={at} format="exact" /> },
                { title: 'Event', cell: ({ type, attempt }) => (attempt > 1 ? `${type}, attempt ${attempt}` : type) },
                { title: 'Outcome', cell: delivery => <Outcome delivery={delivery} /> },
                { title: 'Time', cell: ({ ms }) => `${wholeMs(ms)} ms`, isNumber: true },
                {
                  title: 'Send again',
                  cell: ({ eventId, type }) =>
                    isSending &&
                    type !== 'webhook.test' && (
                      <Button isBusy={send.isPending} onClick={() => send.mutate({ event: eventId })}>
                        Send again
                      </Button>
                    )
                }
              ]}
              onNarrow="compact"
              rows={found}
              keyOf={({ eventId, at, attempt }) => `${eventId} ${at} ${attempt}`}
            />
          )
        }
      </Loaded>
      {deliveries.hasNextPage && (
        <Button isBusy={deliveries.isFetchingNextPage} onClick={() => deliveries.fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </Card>
  )
}

function Outcome({ delivery: { status, httpStatus, error } }: { readonly delivery: WebhookDelivery }) {
  if (status === 'delivered') return <Badge tone="good">Delivered</Badge>
  const reason = httpStatus === undefined ? (error ?? '') : `answered ${httpStatus}`
  return (
    <>
      <Badge tone="warning">Failed</Badge> {reason.replaceAll('_', ' ')}
    </>
  )
}
