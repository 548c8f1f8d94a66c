import { Fragment, type ReactNode } from 'react'
import type { ProductDescription } from '../../../api/products.js'
import { Marked } from '../../../parts/code.js'
import { withQuotes } from '../../../parts/quotes.js'
import { AnchorLink } from '../anchored.js'
import { ProductText } from '../product-text.js'
import type { SchemaRow } from '../schema-rows.js'

interface FieldTableProps {
  readonly rows: readonly SchemaRow[]
  readonly label: string
  /** The fragment of a row, from the path of its field. */
  readonly idOf: (path: string) => string
  /** Whether the fields inside an object are shown only once somebody asks for them. */
  readonly isFolded?: boolean
  /** The product whose schema it is. */
  readonly product: ProductDescription
}

/** The longest path for which the column of the fields is narrow, in characters. */
const longestShortPath = 22

/** The fields of a schema; each row can be linked to. */
export function FieldTable({ rows, label, idOf, isFolded = false, product }: FieldTableProps) {
  const shown = isFolded ? nested(rows) : rows.map(row => ({ row, inside: [] }))
  const isShort = shown.every(({ row: { path } }) => path.length <= longestShortPath)
  return (
    <table className={`responsive fields ${isShort ? 'short' : ''}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ row, inside }) => (
          <Fragment key={row.path}>
            <FieldRow row={row} id={idOf(row.path)} rows={rows} product={product} />
            {inside.length > 0 && (
              <tr className="inside">
                <td colSpan={3}>
                  <details>
                    <summary>
                      {inside.length} {inside.length === 1 ? 'field' : 'fields'} of <code>{row.path}</code>
                    </summary>
                    <FieldTable rows={inside} label={`${label}: ${row.path}`} idOf={idOf} product={product} />
                  </details>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Rows with those that are inside the field of each. */
function nested(
  rows: readonly SchemaRow[]
): readonly { readonly row: SchemaRow; readonly inside: readonly SchemaRow[] }[] {
  const isInside = ({ path }: SchemaRow, parent: SchemaRow) =>
    path.startsWith(`${parent.path}.`) || path.startsWith(`${parent.path}[].`)
  return rows
    .filter(row => !rows.some(parent => isInside(row, parent)))
    .map(row => ({ row, inside: rows.filter(each => isInside(each, row)) }))
}

interface FieldRowProps {
  readonly row: SchemaRow
  readonly id: string
  /** All rows of the table. */
  readonly rows: readonly SchemaRow[]
  readonly product: ProductDescription
}

function FieldRow({ row, id, rows, product }: FieldRowProps) {
  const { path, title, type, presence, defaultText, description } = row
  return (
    <tr id={id} tabIndex={-1}>
      <td data-label="Field">
        <span>
          <span className="anchored">
            <code>{breakable(path)}</code> <AnchorLink id={id} name={path} />
          </span>
          {presence && <span className="presence quiet">{presence}</span>}
        </span>
      </td>
      <td data-label="Type">
        <span>
          {type.split(' | ').map(each => (
            <span key={each} className="alternative">
              <Marked text={each} />
            </span>
          ))}
        </span>
      </td>
      <td data-label="Meaning">
        <span>
          {title && <span className="field-title">{title}.</span>}{' '}
          <ProductText product={product} text={forPrograms(description, rows)} />{' '}
          {defaultText !== undefined && <Marked text={`Default: ${defaultText}.`} />}
        </span>
      </td>
    </tr>
  )
}

/**
 * A description, which is written for forms, for programs: titles of other fields between quotation marks are their names; other single
 * words between them, which are values, are code; and a field is left out instead of empty.
 */
function forPrograms(description: string, rows: readonly SchemaRow[]): string {
  const named = description.replaceAll(/"([^"]+)"/g, (quotation, quoted) => {
    const path = rows.find(({ title }) => title === quoted)?.path ?? (/^[\w.-]+$/.test(quoted) ? quoted : undefined)
    return path === undefined ? quotation : `\`${path}\``
  })
  return withQuotes(named).replaceAll('If empty:', 'If left out:')
}

/** A path that breaks after its dots. */
function breakable(path: string): ReactNode {
  return path.split(/(?<=\.)/).map((step, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one path never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {step}
    </Fragment>
  ))
}
