import { useId, useState } from 'react'
import type { Family } from '../../forms/families.js'

interface AddSettingProps {
  readonly families: readonly Family[]
  readonly addName: (kind: string, name: string) => void
  readonly addSetting: (name: string) => void
}

/** Adds a name to one of the families, or a setting by its whole name. */
export function AddSetting({ families, addName, addSetting }: AddSettingProps) {
  const [kind, setKind] = useState(families[0]?.kind ?? '')
  const [name, setName] = useState('')
  const id = useId()
  const add = () => {
    if (name.trim() === '') return
    if (kind === '') addSetting(name.trim())
    else addName(kind, name.trim())
    setName('')
  }
  return (
    <fieldset className="row adder">
      <legend className="legend">Add</legend>
      {families.length > 0 && (
        <select aria-label="What to add" value={kind} onChange={event => setKind(event.target.value)}>
          {families.map(family => (
            <option key={family.kind} value={family.kind}>
              {family.kind}
            </option>
          ))}
          <option value="">another setting</option>
        </select>
      )}
      <label htmlFor={id} className="unseen">
        Its name
      </label>
      <input
        id={id}
        placeholder={kind === '' ? 'whole name of the setting' : `name of the ${kind}`}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <button type="button" onClick={add}>
        Add
      </button>
    </fieldset>
  )
}
