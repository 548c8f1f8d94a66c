import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { useActionNames, useCatalogue } from '../../api/products.js'
import { isOpen, type ListedRuns, useCancelAllRuns, useRuns } from '../../api/runs.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded } from '../../parts/loaded.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Time } from '../../parts/values.js'
import { RunStatus, statusTexts } from './status.js'

const statuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** The account's runs; the filters are part of the address. */
export function Runs() {
  const [filter, setFilter] = useFilter()
  const runs = useRuns(filter)
  const nameOf = useActionNames()
  const callers = useCallers()
  const found = runs.data?.pages.flatMap(page => page.runs) ?? []
  return (
    <Page title="Runs" lead="Actions that run in the background, and what they have answered.">
      <Filters filter={filter} change={setFilter} />
      <Card title="Latest runs" aside={found.some(isOpen) && <CancelAll />}>
        <Loaded query={runs} lines={10}>
          {() =>
            found.length > 0 ? (
              <Table
                columns={[
                  {
                    title: 'Action',
                    cell: ({ id, productId, action }) => <Link to={`/runs/${id}`}>{nameOf(productId, action)}</Link>
                  },
                  { title: 'Status', cell: run => <RunStatus run={run} /> },
                  { title: 'Started by', cell: ({ keyId }) => callers.nameOf(keyId) },
                  { title: 'Started', cell: ({ createdAt }) => <Time at={createdAt} format="clock" />, isNumber: true }
                ]}
                onNarrow="compact"
                rows={found}
                keyOf={({ id }) => id}
              />
            ) : runs.hasNextPage ? (
              <p className="quiet">None of the latest runs fits these filters.</p>
            ) : (
              <NoRuns isFiltered={filter.status !== '' || filter.product !== ''} />
            )
          }
        </Loaded>
        {runs.hasNextPage && (
          <Button isBusy={runs.isFetchingNextPage} onClick={() => runs.fetchNextPage()}>
            Show earlier runs
          </Button>
        )}
      </Card>
    </Page>
  )
}

function useFilter(): readonly [ListedRuns, (change: Partial<ListedRuns>) => void] {
  const query = new URLSearchParams(useSearch())
  const [path, navigate] = useLocation()
  const filter: ListedRuns = {
    status: statuses.find(status => status === query.get('status')) ?? '',
    product: query.get('product') ?? ''
  }
  const change = (changes: Partial<ListedRuns>) => {
    const given = Object.entries({ ...filter, ...changes }).filter(([, text]) => text !== '')
    navigate(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, { replace: true })
  }
  return [filter, change]
}

interface FiltersProps {
  readonly filter: ListedRuns
  readonly change: (change: Partial<ListedRuns>) => void
}

function Filters({ filter, change }: FiltersProps) {
  const products = useCatalogue().data?.products ?? []
  return (
    <div className="filters">
      <label>
        Status
        <select
          value={filter.status}
          onChange={({ target }) => change({ status: statuses.find(status => status === target.value) ?? '' })}
        >
          <option value="">Any status</option>
          {statuses.map(status => (
            <option key={status} value={status}>
              {statusTexts[status]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Product
        <select value={filter.product} onChange={({ target }) => change({ product: target.value })}>
          <option value="">All products</option>
          {products.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? 'No run fits these filters' : 'No runs yet'}>
      <p className="quiet">
        {isFiltered ? (
          <Link to="/runs">Show all runs</Link>
        ) : (
          <>
            Open an action of a <Link to="/products">product</Link> and choose “Run in the background”. A program sends
            the header <code>Prefer: respond-async</code> with its request.
          </>
        )}
      </p>
    </Empty>
  )
}

function CancelAll() {
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelAllRuns()
  const close = () => setAsking(false)
  return (
    <>
      <Button
        className="small"
        onClick={() => {
          cancel.reset()
          setAsking(true)
        }}
      >
        Cancel all open runs
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel all open runs?"
          action="Cancel all open runs"
          keep="Keep them"
          mutation={cancel}
          confirm={() => cancel.mutate(undefined, { onSuccess: close })}
          close={close}
        >
          <p>
            This concerns every run of your account that is queued or running, also those that this list does not show.
            Queued runs do not begin. Running actions are told to stop; what they have done stays.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
