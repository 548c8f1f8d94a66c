import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.js'
import { Badge } from '../parts/values.js'
import {
  type Detail,
  type Item,
  isObject,
  itemsAt,
  lastPart,
  schemaAt,
  statusText,
  textAt,
  titleAt,
  toneOf,
  type ViewOf,
  valueAt
} from './answer.js'
import { type Opened, Opens, openedBy } from './opens.js'
import { linesOf, ValueText } from './value-text.js'

/** Most rows that are shown at first. */
const firstRows = 100

/** Most rows that are shown at first where each is a card. */
const firstCards = 20

/** The items of a list as rows. */
export function ItemTable({ view, detail }: { readonly view: ViewOf<'table'>; readonly detail: Detail }) {
  return (
    <Rows
      items={itemsAt(view.items, detail) ?? []}
      columns={view.columns}
      status={view.status}
      tones={view.tones}
      opened={openedBy(view, detail)}
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
  readonly opened?: Opened | undefined
}

interface ShownRowsProps extends Omit<RowsProps, 'columns'> {
  readonly columns: readonly string[]
}

/** Items as rows of a table, or as cards where it would be wider than its place; without columns, every member of theirs is one. */
export function Rows(props: RowsProps) {
  return props.items.length > 0 ? <FilledRows {...props} /> : <p className="quiet">There is nothing to list.</p>
}

function FilledRows({ columns, ...props }: RowsProps) {
  const { items } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const shown = (columns ?? allMembers(items)).filter(column => items.some(item => textAt(column, item) !== ''))
  const isTable = width === undefined || neededWidth(shown, items) <= width
  return (
    <div ref={place} className="stack tight-stack">
      {isTable ? <RowTable {...props} columns={shown} /> : <RowCards {...props} columns={shown} />}
    </div>
  )
}

function RowTable({ items, columns, label, opened, ...rest }: ShownRowsProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls has to be reachable by keyboard */}
      <section className="scroll" aria-label={label} tabIndex={0}>
        <table className="result-table">
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col" className={isNumeric(column, items) ? 'number' : undefined}>
                  {titleAt(column, items[0]?.schema)}
                </th>
              ))}
              {opened && (
                <th scope="col">
                  <span className="visually-hidden">Action</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, firstRows).map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and their order is fixed
              <tr key={index}>
                {columns.map(column => (
                  <td key={column} className={isNumeric(column, items) ? 'number' : undefined}>
                    <Cell column={column} item={item} {...rest} />
                  </td>
                ))}
                {opened && (
                  <td>
                    <Opens opened={opened} item={item} />
                  </td>
                )}
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

/** Each item as a card with its members and their titles. */
function RowCards({ items, columns, label, opened, ...rest }: ShownRowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <ul className="row-cards" aria-label={label}>
        {(showsAll ? items : items.slice(0, firstCards)).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and their order is fixed
          <li key={index} className="row-card">
            <dl>
              {columns
                .filter(column => textAt(column, item) !== '')
                .map(column => (
                  <div key={column} className="pair">
                    <dt>{titleAt(column, item.schema)}</dt>
                    <dd>
                      <Cell column={column} item={item} {...rest} />
                    </dd>
                  </div>
                ))}
            </dl>
            {opened && <Opens opened={opened} item={item} />}
          </li>
        ))}
      </ul>
      {!showsAll && items.length > firstCards && (
        <p>
          <Button onClick={() => setShowsAll(true)}>Show all {items.length}</Button>
        </p>
      )}
    </>
  )
}

interface CellProps extends Pick<RowsProps, 'status' | 'tones'> {
  readonly column: string
  readonly item: Item
}

function Cell({ column, item: { value, schema }, status, tones }: CellProps) {
  const cell = valueAt(column, value)
  if (column === status && textAt(column, { value, schema }) !== '')
    return <Badge tone={toneOf(cell, tones)}>{statusText(cell)}</Badge>
  return <ValueText value={cell} schema={schemaAt(column, schema)} name={lastPart(column)} />
}

function allMembers(items: readonly Item[]): readonly string[] {
  const names = items.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []))
  return [...new Set(names)].map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

function isNumeric(column: string, items: readonly Item[]): boolean {
  const values = items.map(({ value }) => valueAt(column, value)).filter(value => value !== undefined)
  return values.length > 0 && values.every(value => typeof value === 'number' || /^-?\d+\.\d{3,}$/.test(String(value)))
}

/** Characters from which a text needs a wide column, so that its row does not get high. */
const longText = 80

/** How many characters the columns of a table need beside each other, each with the room to the next one. */
function neededWidth(columns: readonly string[], items: readonly Item[]): number {
  const widths = columns.map(column => {
    const texts = items.slice(0, firstRows).flatMap(item => textsAt(column, item))
    const longest = Math.max(titleAt(column, items[0]?.schema).length, ...texts.map(({ length }) => length))
    return longest > longText ? 40 : Math.min(20, longest)
  })
  return widths.reduce((sum, width) => sum + width + 3, 0)
}

function textsAt(column: string, item: Item): readonly string[] {
  return linesOf(valueAt(column, item.value), schemaAt(column, item.schema)) ?? [textAt(column, item)]
}

/** The average width of a character, as a share of the size of its font. */
const characterWidth = 0.52

/** How many characters fit into a line of an element; undefined before it is known. */
function useWidth(place: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () =>
      setWidth(
        Math.floor(element.clientWidth / (Number.parseFloat(getComputedStyle(element).fontSize) * characterWidth))
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
