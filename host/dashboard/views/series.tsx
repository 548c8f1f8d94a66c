import { type Detail, itemsAt, numberAt, titleAt, type ViewOf, valueAt } from './answer.js'
import { Chart, type Line } from './line-chart.js'
import { Meters } from './status.js'

/** A list of points as a line chart, with meters below it. */
export function Series({ view, detail }: { readonly view: ViewOf<'series'>; readonly detail: Detail }) {
  const items = itemsAt(view.items, detail) ?? []
  const schema = items[0]?.schema
  const lines: readonly Line[] = view.y.map(pointer => ({
    name: titleAt(pointer, schema),
    values: items.map(({ value }) => numberAt(pointer, value))
  }))
  return (
    <>
      {items.length === 0 ? (
        <p className="quiet">There are no points to draw.</p>
      ) : (
        <Chart
          title={view.title ?? titleAt(view.items, detail.schema)}
          xTitle={titleAt(view.x, schema)}
          xs={items.map(({ value }) => String(valueAt(view.x, value) ?? ''))}
          lines={lines}
          unit={view.unit}
        />
      )}
      <Meters meters={view.meters} tones={view.tones} detail={detail} />
    </>
  )
}
