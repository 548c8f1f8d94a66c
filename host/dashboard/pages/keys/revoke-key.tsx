import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload } from '../../api/resource.js'
import type { Key } from '../../api/shapes.js'
import { Confirm } from '../../parts/confirm.js'

/** Asks before a key is ended for good. */
export function RevokeKey({ revoked, close }: { readonly revoked: Key; readonly close: () => void }) {
  const revoke = async () => {
    await call('DELETE', paths.key(revoked.id))
    await reload(paths.keys)
  }
  return (
    <Confirm title={`Revoke “${revoked.name}”?`} action="Revoke the key" act={revoke} close={close}>
      <p>
        Every program that uses the key ending in {revoked.lastFour} is refused within five seconds. There is no way
        back.
      </p>
    </Confirm>
  )
}
