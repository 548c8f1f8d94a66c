import type { WebhookEndpoint } from '@product-host/sdk/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useEndpoints } from '../../api/webhooks/endpoints.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge } from '../../parts/values.js'
import { eventsText, NewEndpoint } from './endpoint-dialog.js'

/** Where the account is told of events. */
export function Endpoints() {
  const endpoints = useEndpoints()
  const [isMaking, setMaking] = useState(false)
  const add = (
    <Button tone="primary" onClick={() => setMaking(true)}>
      Add an address
    </Button>
  )
  return (
    <Page title="Webhooks" lead="Signed messages that tell your own servers what happens in this account.">
      <Card title="Your addresses">
        <Loaded query={endpoints} lines={6}>
          {found =>
            found.length === 0 ? (
              <Empty title="No webhooks yet">
                <p className="quiet">Add the address of a server of yours, and it is told when a run has ended.</p>
                {add}
              </Empty>
            ) : (
              <>
                <Table
                  columns={[
                    { title: 'Address', cell: endpoint => <EndpointLink endpoint={endpoint} /> },
                    { title: 'State', cell: endpoint => <EndpointState endpoint={endpoint} /> },
                    { title: 'Events', cell: ({ events }) => eventsText(events) }
                  ]}
                  onNarrow="compact"
                  rows={found}
                  keyOf={({ id }) => id}
                />
                <div className="actions">{add}</div>
              </>
            )
          }
        </Loaded>
      </Card>
      {isMaking && <NewEndpoint close={() => setMaking(false)} />}
    </Page>
  )
}

/** The name of an address, if it has one, and the address itself. */
export function EndpointLink({ endpoint: { id, url, description } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <>
      <Link to={`/webhook-endpoints/${id}`}>{description ?? url}</Link>
      {description !== undefined && <div className="quiet">{url}</div>}
    </>
  )
}

/** Whether anything is sent to an address, and arrives. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { enabled, paused, failingSince } = endpoint
  if (!enabled) return <Badge>Off</Badge>
  if (paused) return <Badge tone="warning">Paused</Badge>
  return failingSince === undefined ? <Badge tone="good">On</Badge> : <Badge tone="warning">Failing</Badge>
}
