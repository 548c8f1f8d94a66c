import { DownloadButton } from '../parts/copy.js'
import { type Detail, headingOf, type Item, itemsAt, textAt, type ViewOf, valueAt } from './answer.js'

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Items by day, in the time zone that their times are written in, and the iCalendar file of them. */
export function Calendar({ view, detail }: { readonly view: ViewOf<'calendar'>; readonly detail: Detail }) {
  const items = (itemsAt(view.items, detail) ?? []).toSorted((one, other) =>
    startOf(one, view) < startOf(other, view) ? -1 : 1
  )
  const days = [...Map.groupBy(items, item => startOf(item, view).slice(0, 10))]
  const Heading = headingOf(view)
  const file = view.file ? valueAt(view.file, detail.value) : undefined
  return (
    <>
      {days.length === 0 && <p className="quiet">There is nothing in this calendar.</p>}
      <ol className="days-list">
        {days.map(([day, entries]) => (
          <li key={day} className="day">
            <Heading>{dayText(day)}</Heading>
            <ul className="day-entries">
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names, and their order is fixed
                <li key={index} className="day-entry">
                  <span className="number">{startOf(entry, view).slice(11, 16)}</span>
                  <div>
                    <strong>{joined(view.heading, entry)}</strong>
                    {view.text && <p className="quiet">{joined(view.text, entry)}</p>}
                  </div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {typeof file === 'string' && (
        <p>
          <DownloadButton text={file} name="calendar.ics" type="text/calendar">
            Download as a calendar file (.ics)
          </DownloadButton>
        </p>
      )}
    </>
  )
}

/** What several pointers name in an item, side by side. */
export function joined(pointers: readonly string[], item: Item): string {
  return pointers
    .map(pointer => textAt(pointer, item))
    .filter(Boolean)
    .join(' · ')
}

function startOf({ value }: Item, { start }: ViewOf<'calendar'>): string {
  return String(valueAt(start, value) ?? '')
}

function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : dayName.format(date)
}
