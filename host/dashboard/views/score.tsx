import { Badge } from '../parts/values.js'
import { type Detail, itemsAt, numberAt, statusText, toneOf, type ViewOf, valueAt } from './answer.js'
import { joined } from './calendar.js'
import { numberText } from './words.js'

/** A score out of its maximum, and the points that it consists of, as bars: to the left of the same line what is taken away. */
export function Score({ view, detail }: { readonly view: ViewOf<'score'>; readonly detail: Detail }) {
  const { max = 100, label, tones } = view
  const score = numberAt(view.value, detail.value)
  const parts = (itemsAt(view.items, detail) ?? []).map(item => ({
    item,
    points: numberAt(view.points, item.value) ?? 0
  }))
  const lowest = Math.min(0, ...parts.map(({ points }) => points))
  const range = Math.max(0, ...parts.map(({ points }) => points)) - lowest || 1
  const status = label ? valueAt(label, detail.value) : undefined
  return (
    <>
      {score !== undefined && (
        <p className="score">
          <strong>{numberText(score)}</strong> of {numberText(max)}{' '}
          {status !== undefined && <Badge tone={toneOf(status, tones)}>{statusText(status)}</Badge>}
        </p>
      )}
      <ul className="points">
        {parts.map(({ item, points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and their order is fixed
          <li key={index} className="points-row">
            <Reason heading={joined(view.heading, item)} text={view.text ? joined(view.text, item) : ''} />
            <svg viewBox={`${lowest} 0 ${range} 8`} preserveAspectRatio="none" className="meter" aria-hidden="true">
              <rect
                className={points < 0 ? 'tone-danger' : 'tone-good'}
                x={Math.min(0, points)}
                width={Math.abs(points)}
                height="8"
              />
            </svg>
            <strong className="number">
              {points > 0 ? '+' : ''}
              {numberText(points)}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why there are points; a text that the heading has already is left out. */
function Reason({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <div>
      {heading}
      {text !== '' && !heading.includes(text) && <p className="quiet">{text}</p>}
    </div>
  )
}
