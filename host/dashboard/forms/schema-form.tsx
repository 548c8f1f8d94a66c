import Form from '@rjsf/core/lib/components/Form.js'
import { type ErrorSchema, ErrorSchemaBuilder, type FormContextType } from '@rjsf/utils'
import { type ReactNode, useMemo } from 'react'
import { type Fault, faultText } from '../api/problem.js'
import { checker } from './checker.js'
import type { FormPlan } from './form-schema.js'
import { pathOf } from './pointer.js'
import { type FieldGroup, fields, templates } from './templates.js'

type Data = Record<string, unknown>

interface SchemaFormProps {
  readonly plan: FormPlan
  readonly data: Data
  readonly change: (data: Data) => void
  readonly submit: (data: Data) => void
  /** What the host found wrong, shown at the fields. */
  readonly faults?: readonly Fault[]
  /** The pointer below which the form's own fields lie. */
  readonly below?: string
  readonly featured?: readonly string[]
  readonly groups?: readonly FieldGroup[]
  readonly idPrefix: string
  /** The buttons. */
  readonly children: ReactNode
}

const noFaults: readonly Fault[] = []

/** A form that is made from a schema, judged here before it is sent, and judged again by the host. */
export function SchemaForm(props: SchemaFormProps) {
  const { plan, data, change, submit, faults = noFaults, below = '#', featured, groups, idPrefix, children } = props
  const extraErrors = useMemo(() => errorsAt(faults, below), [faults, below])
  const context: FormContextType = useMemo(
    () => ({ ...(featured && { featured }), ...(groups && { groups }) }),
    [featured, groups]
  )
  return (
    <Form<Data>
      schema={plan.schema}
      uiSchema={plan.uiSchema}
      validator={checker}
      templates={templates}
      fields={fields}
      formContext={context}
      formData={data}
      onChange={event => change(event.formData ?? {})}
      onSubmit={event => submit(event.formData ?? {})}
      extraErrors={extraErrors}
      extraErrorsBlockSubmit={false}
      showErrorList={false}
      onError={focusField}
      className="schema-form"
      noHtml5Validate
      idPrefix={idPrefix}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
    >
      {children}
    </Form>
  )
}

function errorsAt(faults: readonly Fault[], below: string): ErrorSchema<Data> {
  const builder = new ErrorSchemaBuilder<Data>()
  for (const fault of faults)
    if (fault.pointer.startsWith(`${below}/`))
      builder.addErrors(faultText(fault), pathOf(fault.pointer.slice(below.length)))
  return builder.ErrorSchema
}

/** Puts the focus where the first thing is wrong. */
function focusField(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.faulty :is(input, select, textarea), [aria-invalid="true"]')?.focus()
  )
}
