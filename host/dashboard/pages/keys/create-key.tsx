import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { ProblemError } from '../../api/problem.js'
import type { Key } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Refusal } from '../../parts/notice.js'
import { CheckoutButton } from '../billing/checkout-button.js'
import { Scopes } from './scopes.js'

const day = 24 * 60 * 60 * 1000

/** How long a key may be good, in days; null is without an end. */
const lives = [
  ['never', 'Does not expire', null],
  ['30', 'In 30 days', 30],
  ['90', 'In 90 days', 90],
  ['365', 'In a year', 365]
] as const

interface CreateKeyProps {
  readonly keep: (key: Key) => void
  readonly cancel: () => void
}

/** Asks what a new key is called, what it is good for and how long, and makes it. */
export function CreateKey({ keep, cancel }: CreateKeyProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[] | null>(null)
  const [life, setLife] = useState<string>('never')
  const { run, isRunning, error } = useSubmit(async () => {
    const days = lives.find(([value]) => value === life)?.[2] ?? null
    const expiresAt = days === null ? null : new Date(Date.now() + days * day).toISOString()
    const wish = { name, expiresAt, ...(scopes && { scopes }) }
    keep((await call<Key>('POST', paths.keys, { body: wish })).body)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="form" onSubmit={submit}>
      <Refusal error={error} shown={['#/name', '#/scopes']} />
      <Field
        label="Name"
        hint="What will use it, such as “nightly import”."
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.target.value)}
        faults={faultsAt(error, '#/name')}
      />
      <Scopes chosen={scopes} choose={setScopes} faults={faultsAt(error, '#/scopes')} />
      <div className="field">
        <label htmlFor="life">Expires</label>
        <select id="life" value={life} onChange={event => setLife(event.target.value)}>
          {lives.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {error instanceof ProblemError && error.code === 'trial_required' && <CheckoutButton purpose="trial" />}
      <div className="actions">
        <Button type="submit" tone="primary" isBusy={isRunning}>
          Create the key
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  )
}
