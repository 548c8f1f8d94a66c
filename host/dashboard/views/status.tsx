import { type Detail, itemsAt, numberAt, statusText, textAt, toneOf, type ViewOf, valueAt } from './answer.js'
import { numberText } from './words.js'

/** What is known beside the status itself, which is the badge of the answer: a sentence, meters, and the latest states as bars. */
export function Status({ view, detail }: { readonly view: ViewOf<'status'>; readonly detail: Detail }) {
  const { text, strip, meters, tones } = view
  const states = strip ? (itemsAt(strip.items, detail) ?? []) : []
  return (
    <>
      {text && <p>{textAt(text, detail)}</p>}
      {strip && states.length > 0 && (
        <figure className="stack tight-stack">
          {strip.title && <figcaption className="quiet">{strip.title}</figcaption>}
          <ol className="strip">
            {states.map((item, index) => {
              const status = valueAt(strip.status, item.value)
              const more = strip.text ? textAt(strip.text, item) : ''
              const words = [statusText(status), more].filter(Boolean).join(', ')
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: states have no names, and their order is fixed
                <li key={index} className={`strip-bar ${toneOf(status, tones)}`} title={words}>
                  <span className="visually-hidden">{words}</span>
                </li>
              )
            })}
          </ol>
        </figure>
      )}
      <Meters meters={meters} tones={tones} detail={detail} />
    </>
  )
}

interface MetersProps {
  readonly meters: ViewOf<'status'>['meters']
  readonly tones: ViewOf<'status'>['tones']
  readonly detail: Detail
}

/** Numbers as bars up to a maximum, such as the used part of a budget; those that the answer has. */
export function Meters({ meters = [], tones, detail }: MetersProps) {
  const shown = meters.flatMap(meter => {
    const value = numberAt(meter.value, detail.value)
    return value === undefined ? [] : [{ ...meter, value }]
  })
  if (shown.length === 0) return null
  return (
    <ul className="meters">
      {shown.map(({ title, value, max = 100, unit = '%', status }) => (
        <li key={title} className="meter-row">
          <span>{title}</span>
          <strong>
            {numberText(value)} {unit}
          </strong>
          <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className={`tone-${status ? toneOf(valueAt(status, detail.value), tones) : 'info'}`}
              width={Math.max(0, Math.min(100, (100 * value) / max))}
              height="8"
            />
          </svg>
        </li>
      ))}
    </ul>
  )
}
