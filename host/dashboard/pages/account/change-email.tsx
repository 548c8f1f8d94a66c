import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Field, faultsAt } from '../../parts/field.js'
import { Notice, Refusal } from '../../parts/notice.js'

/** Changes the e-mail address: at once, or by a link to the new address where the host sends mail. */
export function ChangeEmail() {
  const [email, setEmail] = useState('')
  const [done, setDone] = useState<'changed' | 'link_sent'>()
  const { run, isRunning, error } = useSubmit(async () => {
    setDone(undefined)
    const { status } = await call('PUT', paths.email, { body: { email } })
    setEmail('')
    setDone(status === 202 ? 'link_sent' : 'changed')
    await reload(paths.account)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form className="form narrow" onSubmit={submit} noValidate>
      <Refusal error={error} shown={['#/email']} />
      {done === 'changed' && <Notice tone="good" title="The e-mail address is changed." />}
      {done === 'link_sent' && (
        <Notice tone="good" title="We sent an e-mail to the new address">
          <p>Open its link within 24 hours. Until then you sign in with the address that you have now.</p>
        </Notice>
      )}
      <Field
        label="New e-mail address"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
        faults={faultsAt(error, '#/email')}
      />
      <p>
        <Button type="submit" isBusy={isRunning}>
          Change the e-mail address
        </Button>
      </p>
    </form>
  )
}
