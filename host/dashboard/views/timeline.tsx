import { Badge } from '../parts/values.js'
import { type Detail, itemsAt, statusText, textAt, toneOf, type ViewOf, valueAt } from './answer.js'
import { joined } from './calendar.js'

/** Steps in their order. */
export function Timeline({ view, detail }: { readonly view: ViewOf<'timeline'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  if (items.length === 0) return <p className="quiet">There was no step.</p>
  return (
    <ol className="timeline">
      {items.map((item, index) => {
        const status = view.status ? valueAt(view.status, item.value) : undefined
        const time = view.time ? textAt(view.time, item) : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names, and their order is fixed
          <li key={index} className={`timeline-step ${toneOf(status, view.tones)}`}>
            <div className="row">
              <strong>{joined(view.heading, item)}</strong>
              {status !== undefined && <Badge tone={toneOf(status, view.tones)}>{statusText(status)}</Badge>}
              {time && <span className="quiet">{time}</span>}
            </div>
            {view.text && <p>{joined(view.text, item)}</p>}
          </li>
        )
      })}
    </ol>
  )
}
