import { useEffect, useId, useRef, useState } from 'react'
import { Hint } from '../../forms/hint.js'

interface AddNameProps {
  /** The text of the button that opens the field. */
  readonly action: string
  /** The label of the field. */
  readonly label: string
  readonly hint?: string | undefined
  /** What the name of the group is, for the field and its buttons. */
  readonly group: string
  /** Why a name cannot be added; undefined if it can. */
  readonly issueOf: (name: string) => string | undefined
  readonly add: (name: string) => void
}

/** A button that opens a field for a name, and adds what is typed there. Adding moves the focus on; cancelling returns it. */
export function AddName({ action, label, hint, group, issueOf, add }: AddNameProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [issue, setIssue] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    setName('')
    setIssue(undefined)
  }
  const cancel = () => {
    close()
    requestAnimationFrame(() => opener.current?.focus())
  }
  const addTyped = () => {
    const typed = name.trim()
    const found = typed === '' ? 'Enter a name.' : issueOf(typed)
    setIssue(found)
    if (found !== undefined) return input.current?.focus()
    close()
    add(typed)
  }
  if (!isOpen)
    return (
      <button ref={opener} type="button" className="small" onClick={() => setOpen(true)}>
        {action}
      </button>
    )
  return (
    <fieldset className="adder" aria-label={group}>
      <div className={`field name ${issue ? 'invalid' : ''}`}>
        <label htmlFor={id}>{label}</label>
        <input
          ref={input}
          id={id}
          autoComplete="off"
          aria-invalid={issue !== undefined}
          aria-describedby={[issue && `${id}-issue`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
          value={name}
          onChange={event => {
            setName(event.target.value)
            setIssue(undefined)
          }}
          onKeyDown={event => {
            if (event.key === 'Escape') cancel()
            if (event.key !== 'Enter') return
            event.preventDefault()
            addTyped()
          }}
        />
        {issue && (
          <p className="issues" id={`${id}-issue`} role="alert">
            {issue}
          </p>
        )}
        <Hint id={`${id}-hint`} text={hint} />
      </div>
      <div className="actions">
        <button type="button" onClick={addTyped}>
          Add
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </fieldset>
  )
}
