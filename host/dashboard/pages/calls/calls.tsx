import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { type CallFilter, useCalls, useRecording, useSetRecording } from '../../api/calls.js'
import { useCatalogue } from '../../api/products.js'
import { Button, Switch } from '../../parts/button.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import { CallerChoice } from '../usage/caller-choice.js'
import { CallTable, NamedCallDialog, useCallNames } from './call-table.js'
import { LostOutcomes } from './lost-outcomes.js'

const statuses = [
  ['', 'Any result'],
  ['2xx', 'Succeeded'],
  ['4xx', 'Refused'],
  ['5xx', 'Failed']
] as const

const filterNames = ['requestId', 'product', 'action', 'status', 'key', 'from', 'to'] as const

/** The log of the account's calls; the filters, or one call that is shown, are part of the address. */
export function Calls() {
  const [isFollowed, setFollowed] = useState(false)
  const [filter, setFilter] = useFilter()
  const calls = useCalls(filter, isFollowed)
  const named = new URLSearchParams(useSearch()).get('call')
  const names = useCallNames()
  return (
    <Page title="Calls" lead="Calls of the last 30 days, up to the latest 10,000.">
      <LostOutcomes />
      <Filters filter={filter} change={setFilter} />
      <Card title="Latest calls" aside={<Switch label="Live" isOn={isFollowed} change={setFollowed} />}>
        <Loaded query={calls} lines={10}>
          {({ pages }) => {
            const found = pages.flatMap(page => page.calls)
            const skipped = pages.reduce((sum, page) => sum + page.skipped, 0)
            return (
              <>
                {skipped > 0 && (
                  <p className="quiet">
                    {skipped.toLocaleString('en')} more calls were too many at once to be listed. They are counted under{' '}
                    <Link to="/usage">usage</Link>.
                  </p>
                )}
                {found.length === 0 ? (
                  <NoCalls isFiltered={filterNames.some(name => filter[name])} />
                ) : (
                  <CallTable calls={found} />
                )}
                {calls.hasNextPage && (
                  <Button isBusy={calls.isFetchingNextPage} onClick={() => calls.fetchNextPage()}>
                    Show earlier calls
                  </Button>
                )}
              </>
            )
          }}
        </Loaded>
      </Card>
      <Recording />
      {named !== null && <NamedCallDialog requestId={named} names={names} close={() => setFilter({})} />}
    </Page>
  )
}

function useFilter(): readonly [CallFilter, (change: Partial<CallFilter>) => void] {
  const query = new URLSearchParams(useSearch())
  const [path, navigate] = useLocation()
  const value = (name: keyof CallFilter) => query.get(name) ?? ''
  const filter = {
    requestId: value('requestId'),
    product: value('product'),
    action: value('action'),
    status: value('status'),
    key: value('key'),
    from: timeIn(value('from')),
    to: timeIn(value('to'))
  }
  const change = (changes: Partial<CallFilter>) => {
    const given = Object.entries({ ...filter, ...changes }).filter(([, text]) => text !== '')
    navigate(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, { replace: true })
  }
  return [filter, change]
}

/** A time of the address, if it is one. */
function timeIn(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

interface FiltersProps {
  readonly filter: CallFilter
  readonly change: (change: Partial<CallFilter>) => void
}

function Filters({ filter, change }: FiltersProps) {
  const products = useCatalogue().data?.products ?? []
  const { actions = [], actionTitles = {} } = products.find(({ slug }) => slug === filter.product) ?? {}
  return (
    <div className="stack tight">
      <div className="filters">
        <label>
          Product
          <select value={filter.product} onChange={event => change({ product: event.target.value, action: '' })}>
            <option value="">All products</option>
            {products.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {actions.length > 0 && (
          <label>
            Action
            <select value={filter.action} onChange={event => change({ action: event.target.value })}>
              <option value="">All actions</option>
              {actions.map(name => (
                <option key={name} value={name}>
                  {actionTitles[name]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Result
          <select value={filter.status} onChange={event => change({ status: event.target.value })}>
            {statuses.map(([status, text]) => (
              <option key={status} value={status}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <CallerChoice id={filter.key} choose={key => change({ key })} />
        <TimeChoice filter={filter} change={change} />
      </div>
      <TimeRange filter={filter} change={change} />
      <details className="more-filters" open={filter.requestId !== ''}>
        <summary>Find a call by its ID</summary>
        <label>
          Request ID, from an error message
          <input
            type="search"
            value={filter.requestId}
            spellCheck={false}
            autoComplete="off"
            onChange={event => change({ requestId: event.target.value.trim() })}
          />
        </label>
      </details>
    </div>
  )
}

const hourMs = 60 * 60 * 1_000

/** Times up to now, in milliseconds. */
const times = [
  [hourMs, 'Last hour'],
  [24 * hourMs, 'Last 24 hours'],
  [7 * 24 * hourMs, 'Last 7 days']
] as const

/** Chooses how long ago calls were made at most; the time itself is in the address, so that a link shows the same calls later. */
function TimeChoice({ filter: { from, to }, change }: FiltersProps) {
  const isChosen = from !== '' || to !== ''
  return (
    <label>
      Time
      <select
        value={isChosen ? 'chosen' : ''}
        onChange={({ target: { value } }) =>
          change({ from: value && new Date(Date.now() - Number(value)).toISOString(), to: '' })
        }
      >
        <option value="">Any time</option>
        {isChosen && <option value="chosen">The time below</option>}
        {times.map(([ms, name]) => (
          <option key={ms} value={ms}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Says which time the calls are of, and shows those of any time again. */
function TimeRange({ filter: { from, to }, change }: FiltersProps) {
  if (from === '' && to === '') return null
  return (
    <p className="row">
      <span>
        Calls{' '}
        {from && (
          <>
            from <Time at={from} format="precise" />{' '}
          </>
        )}
        {to && (
          <>
            until <Time at={to} format="precise" />
          </>
        )}
      </span>
      <Button onClick={() => change({ from: '', to: '' })}>Show any time</Button>
    </p>
  )
}

function NoCalls({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? 'No call fits these filters' : 'No calls yet'}>
      <p className="quiet">
        {isFiltered ? (
          <Link to="/calls">Show all calls</Link>
        ) : (
          <>
            <Link to="/products">Run an action</Link>: its call is listed here at once.
          </>
        )}
      </p>
    </Empty>
  )
}

/** Switches the recording of bodies. Switching it off erases what is recorded, so it asks first. */
function Recording() {
  const [isOpen, setOpen] = useState(false)
  const recording = useRecording()
  const set = useSetRecording()
  const close = () => setOpen(false)
  const change = (isOn: boolean) => {
    set.reset()
    if (isOn) set.mutate(true)
    else setOpen(true)
  }
  return (
    <section className="card" aria-label="Inputs and answers">
      <Loaded query={recording} lines={2}>
        {({ recordsBodies }) => (
          <>
            <Switch
              label="Record inputs and answers"
              isOn={recordsBodies}
              isBusy={set.isPending && !isOpen}
              change={change}
            />
            <p className="quiet">
              {recordsBodies
                ? 'What you send and get back is stored for the latest 500 calls, up to 16 KB each. Secret settings are masked. Switch it off to delete what is recorded.'
                : 'Off: inputs and answers are not stored with the calls. While it is on, both are stored for the latest 500 calls.'}
            </p>
            {set.isSuccess && !recordsBodies && (
              <Notice tone="good" title="Recording is off. All recorded inputs and answers were deleted." />
            )}
            {!isOpen && <ErrorNotice error={set.error} />}
            {isOpen && (
              <ConfirmDialog
                title="Stop recording inputs and answers?"
                action="Stop and delete"
                mutation={set}
                confirm={() => set.mutate(false, { onSuccess: close })}
                close={close}
              >
                <p>
                  This deletes the inputs and answers of all calls that were recorded so far. This cannot be undone. The
                  list of your calls stays.
                </p>
              </ConfirmDialog>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
