import { type ReactNode, useId, useRef } from 'react'
import { isObject } from '../views/answer.js'
import type { Control, Field } from './field-plan.js'
import { Choice, JsonText, List, Name, Numeric, Switch, Text, Time, Zone } from './inputs.js'

/** What an input of a form gets. */
export interface InputProps {
  readonly id: string
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly described: string
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

/** What is wrong with the value at a path below a field, which is empty for the field itself; with `isDeep`, also inside of that value. */
export type IssuesAt = (path: readonly string[], isDeep?: boolean) => readonly string[]

interface SchemaFieldProps {
  readonly field: Field
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly issuesAt: IssuesAt
  /** Beside the title, such as a button that removes the field. */
  readonly aside?: ReactNode
}

/** A field with its title, its description and what is wrong with its value. */
export function SchemaField({ field, value, change, issuesAt, aside }: SchemaFieldProps) {
  const id = useId()
  const { title, description, isRequired, isLong, control } = field
  if (control.kind === 'group')
    return <GroupField field={field} fields={control.fields} value={value} change={change} issuesAt={issuesAt} />
  if (control.kind === 'table')
    return <TableField field={field} control={control} value={value} change={change} issuesAt={issuesAt} />
  const issues = issuesAt([], true)
  const described = `${description ? `${id}-hint` : ''} ${issues.length > 0 ? `${id}-issues` : ''}`.trim()
  const input = { id, value, change, described, isInvalid: issues.length > 0, isRequired }
  const label = (
    <>
      {title}
      {isRequired && <span className="required"> required</span>}
      {control.kind === 'list' && <span className="required"> one on each line</span>}
      {control.kind === 'json' && <span className="required"> {control.acceptsText ? 'JSON or text' : 'JSON'}</span>}
    </>
  )
  const className = `field ${issues.length > 0 ? 'invalid' : ''} ${isLong ? 'long' : ''}`
  if (control.kind === 'switch')
    return (
      <div className={`${className} toggle`} data-field={field.name}>
        <label className="choice" htmlFor={id}>
          <Switch {...input} control={control} />
          {label}
        </label>
        <Below id={id} description={description} issues={issues} />
        {aside}
      </div>
    )
  return (
    <div className={className} data-field={field.name}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <OneInput field={field} input={input} />
      <Below id={id} description={description} issues={issues} />
    </div>
  )
}

interface BelowProps {
  readonly id: string
  readonly description?: string | undefined
  readonly issues: readonly string[]
}

function Below({ id, description, issues }: BelowProps) {
  return (
    <>
      {issues.length > 0 && (
        <div className="issues" id={`${id}-issues`}>
          {issues.map(issue => (
            <p key={issue}>{issue}</p>
          ))}
        </div>
      )}
      {description && (
        <p className="hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
    </>
  )
}

/** The input of a field that is neither a group nor a table. */
export function OneInput({ field: { control }, input }: { readonly field: Field; readonly input: InputProps }) {
  switch (control.kind) {
    case 'text':
      return <Text {...input} input={control.input} hint={control.hint} />
    case 'lines':
      return <Text {...input} input={undefined} hint={control.hint} />
    case 'number':
      return <Numeric {...input} hint={control.hint} />
    case 'switch':
      return <Switch {...input} control={control} />
    case 'choice':
      return <Choice {...input} control={control} />
    case 'name':
      return <Name {...input} control={control} />
    case 'time':
      return <Time {...input} />
    case 'zone':
      return <Zone {...input} hint={control.hint} />
    case 'list':
      return <List {...input} />
    case 'json':
      return <JsonText {...input} acceptsText={control.acceptsText} />
    case 'group':
    case 'table':
      return null
  }
}

interface GroupFieldProps {
  readonly field: Field
  readonly fields: readonly Field[]
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly issuesAt: IssuesAt
}

/** The members of an object, in a frame. */
function GroupField({ field, fields, value, change, issuesAt }: GroupFieldProps) {
  const members = isObject(value) ? value : {}
  return (
    <fieldset className="form group long">
      <legend className="legend">{field.title}</legend>
      {field.description && <p className="hint">{field.description}</p>}
      {issuesAt([]).map(issue => (
        <p key={issue} className="issues">
          {issue}
        </p>
      ))}
      {fields.map(each => (
        <SchemaField
          key={each.name}
          field={each}
          value={members[each.name]}
          change={next => change({ ...members, [each.name]: next })}
          issuesAt={(path, isDeep) => issuesAt([each.name, ...path], isDeep)}
        />
      ))}
    </fieldset>
  )
}

interface TableFieldProps extends Omit<GroupFieldProps, 'fields'> {
  readonly control: Extract<Control, { readonly kind: 'table' }>
}

/** A list of objects as a table with a row for each. Where the list also takes texts, a row with the first member alone is one. */
function TableField({ field, control: { columns, lead }, value, change, issuesAt }: TableFieldProps) {
  const id = useId()
  const table = useRef<HTMLFieldSetElement>(null)
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const membersOf = (row: unknown) =>
    isObject(row) ? row : lead !== undefined && row !== undefined ? { [lead]: row } : {}
  const set = (next: readonly unknown[]) => change(next.length > 0 ? next : undefined)
  const changeCell = (index: number, name: string, cell: unknown) => {
    const members = Object.entries({ ...membersOf(rows[index]), [name]: cell }).filter(([, each]) => each !== undefined)
    const isText = lead !== undefined && typeof rows[index] === 'string' && members.every(([each]) => each === lead)
    set(rows.with(index, isText ? (members[0]?.[1] ?? '') : Object.fromEntries(members)))
  }
  const focus = (selector: string) =>
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(selector)?.focus())
  return (
    <fieldset className="form group long" ref={table} aria-describedby={field.description ? `${id}-hint` : undefined}>
      <legend className="legend">
        {field.title}
        <span className="required"> {field.isRequired ? 'required' : 'optional'}</span>
      </legend>
      {field.description && (
        <p className="hint" id={`${id}-hint`}>
          {field.description}
        </p>
      )}
      {issuesAt([]).map(issue => (
        <p key={issue} className="issues">
          {issue}
        </p>
      ))}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
        <div key={index} className="table-row" data-row={index}>
          {columns.map(column => {
            const cellId = `${id}-${index}-${column.name}`
            const issues = [
              ...issuesAt([String(index), column.name]),
              ...(column.name === lead ? issuesAt([String(index)]) : [])
            ]
            return (
              <div
                key={column.name}
                className={`field ${issues.length > 0 ? 'invalid' : ''} ${column.name === lead ? 'long' : ''}`}
              >
                <label htmlFor={cellId}>
                  {column.title}
                  <span className="visually-hidden"> of row {index + 1}</span>
                  {column.isRequired && <span className="required"> required</span>}
                </label>
                <OneInput
                  field={column}
                  input={{
                    id: cellId,
                    value: membersOf(row)[column.name],
                    change: cell => changeCell(index, column.name, cell),
                    described: issues.length > 0 ? `${cellId}-issues` : '',
                    isInvalid: issues.length > 0,
                    isRequired: column.isRequired
                  }}
                />
                {issues.length > 0 && (
                  <p className="issues" id={`${cellId}-issues`}>
                    {issues.join(' ')}
                  </p>
                )}
              </div>
            )
          })}
          <button
            type="button"
            className="small"
            onClick={() => {
              set(rows.toSpliced(index, 1))
              focus(rows.length > 1 ? `[data-row="${Math.max(0, index - 1)}"] button` : '.add-row')
            }}
          >
            Remove<span className="visually-hidden"> row {index + 1}</span>
          </button>
        </div>
      ))}
      <p>
        <button
          type="button"
          className="small add-row"
          onClick={() => {
            set([...rows, lead === undefined ? {} : ''])
            focus(`[data-row="${rows.length}"] :is(input, select, textarea)`)
          }}
        >
          Add a row<span className="visually-hidden"> to {field.title}</span>
        </button>
      </p>
    </fieldset>
  )
}
