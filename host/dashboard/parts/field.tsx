import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { type Fault, faultText, ProblemError } from '../api/problem.js'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly faults?: readonly Fault[]
}

/** One line of input with its label, a hint, and what the host finds wrong with it. */
export function Field({ label, hint, faults = [], ...input }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', faults.length > 0 ? `${id}-faults` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <input id={id} aria-describedby={described || undefined} aria-invalid={faults.length > 0} {...input} />
      {faults.length > 0 && (
        <div id={`${id}-faults`} className="faults">
          {faults.map(fault => (
            <p key={fault.code}>{faultText(fault)}</p>
          ))}
        </div>
      )}
    </div>
  )
}

/** The faults that a refusal finds at a member of the body. */
export function faultsAt(error: Error | undefined, pointer: string): readonly Fault[] {
  return error instanceof ProblemError ? error.faults.filter(fault => fault.pointer === pointer) : []
}
