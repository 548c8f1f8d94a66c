import type { SchemaRow } from './schema-rows.js'

/** Fields with their types and what they mean. */
export function FieldTable({ rows, label }: { readonly rows: readonly SchemaRow[]; readonly label: string }) {
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
        {rows.map(({ path, type, isNeeded, usual, description }) => (
          <tr key={path}>
            <td data-label="Field">
              <span>
                <code>{path}</code> {isNeeded && <span className="quiet">needed</span>}
              </span>
            </td>
            <td data-label="Type">{type}</td>
            <td data-label="Meaning">
              <span>
                {description} {usual !== undefined && <span className="quiet">Default {usual}.</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
