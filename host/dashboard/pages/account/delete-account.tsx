import { useState } from 'react'
import { farewell } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/confirm.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'

/** Erases the account, once it is confirmed. */
export function DeleteAccount() {
  const [isAsked, ask] = useState(false)
  const erase = async () => {
    await call('DELETE', paths.account)
    farewell()
    navigate('/')
  }
  return (
    <>
      <p>
        Account, keys, settings and everything that products keep for you are erased at once. Take your{' '}
        <Link to="/data">data</Link> out first if you want to keep it. If you had a trial, a keyed hash of your e-mail
        address is stored for 24 months, so that an address has one trial.
      </p>
      <p>
        <Button tone="danger" onClick={() => ask(true)}>
          Delete the account
        </Button>
      </p>
      {isAsked && (
        <Confirm title="Delete the account?" action="Delete it for good" act={erase} close={() => ask(false)}>
          <p>Your account and its data are erased when you confirm. There is no way back.</p>
        </Confirm>
      )}
    </>
  )
}
