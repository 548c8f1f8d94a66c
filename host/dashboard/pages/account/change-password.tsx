import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { RevokeAllKeys } from '../keys/revoke-all-keys.js'

/** Takes another password; every other session ends with it, and the keys can be revoked after it. */
export function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isDone, setDone] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    setDone(false)
    await call('PUT', paths.password, { body: { current, next } })
    setCurrent('')
    setNext('')
    setDone(true)
    await Promise.all([reload(paths.sessions), reload(paths.events)])
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="form narrow" onSubmit={submit}>
      <Refusal error={error} shown={['#/current', '#/next']} />
      {isDone && (
        <Notice tone="good" title="The password is changed; every other session has ended.">
          <p>Your API keys still work. If somebody else knew the old password, revoke them too.</p>
          <RevokeAllKeys />
        </Notice>
      )}
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={event => setCurrent(event.target.value)}
        faults={faultsAt(error, '#/current')}
      />
      <Field
        label="New password"
        hint="At least 8 characters; several words make a good one."
        type="password"
        autoComplete="new-password"
        required
        value={next}
        onChange={event => setNext(event.target.value)}
        faults={faultsAt(error, '#/next')}
      />
      <p>
        <Button type="submit" isBusy={isRunning}>
          Change the password
        </Button>
      </p>
    </form>
  )
}
