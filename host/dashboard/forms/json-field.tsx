import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'

/** A field for what no plain one can hold: its value is written as JSON. */
export function JsonField({
  fieldPathId,
  formData,
  onChange,
  schema,
  name,
  required,
  rawErrors,
  errorSchema
}: FieldProps) {
  const [text, setText] = useState(formData === undefined ? '' : JSON.stringify(formData, null, 2))
  const [isBroken, setBroken] = useState(false)
  const id = fieldPathId.$id
  const takesText = schema.type === undefined && schema.anyOf === undefined
  const faults = isBroken && !takesText ? ['This is not JSON.'] : (rawErrors ?? errorSchema?.__errors ?? [])
  const change = (next: string) => {
    setText(next)
    const value = parsed(next)
    setBroken(value === broken)
    onChange(value === broken ? next : value, fieldPathId.path)
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {schema.title ?? name}{' '}
        <span className="needed">
          {takesText ? 'JSON or text' : 'JSON'}
          {required && ', needed'}
        </span>
      </label>
      {schema.description && (
        <p className="hint" id={`${id}__description`}>
          {schema.description}
        </p>
      )}
      <textarea
        id={id}
        className="mono"
        rows={3}
        spellCheck={false}
        aria-describedby={`${id}__description ${id}__error`}
        aria-invalid={faults.length > 0}
        value={text}
        onChange={event => change(event.target.value)}
      />
      <div id={`${id}__error`} className="faults">
        {faults.map(fault => (
          <p key={fault}>{fault}</p>
        ))}
      </div>
    </div>
  )
}

const broken = Symbol('broken')

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return broken
  }
}
