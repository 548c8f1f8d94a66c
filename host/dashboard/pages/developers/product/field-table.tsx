import { Fragment, type ReactNode } from 'react'
import { Marked } from '../../../parts/code.js'
import type { SchemaRow } from '../schema-rows.js'

interface FieldTableProps {
  readonly rows: readonly SchemaRow[]
  readonly label: string
  /** The fragment of a row, from the path of its field. */
  readonly idOf: (path: string) => string
}

/** The fields of a schema; each row can be linked to. */
export function FieldTable({ rows, label, idOf }: FieldTableProps) {
  return (
    <table className="responsive fields" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, title, type, presence, defaultText, description }) => (
          <tr key={path} id={idOf(path)} tabIndex={-1}>
            <td data-label="Field">
              <span>
                <a href={`#${encodeURIComponent(idOf(path))}`}>
                  <code>{breakable(path)}</code>
                </a>
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
                {title && <span className="field-title">{title}.</span>} <Marked text={description} />{' '}
                {defaultText !== undefined && <span className="quiet">Default {defaultText}.</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
