import { useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/confirm.js'
import { Notice } from '../../parts/notice.js'

/** Revokes every key of the account, once it is confirmed, and says how many that were. */
export function RevokeAllKeys() {
  const [isAsked, ask] = useState(false)
  const [revoked, setRevoked] = useState<number>()
  const revoke = async () => {
    const { body } = await call<{ readonly revoked: number }>('DELETE', paths.keys)
    setRevoked(body.revoked)
    await reload(paths.keys)
  }
  return (
    <>
      <Button tone="danger" onClick={() => ask(true)}>
        Revoke all keys
      </Button>
      {revoked !== undefined && (
        <Notice tone="good" title={revoked === 1 ? '1 key was revoked.' : `${revoked} keys were revoked.`} />
      )}
      {isAsked && (
        <Confirm title="Revoke all keys?" action="Revoke every key" act={revoke} close={() => ask(false)}>
          <p>
            Every program that uses a key of your account is refused within five seconds. There is no way back: each of
            them needs a new key.
          </p>
        </Confirm>
      )}
    </>
  )
}
