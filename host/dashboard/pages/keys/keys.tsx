import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { type ConnectedApp, useApps, useDisconnectApp } from '../../api/apps.js'
import { type ApiKey, useKeys } from '../../api/keys.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Time } from '../../parts/values.js'
import { CreatedKey } from './created-key.js'
import { KeyTable } from './key-table.js'
import { NewKey } from './new-key.js'
import { RevokeAllKeys } from './revoke-all-keys.js'

/** The API keys of the account. */
export function Keys() {
  const keys = useKeys()
  const [created, setCreated] = useState<ApiKey>()
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const isAsked = search.has('new')
  // The dialog stays when the address changes: going back asks first whether a key is lost.
  useEffect(() => {
    if (!isAsked) return
    setCreating(true)
    setSearch({}, { replace: true })
  }, [isAsked, setSearch])
  const close = () => setCreating(false)
  return (
    <Page
      title="API keys"
      lead="A program needs an API key to call products as your account. Create one key for each program."
      aside={
        <Button tone="primary" onClick={() => setCreating(true)}>
          Create a key
        </Button>
      }
    >
      {created && <CreatedKey created={created} close={() => setCreated(undefined)} />}
      {isCreating && <NewKey close={close} />}
      <Card title="Your keys">
        <Loaded query={keys} lines={4}>
          {({ pages }) =>
            pages[0]?.keys.length === 0 ? (
              <Empty title="No keys yet">
                <p className="quiet">When you create a key, it is shown once, with a call to try it.</p>
              </Empty>
            ) : (
              <>
                <KeyTable keys={pages.flatMap(page => page.keys)} showCreated={setCreated} />
                {(keys.hasNextPage || pages.flatMap(page => page.keys).length > 1) && (
                  <div className="actions">
                    {keys.hasNextPage && (
                      <Button isBusy={keys.isFetchingNextPage} onClick={() => keys.fetchNextPage()}>
                        Show more
                      </Button>
                    )}
                    {pages.flatMap(page => page.keys).length > 1 && <RevokeAllKeys />}
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
      <ConnectedApps />
    </Page>
  )
}

/** The apps that the account has connected by OAuth; each can be disconnected. */
function ConnectedApps() {
  const apps = useApps()
  const [chosen, choose] = useState<ConnectedApp>()
  return (
    <Card title="Connected apps" id="apps">
      <Loaded query={apps}>
        {list =>
          list.length === 0 ? (
            <p className="quiet">
              No app is connected. An app such as an AI assistant appears here once you have allowed it.{' '}
              <Link to="/developers/guides/agents">How to connect an assistant</Link>
            </p>
          ) : (
            <Table
              columns={[
                { title: 'App', cell: ({ name }) => <strong>{name}</strong> },
                {
                  title: 'Allows',
                  cell: ({ scopes }) => (scopes.includes('*:execute') ? 'Every product' : scopes.join(', '))
                },
                { title: 'Connected', cell: ({ createdAt }) => <Time at={createdAt} format="day" /> },
                {
                  title: 'Last used',
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never')
                },
                {
                  title: 'Actions',
                  isForButtons: true,
                  cell: app => (
                    <button
                      type="button"
                      className="small danger"
                      aria-label={`Disconnect ${app.name}`}
                      onClick={() => choose(app)}
                    >
                      Disconnect
                    </button>
                  )
                }
              ]}
              onNarrow="titled"
              rows={list}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      {chosen && <Disconnect app={chosen} close={() => choose(undefined)} />}
    </Card>
  )
}

function Disconnect({ app, close }: { readonly app: ConnectedApp; readonly close: () => void }) {
  const disconnect = useDisconnectApp(app.id)
  return (
    <ConfirmDialog
      title={`Disconnect “${app.name}”?`}
      action="Disconnect the app"
      mutation={disconnect}
      confirm={() => disconnect.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <p>Within five seconds, the host refuses the app. To use it again, connect it again in the app.</p>
    </ConfirmDialog>
  )
}
