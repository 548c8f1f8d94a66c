import { useState } from 'react'
import { call } from '../../../api/call.js'
import { paths } from '../../../api/paths.js'
import { reload, useResource } from '../../../api/resource.js'
import type { FactorStatus, PendingFactor } from '../../../api/shapes.js'
import { useSubmit } from '../../../api/submit.js'
import { Button } from '../../../parts/button.js'
import { Loaded } from '../../../parts/loaded.js'
import { Notice, Refusal } from '../../../parts/notice.js'
import { Time } from '../../../parts/time.js'
import { RecoveryCodes } from './recovery-codes.js'
import { SetUp } from './set-up.js'
import { TurnOff } from './turn-off.js'

/** Turns the second factor on and off, and makes recovery codes. */
export function SecondFactor() {
  const status = useResource<FactorStatus>(paths.secondFactor)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const show = async (codes: readonly string[]) => {
    setRecoveryCodes(codes)
    await reloadFactor()
  }
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} close={() => setRecoveryCodes(undefined)} />
  return (
    <Loaded resource={status} lines={3} again={() => reload(paths.secondFactor)}>
      {body => (body.isActive ? <On status={body} show={show} /> : <Off show={show} />)}
    </Loaded>
  )
}

interface ShowCodes {
  readonly show: (codes: readonly string[]) => Promise<void>
}

function Off({ show }: ShowCodes) {
  const [pending, setPending] = useState<PendingFactor>()
  const begin = useSubmit(async () => setPending((await call<PendingFactor>('POST', paths.secondFactor)).body))
  if (pending) return <SetUp pending={pending} show={show} cancel={() => setPending(undefined)} />
  return (
    <>
      <p>With a second factor, a sign-in needs a code of an authenticator app on your phone besides the password.</p>
      <Refusal error={begin.error} />
      <p>
        <Button isBusy={begin.isRunning} onClick={() => begin.run()}>
          Set up a second factor
        </Button>
      </p>
    </>
  )
}

function On({ status, show }: ShowCodes & { readonly status: FactorStatus }) {
  const [isTurningOff, setTurningOff] = useState(false)
  const replace = useSubmit(async () => {
    const { body } = await call<{ recoveryCodes: readonly string[] }>('POST', paths.recoveryCodes)
    await show(body.recoveryCodes)
  })
  const { activeSince, recoveryCodesLeft, removedAt } = status
  return (
    <>
      {removedAt !== null && <Removal removedAt={removedAt} />}
      <p>
        The second factor is on
        {activeSince && (
          <>
            {' '}
            since <Time at={activeSince} how="day" />
          </>
        )}
        . {recoveryCodesLeft} recovery codes are left.
      </p>
      <Refusal error={replace.error} />
      <div className="actions">
        <Button isBusy={replace.isRunning} onClick={() => replace.run()}>
          Make new recovery codes
        </Button>
        <Button tone="danger" onClick={() => setTurningOff(true)}>
          Turn off the second factor
        </Button>
      </div>
      {isTurningOff && <TurnOff close={() => setTurningOff(false)} done={reloadFactor} />}
    </>
  )
}

function Removal({ removedAt }: { readonly removedAt: string }) {
  const cancel = useSubmit(async () => {
    await call('DELETE', paths.removal)
    await reloadFactor()
  })
  return (
    <Notice tone="warning" title="The second factor is going to be removed">
      <p>
        Somebody who knows the password asked for it. It is removed <Time at={removedAt} how="moment" />. If that was
        not you, cancel it and change the password.
      </p>
      <Refusal error={cancel.error} />
      <Button isBusy={cancel.isRunning} onClick={() => cancel.run()}>
        Cancel the removal
      </Button>
    </Notice>
  )
}

async function reloadFactor(): Promise<void> {
  await Promise.all([reload(paths.secondFactor), reload(paths.events)])
}
