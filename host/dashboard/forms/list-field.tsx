import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'

/** A field for a list of short texts: one line, with commas between them. */
export function ListField({
  fieldPathId,
  formData,
  onChange,
  schema,
  name,
  required,
  rawErrors,
  errorSchema
}: FieldProps) {
  const [text, setText] = useState(Array.isArray(formData) ? formData.join(', ') : '')
  const id = fieldPathId.$id
  const faults = faultsOf(errorSchema, rawErrors)
  const change = (next: string) => {
    setText(next)
    const items = next
      .split(',')
      .map(item => item.trim())
      .filter(Boolean)
    onChange(items.length > 0 ? items : undefined, fieldPathId.path)
  }
  return (
    <div className={`field ${faults.length > 0 ? 'faulty' : ''}`}>
      <label htmlFor={id}>
        {schema.title ?? name} <span className="needed">by commas{required && ', needed'}</span>
      </label>
      {schema.description && (
        <p className="hint" id={`${id}__description`}>
          {schema.description}
        </p>
      )}
      <input
        id={id}
        autoComplete="off"
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

/** What is wrong with the list, and with any of its items. */
function faultsOf(
  schema: FieldProps['errorSchema'],
  own: readonly string[] = schema?.__errors ?? []
): readonly string[] {
  const items = Object.entries(schema ?? {}).filter(([index]) => /^\d+$/.test(index))
  return [...new Set([...own, ...items.flatMap(([, item]) => item?.__errors ?? [])])]
}
