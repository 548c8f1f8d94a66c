import { useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { SecurityEvent, SecurityEventPage } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { Loaded } from '../../parts/loaded.js'
import { Refusal } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'

/** What has happened to the security of the account, the newest first. */
export function SecurityEvents() {
  const newest = useResource<SecurityEventPage>(paths.events)
  return (
    <>
      <p className="quiet">What was changed, when, and from where. Events are stored for 90 days, at most 200.</p>
      <Loaded resource={newest} lines={3} again={() => reload(paths.events)}>
        {page => <Events key={page.events[0]?.id} newest={page} />}
      </Loaded>
    </>
  )
}

function Events({ newest }: { readonly newest: SecurityEventPage }) {
  const [older, setOlder] = useState<SecurityEventPage>({ events: [], next: newest.next })
  const more = useSubmit(async () => {
    const { body } = await call<SecurityEventPage>(
      'GET',
      `${paths.events}?after=${encodeURIComponent(older.next ?? '')}`
    )
    setOlder({ events: [...older.events, ...body.events], next: body.next })
  })
  if (newest.events.length === 0) return <Empty title="Nothing yet" />
  return (
    <>
      <table className="responsive">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Time</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {[...newest.events, ...older.events].map(event => (
            <Row key={event.id} event={event} />
          ))}
        </tbody>
      </table>
      <Refusal error={more.error} />
      {older.next !== null && (
        <p>
          <Button isBusy={more.isRunning} onClick={() => more.run()}>
            Show older events
          </Button>
        </p>
      )}
    </>
  )
}

function Row({ event: { title, at, count, keyId, product, browser, network } }: { readonly event: SecurityEvent }) {
  const about = [keyId, product].filter(each => each !== undefined)
  const from = [browser, network].filter(each => each !== undefined)
  return (
    <tr>
      <td data-label="Event">
        <span>
          {title}
          {count !== undefined && ` (${count} times)`}
          {about.map(each => (
            <span key={each}>
              {' '}
              <code>{each}</code>
            </span>
          ))}
        </span>
      </td>
      <td data-label="Time">
        <Time at={at} how="moment" />
      </td>
      <td data-label="From">{from.length > 0 ? from.join(', ') : '–'}</td>
    </tr>
  )
}
