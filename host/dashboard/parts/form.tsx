import {
  type FormEvent,
  Fragment,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState
} from 'react'
import { issuesOf, ProblemError } from '../api/problem.js'
import { issueSentence } from '../forms/sentences.js'
import { Button, CancelButton } from './button.js'
import { ErrorNotice } from './notice.js'

/** One text field of a form, with any attribute of an `<input>`. */
export interface FieldOptions
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'value' | 'onChange' | 'required'> {
  readonly label: string
  readonly hint?: string
  /** What the field says if it is submitted empty; left out where it may be. */
  readonly missing?: string
  /** Whether a text of blanks alone counts as empty. */
  readonly refusesBlanks?: boolean
  /** What is wrong with a text, before it is sent; undefined if nothing is. */
  readonly check?: (text: string) => string | undefined
  /** What the field says if the host refuses what it holds, by the code of that refusal. */
  readonly refusals?: Readonly<Record<string, string>>
}

/** What a form shows of the mutation that it starts. */
export interface FormMutation {
  readonly error: Error | null
  readonly isPending: boolean
  readonly isSuccess: boolean
}

interface FormProps<Name extends string> {
  /** The fields by the names that their values have in the request body. */
  readonly fields: Readonly<Record<Name, FieldOptions>>
  readonly submit: (values: Readonly<Record<Name, string>>) => void
  /** What the fields hold at first; nothing if left out. */
  readonly initial?: Readonly<Record<Name, string>>
  readonly mutation: FormMutation
  /** The text of the submit button. */
  readonly action: string
  readonly tone?: 'plain' | 'primary' | 'danger'
  readonly cancel?: { readonly text: string; readonly run: () => void }
  /** What can be done about the error, below its text or the field that shows it. */
  readonly remedy?: ReactNode
  /** Inputs below the fields that show the issues of their own body members. */
  readonly children?: ReactNode
  /** The body members of those inputs. */
  readonly ownMembers?: readonly string[]
}

/**
 * A form that starts a mutation. Empty fields and failed checks are reported before it is sent; what the host reports about a member of the
 * body, or refuses for what a field holds, is shown at that field, anything else above the fields. After a success the fields are empty again.
 */
export function Form<Name extends string = never>(props: FormProps<Name>) {
  const {
    fields,
    submit,
    initial,
    mutation,
    action,
    tone = 'primary',
    cancel,
    remedy,
    children,
    ownMembers = []
  } = props
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(initial ?? {})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const names = Object.keys(fields) as Name[]
  const issues = issuesOf(mutation.error)
  const code = mutation.error instanceof ProblemError ? mutation.error.code : ''
  const refused = names.find(name => fields[name].refusals?.[code] !== undefined)
  const shown = [...names, ...ownMembers].map(name => `#/${name}`)
  const isShown = refused !== undefined || (issues.length > 0 && issues.every(({ pointer }) => shown.includes(pointer)))
  const isInvalid = Object.keys(faults).length > 0 || issues.length > 0 || refused !== undefined
  const reportedOf = (name: Name) => [
    ...(name === refused ? [fields[name].refusals?.[code] ?? ''] : []),
    ...issues
      .filter(({ pointer }) => pointer === `#/${name}`)
      .map(issue => (issue.code === 'required' && fields[name].missing) || issueSentence(issue))
  ]
  useEffect(() => {
    if (mutation.isSuccess) setValues({})
  }, [mutation.isSuccess])
  useEffect(() => {
    if (isInvalid) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isInvalid])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = names.flatMap(name => {
      const { missing, check, refusesBlanks = false } = fields[name]
      const text = refusesBlanks ? values[name]?.trim() : values[name]
      const fault = text ? check?.(text) : missing
      return fault === undefined ? [] : [[name, fault] as const]
    })
    setFaults(Object.fromEntries(found))
    if (found.length > 0) return
    submit(Object.fromEntries(names.map(name => [name, values[name] ?? ''])) as Record<Name, string>)
  }
  return (
    <form ref={form} className="form" onSubmit={send} noValidate>
      {isShown ? (
        refused === undefined && remedy
      ) : (
        <ErrorNotice error={mutation.error} shown={shown}>
          {remedy}
        </ErrorNotice>
      )}
      {names.map(name => (
        <Fragment key={name}>
          <Field
            name={name}
            options={fields[name]}
            value={values[name] ?? ''}
            change={value => {
              setValues({ ...values, [name]: value })
              setFaults(({ [name]: _typed, ...others }) => others)
            }}
            issues={faults[name] === undefined ? reportedOf(name) : [faults[name]]}
          />
          {name === refused && remedy}
        </Fragment>
      ))}
      {children}
      <div className="actions">
        {cancel && (
          <CancelButton isHeld={mutation.isPending} onClick={cancel.run}>
            {cancel.text}
          </CancelButton>
        )}
        <Button type="submit" tone={tone} isBusy={mutation.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly options: FieldOptions
  readonly value: string
  readonly change: (value: string) => void
  readonly issues: readonly string[]
}

function Field({ name, options, value, change, issues }: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const { label, hint, missing, refusesBlanks: _refusesBlanks, check: _check, refusals: _refusals, ...input } = options
  const described = [hint ? `${id}-hint` : '', issues.length > 0 ? `${id}-issues` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-button">
        <input
          id={id}
          name={name}
          required={missing !== undefined}
          aria-describedby={described || undefined}
          aria-invalid={issues.length > 0}
          value={value}
          onChange={event => change(event.target.value)}
          {...input}
          className={input.type === 'password' ? 'with-reveal' : undefined}
          type={isShown ? 'text' : input.type}
        />
        {input.type === 'password' && (
          <button type="button" className="reveal" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
        )}
      </span>
      <Issues id={`${id}-issues`} issues={issues} />
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** What is wrong with an input, below it; nothing if nothing is. */
export function Issues({ id, issues }: { readonly id: string; readonly issues: readonly string[] }) {
  if (issues.length === 0) return null
  return (
    <div id={id} className="issues">
      {[...new Set(issues)].map(issue => (
        <p key={issue}>{issue}</p>
      ))}
    </div>
  )
}
