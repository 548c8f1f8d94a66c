import { useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import { useLinkToken } from './link-token.js'

/** Cancels the removal of a second factor by the link of its e-mail. */
export default function CancelRemoval() {
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const { run, isRunning, error } = useSubmit(async () => {
    await call('DELETE', paths.recovery(token ?? ''))
    setDone(true)
  })
  return (
    <Page title="Keep the second factor" lead="Somebody who knows your password asked to remove your second factor.">
      <div className="narrow stack">
        {token === undefined && (
          <Notice tone="warning" title="The link is not complete">
            <p>Open it from the e-mail again.</p>
          </Notice>
        )}
        {isDone && (
          <Notice tone="good" title="The removal is cancelled">
            <p>
              If you did not ask for it, <Link to="/account">change your password</Link>: somebody else knows it.
            </p>
          </Notice>
        )}
        {token !== undefined && !isDone && (
          <>
            <Refusal error={error} />
            <p>
              <Button tone="primary" isBusy={isRunning} onClick={() => run()}>
                Cancel the removal
              </Button>
            </p>
          </>
        )}
      </div>
    </Page>
  )
}
