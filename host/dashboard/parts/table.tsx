import type { Key, ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  /** The heading; a narrow screen shows it beside each cell. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Whether the cells hold sentences or several lines: on a narrow screen, they begin at the left, below the heading. */
  readonly isLong?: boolean
  /** Whether the cells hold buttons: only a screen reader gets the heading then. */
  readonly isForButtons?: boolean
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => Key
  /**
   * How a row looks on a narrow screen, in place of a list of its cells with their headings: `compact` is two lines, the first two
   * cells and the rest without headings; `titled` is that list below its first cell; `named` is the first cell, and the others
   * without headings in a line below it.
   */
  readonly onNarrow?: 'compact' | 'titled' | 'named'
}

/** A table; on a narrow screen, a row is a list of its cells. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, onNarrow = '' } = props
  return (
    <table className={`responsive ${onNarrow}`}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber, isForButtons }) => (
            <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
              {isForButtons ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ title, cell, isNumber, isLong, isForButtons }) => (
              <td
                key={title}
                data-label={isForButtons ? undefined : title}
                className={isForButtons ? 'buttons' : isNumber ? 'number' : isLong ? 'long' : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
