import { useState } from 'react'
import type { InputProps } from './field.js'
import type { ChosenName, Control } from './field-plan.js'

type ControlOf<Kind extends Control['kind']> = Extract<Control, { readonly kind: Kind }>

/** What every input has in common. */
function attributes({ id, described, isInvalid, isRequired }: InputProps) {
  return {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': isInvalid,
    'aria-required': isRequired || undefined,
    autoComplete: 'off'
  }
}

interface TextProps extends InputProps {
  /** Of a text in one line; undefined for one with several. */
  readonly input: ControlOf<'text'>['input'] | undefined
  readonly hint: string
}

/** A text; a secret is not shown while it is typed. */
export function Text({ input: type, hint, ...input }: TextProps) {
  const shared = {
    ...attributes(input),
    placeholder: hint,
    value: typeof input.value === 'string' ? input.value : input.value === undefined ? '' : String(input.value)
  }
  if (type === undefined)
    return <textarea {...shared} rows={3} onChange={event => input.change(event.target.value || undefined)} />
  return (
    <input
      {...shared}
      type={type}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      onChange={event => input.change(event.target.value || undefined)}
    />
  )
}

/** A number; what is no number stays as it was typed, and the form says so. */
export function Numeric({ hint, ...input }: InputProps & { readonly hint: string }) {
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && numberOf(typed) === input.value ? typed : textOf(input.value)
  return (
    <input
      {...attributes(input)}
      inputMode="decimal"
      placeholder={hint}
      value={shown}
      onChange={event => {
        setTyped(event.target.value)
        input.change(numberOf(event.target.value))
      }}
    />
  )
}

function numberOf(text: string): unknown {
  const trimmed = text.trim().replaceAll(',', '')
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : text
}

function textOf(value: unknown): string {
  return value === undefined ? '' : String(value)
}

/** Yes or no. Without a value, it shows the default, which is not sent. */
export function Switch({ control, ...input }: InputProps & { readonly control: ControlOf<'switch'> }) {
  const isOn = input.value === undefined ? control.isOnByDefault : input.value === control.on
  return (
    <input
      {...attributes(input)}
      type="checkbox"
      role="switch"
      className="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={event => input.change(event.target.checked ? control.on : control.off)}
    />
  )
}

/** One of several values; the default is the first option and not sent. */
export function Choice({ control, ...input }: InputProps & { readonly control: ControlOf<'choice'> }) {
  const index = control.options.findIndex(({ value }) => value === input.value)
  return (
    <select
      {...attributes(input)}
      value={index}
      onChange={event => input.change(control.options[Number(event.target.value)]?.value)}
    >
      <option value={-1}>{control.hint}</option>
      {control.options.map(({ value, text }, position) => (
        <option key={String(value)} value={position}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** One of the names that the user has chosen elsewhere. */
export function Name({ control: { names, hint }, ...input }: InputProps & { readonly control: ControlOf<'name'> }) {
  const isEmpty = names.length === 0 && textOf(input.value) === ''
  return <ChosenNames {...input} names={names} hint={hint} isDisabled={isEmpty} />
}

interface ChosenNamesProps extends InputProps {
  readonly names: readonly ChosenName[]
  /** The text of the option that is no name. */
  readonly hint: string
  readonly isDisabled?: boolean
}

/** One of several names, or none; a value that is none of them stays until another one is chosen. */
export function ChosenNames({ names, hint, isDisabled = false, ...input }: ChosenNamesProps) {
  const value = textOf(input.value)
  const isKnown = value === '' || names.some(name => name.value === value)
  const options = isKnown ? names : [...names, { value, text: value }]
  return (
    <select
      {...attributes(input)}
      disabled={isDisabled}
      value={value}
      onChange={event => input.change(event.target.value || undefined)}
    >
      <option value="">{hint}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}

/** A day and a time, typed in the time zone of the browser and sent in UTC. */
export function Time(input: InputProps) {
  const at = typeof input.value === 'string' ? new Date(input.value) : undefined
  const isKnown = at !== undefined && !Number.isNaN(at.getTime())
  const local = isKnown ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : ''
  return (
    <input
      {...attributes(input)}
      type="datetime-local"
      value={local}
      onChange={event => {
        const next = event.target.value
        input.change(next === '' ? undefined : new Date(next).toISOString())
      }}
    />
  )
}

/** A time zone of the IANA database, that of the browser first. */
export function Zone({ hint, ...input }: InputProps & { readonly hint: string }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const names = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(value => ({
    value,
    text: value.replaceAll('_', ' ')
  }))
  return <ChosenNames {...input} names={names} hint={hint} />
}

/** A list of texts, one on each line. */
export function List(input: InputProps) {
  const [typed, setTyped] = useState<string>()
  const value = Array.isArray(input.value) ? input.value.map(String) : textOf(input.value).split(/\s*,\s*/)
  const shown =
    typed !== undefined && itemsOf(typed).join('\n') === value.filter(Boolean).join('\n') ? typed : value.join('\n')
  return (
    <textarea
      {...attributes(input)}
      rows={Math.min(8, Math.max(2, shown.split('\n').length))}
      value={shown}
      onChange={event => {
        setTyped(event.target.value)
        const items = itemsOf(event.target.value)
        input.change(items.length > 0 ? items : undefined)
      }}
    />
  )
}

function itemsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map(item => item.trim())
    .filter(Boolean)
}

/** A value that no other input can hold, as JSON. */
export function JsonText(input: InputProps) {
  const [typed, setTyped] = useState<string>()
  const isSame = typed !== undefined && JSON.stringify(jsonOf(typed)) === JSON.stringify(input.value)
  const shown = isSame ? typed : input.value === undefined ? '' : JSON.stringify(input.value, null, 2)
  return (
    <textarea
      {...attributes(input)}
      className="mono"
      rows={Math.min(16, Math.max(3, shown.split('\n').length))}
      spellCheck={false}
      value={shown}
      onChange={event => {
        setTyped(event.target.value)
        input.change(jsonOf(event.target.value))
      }}
    />
  )
}

/** Whether a field for JSON has a text that is none: such a text stays as it was typed. */
export function isBrokenJson(control: Control, value: unknown): boolean {
  return control.kind === 'json' && !control.acceptsText && typeof value === 'string' && jsonOf(value) === value
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
