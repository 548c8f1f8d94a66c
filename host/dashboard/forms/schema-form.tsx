import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '../api/problem.js'
import type { JsonSchema } from '../api/products.js'
import { type IssuesAt, SchemaField } from './field.js'
import type { Field } from './field-plan.js'
import { RecordOwner } from './record-choice.js'
import { issueSentence } from './sentences.js'
import { type Violation, violationsOf } from './validator.js'
import { pointerParts } from './values.js'

type Data = Readonly<Record<string, unknown>>

/** Fields that are shown together under a title. */
export interface FieldGroup {
  readonly title: string
  readonly names: readonly string[]
  /** Whether it stands without a frame and without its title. */
  readonly isPlain?: boolean
  /** Beside the title, such as a button that removes the group. */
  readonly aside?: ReactNode
  /** Below the fields, such as what adds another one. */
  readonly after?: ReactNode
  /** What is wrong with the group itself. */
  readonly issue?: string | undefined
}

/** Groups of fields that belong together. */
export interface FieldSection {
  /** What tells it from others. */
  readonly id: string
  /** Above the groups: a heading, and what adds a group. */
  readonly head?: ReactNode
  readonly groups: readonly FieldGroup[]
}

interface SchemaFormProps {
  readonly fields: readonly Field[]
  /** What the schemas of the fields refer to. */
  readonly definitions?: JsonSchema['$defs']
  readonly data: Data
  readonly change: (data: Data) => void
  /** Sends what is valid; with the value of the button that was pressed. */
  readonly submit: (button: string) => void
  /** The issues that the host reported, shown at their fields. */
  readonly issues: readonly FieldIssue[]
  /** The pointer of the object that the form edits. */
  readonly below?: string
  /** Fields that are shown first, in this order; the others can be unfolded. */
  readonly featured?: readonly string[] | undefined
  readonly sections?: readonly FieldSection[]
  /** The product whose stored records the fields may name. */
  readonly slug?: string
  /** The buttons. */
  readonly children: ReactNode
}

/** A form that is made from a schema. Its data is validated before it is sent, and again by the host. */
export function SchemaForm(props: SchemaFormProps) {
  const {
    fields,
    definitions,
    data,
    change,
    submit,
    issues,
    below = '#',
    featured,
    sections,
    slug = '',
    children
  } = props
  const form = useRef<HTMLFormElement>(null)
  const [violations, setViolations] = useState<readonly Violation[]>([])
  const [changedSince, setChangedSince] = useState<{
    readonly issues: typeof issues
    readonly names: readonly string[]
  }>()
  const changed = changedSince?.issues === issues ? changedSince.names : []
  const open = reported(issues, below).filter(({ path }) => !changed.includes(path[0] ?? ''))
  const found = [...violations, ...open]
  useEffect(() => {
    if (issues.length > 0) focusFirstIssue(form.current)
  }, [issues])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const next = violationsOf(data, { ...schemaOf(fields), ...(definitions && { $defs: definitions }) })
    setViolations(next)
    if (next.length > 0) requestAnimationFrame(() => focusFirstIssue(form.current))
    else submit(buttonOf(event.nativeEvent))
  }
  const show = (field: Field) => (
    <SchemaField
      key={field.name}
      field={field}
      value={data[field.name]}
      change={value => {
        setViolations(violations.filter(({ path }) => path[0] !== field.name))
        setChangedSince({ issues, names: [...changed, field.name] })
        change({ ...data, [field.name]: value })
      }}
      issuesAt={(path, isDeep) => sentencesAt(found, [field.name, ...path], isDeep)}
    />
  )
  const named = (names: readonly string[]) => fields.filter(({ name }) => names.includes(name))
  const first = featured?.length ? inOrder(named(featured), featured) : fields
  const rest = fields.filter(field => !first.includes(field))
  return (
    <form ref={form} className="schema-form" onSubmit={send} noValidate>
      <RecordOwner value={slug}>
        {sections ? (
          sections.map(({ id, head, groups }) => (
            <section key={id} className="form-section">
              {head}
              {groups.map(({ title, names, isPlain, aside, after, issue }) => (
                <fieldset key={title} className={`form ${isPlain ? '' : 'group'}`}>
                  <legend className={isPlain ? 'visually-hidden' : 'legend'}>{title}</legend>
                  {aside}
                  {issue && (
                    <p className="issues" role="alert">
                      {issue}
                    </p>
                  )}
                  <div className="form spread">{named(names).map(show)}</div>
                  {after}
                </fieldset>
              ))}
            </section>
          ))
        ) : (
          <div className="form spread">{first.map(show)}</div>
        )}
        {!sections && rest.length > 0 && (
          <More count={rest.length} isForced={rest.some(({ name }) => found.some(({ path }) => path[0] === name))}>
            {rest.map(show)}
          </More>
        )}
      </RecordOwner>
      {children}
    </form>
  )
}

interface MoreProps {
  readonly count: number
  /** Whether one of the fields has to be seen. */
  readonly isForced: boolean
  readonly children: ReactNode
}

function More({ count, isForced, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen || isForced} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>More options ({count})</summary>
      <div className="form spread">{children}</div>
    </details>
  )
}

/** The value of the button that submitted a form; the Enter key presses the first one. */
function buttonOf(event: Event): string {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter.value : ''
}

function inOrder(fields: readonly Field[], names: readonly string[]): readonly Field[] {
  return fields.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}

function schemaOf(fields: readonly Field[]): JsonSchema {
  return {
    type: 'object',
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  }
}

function reported(issues: readonly FieldIssue[], below: string): readonly Violation[] {
  return issues
    .filter(({ pointer }) => pointer.startsWith(`${below}/`))
    .map(issue => ({ path: pointerParts(issue.pointer.slice(below.length)), sentence: issueSentence(issue) }))
}

function sentencesAt(found: readonly Violation[], path: readonly string[], isDeep = false): ReturnType<IssuesAt> {
  const here = found.filter(
    each => path.every((part, index) => each.path[index] === part) && (isDeep || each.path.length === path.length)
  )
  return [...new Set(here.map(({ sentence }) => sentence))]
}

/** Moves the focus to the first invalid field, and all of it into view: what is wrong stands below the input, and may be behind the buttons. */
function focusFirstIssue(form: HTMLFormElement | null): void {
  const input = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  input?.focus({ preventScroll: true })
  input?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
}
