import { Fragment, type ReactNode } from 'react'
import { Marked, Prose } from '../../parts/code.js'

interface DefinitionTableProps {
  /** Names with their meanings; a text may have code between backticks. */
  readonly rows: readonly (readonly [name: string, meaning: ReactNode])[]
  readonly columns: readonly [string, string]
  readonly label: string
  /** Whether the names are words, in which code is between backticks, and not code as a whole. */
  readonly hasPlainNames?: boolean
}

/** The longest name in words that stays on one line, in characters. */
const longestUnbroken = 22

/** Names with their meanings. */
export function DefinitionTable({
  rows,
  columns: [first, second],
  label,
  hasPlainNames = false
}: DefinitionTableProps) {
  return (
    <table className={`responsive definitions ${hasPlainNames ? 'labelled' : ''}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, meaning]) => (
          <tr key={name}>
            <td data-label={first}>
              {hasPlainNames ? (
                <strong className={name.length <= longestUnbroken ? 'unbroken' : undefined}>
                  <Marked text={name} />
                </strong>
              ) : (
                <Names text={name} />
              )}
            </td>
            <td data-label={second}>
              <Prose of={meaning} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Names of which several have one meaning, separated by commas. */
function Names({ text }: { readonly text: string }) {
  return text.split(', ').map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </Fragment>
  ))
}
