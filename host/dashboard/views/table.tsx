import { Badge } from '../parts/values.js'
import { type Detail, type Item, isObject, itemsAt, titleAt, toneOf, type ViewOf, valueAt } from './answer.js'
import { textOf } from './words.js'

/** Most rows that are shown at first. */
const firstRows = 100

/** The items of a list as rows. */
export function ItemTable({ view, detail }: { readonly view: ViewOf<'table'>; readonly detail: Detail }) {
  return (
    <Rows
      items={itemsAt(view.items, detail) ?? []}
      columns={view.columns}
      status={view.status}
      tones={view.tones}
      label={view.title ?? titleAt(view.items, detail.schema)}
    />
  )
}

interface RowsProps {
  readonly items: readonly Item[]
  /** What the rows are, for screen readers. */
  readonly label: string
  /** JSON Pointers to members of an item. */
  readonly columns?: readonly string[] | undefined
  readonly status?: string | undefined
  readonly tones?: ViewOf<'table'>['tones'] | undefined
}

/** Items as rows of a table; without columns, every simple member of theirs is one. */
export function Rows({ items, columns = allMembers(items), status, tones, label }: RowsProps) {
  if (items.length === 0) return <p className="quiet">There is nothing to list.</p>
  const shown = columns.filter(column => items.some(({ value }) => valueAt(column, value) !== undefined))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls has to be reachable by keyboard */}
      <section className="scroll" aria-label={label} tabIndex={0}>
        <table className="result-table">
          <thead>
            <tr>
              {shown.map(column => (
                <th key={column} scope="col" className={isNumeric(column, items) ? 'number' : undefined}>
                  {titleAt(column, items[0]?.schema)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, firstRows).map(({ value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and their order is fixed
              <tr key={index}>
                {shown.map(column => (
                  <td key={column} className={isNumeric(column, items) ? 'number' : undefined}>
                    {column === status ? (
                      <Badge tone={toneOf(valueAt(column, value), tones)}>{textOf(valueAt(column, value))}</Badge>
                    ) : (
                      textOf(valueAt(column, value))
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {items.length > firstRows && (
        <p className="quiet">
          The first {firstRows} of {items.length} rows. All of them are in the JSON.
        </p>
      )}
    </>
  )
}

function allMembers(items: readonly Item[]): readonly string[] {
  const names = items.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []))
  return [...new Set(names)].map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

function isNumeric(column: string, items: readonly Item[]): boolean {
  const values = items.map(({ value }) => valueAt(column, value)).filter(value => value !== undefined)
  return values.length > 0 && values.every(value => typeof value === 'number' || /^-?\d+\.\d{3,}$/.test(String(value)))
}
