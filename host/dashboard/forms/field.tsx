import { type ReactNode, useId, useRef, useState } from 'react'
import { isObject } from '../views/answer.js'
import type { Control, Field } from './field-plan.js'
import { Hint } from './hint.js'
import { Choice, isBrokenJson, JsonText, List, Name, Numeric, Switch, Text, Time, Zone } from './inputs.js'
import { RecordChoice } from './record-choice.js'

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
    return <TableOrJson field={field} control={control} value={value} change={change} issuesAt={issuesAt} />
  const issues = isBrokenJson(control, value) ? [notJson] : issuesAt([], true)
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

/** What a field for JSON says of a text that is none, in place of what is wrong with that text as a value. */
const notJson = 'This is not valid JSON.'

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
      <Hint id={`${id}-hint`} text={description} />
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
    case 'record':
      return <RecordChoice {...input} control={control} />
    case 'name':
      return <Name {...input} control={control} />
    case 'time':
      return <Time {...input} />
    case 'zone':
      return <Zone {...input} hint={control.hint} />
    case 'list':
      return <List {...input} />
    case 'json':
      return <JsonText {...input} />
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
      <Hint text={field.description} />
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

/** A list of objects as a table; as JSON if that is asked for, or where the list has an item that no row can hold. */
function TableOrJson(props: TableFieldProps) {
  const { field, control, value } = props
  const fits = fitsRows(value, control)
  const [isJson, setJson] = useState(!fits)
  // While it is typed, JSON does not become a table, and what it says is not lost.
  if (!fits && !isJson) setJson(true)
  if (!isJson && fits)
    return (
      <TableField
        {...props}
        aside={
          control.hasOthers && (
            <button type="button" className="small" onClick={() => setJson(true)}>
              Edit as JSON<span className="visually-hidden"> ({field.title})</span>
            </button>
          )
        }
      />
    )
  return (
    <SchemaField
      {...props}
      field={{ ...field, control: { kind: 'json', acceptsText: false } }}
      aside={
        fits && (
          <button type="button" className="small" onClick={() => setJson(false)}>
            Edit as rows<span className="visually-hidden"> ({field.title})</span>
          </button>
        )
      }
    />
  )
}

function fitsRows(value: unknown, { columns, lead }: TableFieldProps['control']): boolean {
  if (value === undefined) return true
  const isRow = (row: unknown) =>
    isObject(row)
      ? Object.keys(row).every(name => columns.some(column => column.name === name))
      : lead !== undefined && typeof row === 'string'
  return Array.isArray(value) && value.every(isRow)
}

/** A list of objects as a table with a row for each. Where the list also takes texts, a row with the first member alone is one. */
function TableField({
  field,
  control,
  value,
  change,
  issuesAt,
  aside
}: TableFieldProps & { readonly aside: ReactNode }) {
  const { columns, lead, one } = control
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
        {field.isRequired && <span className="required"> required</span>}
      </legend>
      <Hint id={`${id}-hint`} text={field.description} />
      {issuesAt([]).map(issue => (
        <p key={issue} className="issues">
          {issue}
        </p>
      ))}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
        <div key={index} className="table-row" data-row={index}>
          <div className="long row apart">
            <strong>
              {one ?? 'Row'} {index + 1}
            </strong>
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
          {columns.map(column => {
            const cellId = `${id}-${index}-${column.name}`
            const isJson = column.control.kind === 'json'
            const cell = membersOf(row)[column.name]
            const issues = isBrokenJson(column.control, cell)
              ? [notJson]
              : [
                  ...issuesAt([String(index), column.name], isJson),
                  ...(column.name === lead ? issuesAt([String(index)]) : [])
                ]
            return (
              <div
                key={column.name}
                className={`field ${issues.length > 0 ? 'invalid' : ''} ${column.name === lead || isJson ? 'long' : ''}`}
              >
                <label htmlFor={cellId}>
                  {column.title}
                  <span className="visually-hidden"> of row {index + 1}</span>
                  {column.isRequired && <span className="required"> required</span>}
                  {isJson && <span className="required"> JSON</span>}
                </label>
                <OneInput
                  field={column}
                  input={{
                    id: cellId,
                    value: cell,
                    change: next => changeCell(index, column.name, next),
                    described: [
                      ...(column.description ? [`${cellId}-hint`] : []),
                      ...(issues.length > 0 ? [`${cellId}-issues`] : [])
                    ].join(' '),
                    isInvalid: issues.length > 0,
                    isRequired: column.isRequired
                  }}
                />
                <Hint id={`${cellId}-hint`} text={column.description} />
                {issues.length > 0 && (
                  <p className="issues" id={`${cellId}-issues`}>
                    {issues.join(' ')}
                  </p>
                )}
              </div>
            )
          })}
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
          Add {one === undefined ? 'a row' : `a ${one.toLowerCase()}`}
          <span className="visually-hidden"> to {field.title}</span>
        </button>{' '}
        {aside}
      </p>
    </fieldset>
  )
}
