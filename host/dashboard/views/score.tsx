import { Badge } from '../parts/values.js'
import { type Detail, itemsAt, numberAt, toneOf, type ViewOf, valueAt } from './answer.js'
import { joined } from './calendar.js'
import { numberText, textOf } from './words.js'

/** A score out of its maximum, and the points that it consists of, as bars to the right and to the left. */
export function Score({ view, detail }: { readonly view: ViewOf<'score'>; readonly detail: Detail }) {
  const { max = 100, label, tones } = view
  const score = numberAt(view.value, detail.value)
  const parts = (itemsAt(view.items, detail) ?? []).map(item => ({
    item,
    points: numberAt(view.points, item.value) ?? 0
  }))
  const most = Math.max(1, ...parts.map(({ points }) => Math.abs(points)))
  const status = label ? valueAt(label, detail.value) : undefined
  return (
    <>
      {score !== undefined && (
        <p className="score">
          <strong>{numberText(score)}</strong> of {numberText(max)}{' '}
          {status !== undefined && <Badge tone={toneOf(status, tones)}>{textOf(status)}</Badge>}
        </p>
      )}
      <ul className="points">
        {parts.map(({ item, points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and their order is fixed
          <li key={index} className="points-row">
            <div>
              {joined(view.heading, item)}
              {view.text && <p className="quiet">{joined(view.text, item)}</p>}
            </div>
            <svg viewBox="-100 0 200 8" preserveAspectRatio="none" className="meter" aria-hidden="true">
              <rect
                className={points < 0 ? 'tone-danger' : 'tone-good'}
                x={points < 0 ? (100 * points) / most : 0}
                width={(100 * Math.abs(points)) / most}
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
