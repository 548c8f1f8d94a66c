import { useState } from 'react'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { useSubmit } from '../../api/submit.js'
import { Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Time } from '../../parts/time.js'
import { type Credentials, CredentialsForm } from './credentials.js'

/** Requests the removal of a second factor that is lost. */
export default function SecondFactorRecovery() {
  const [removedAt, setRemovedAt] = useState<string>()
  const submission = useSubmit(async (credentials: Credentials) => {
    const { body } = await call<{ removedAt: string }>('POST', paths.recoveries, { body: credentials })
    setRemovedAt(body.removedAt)
  })
  return (
    <Page
      title="Remove a lost second factor"
      lead="For who has neither the authenticator app nor a recovery code. It takes 72 hours: we e-mail you at once, and you can cancel it until then."
    >
      <div className="narrow">
        {removedAt === undefined ? (
          <CredentialsForm action="Request the removal" isNew={false} submission={submission} />
        ) : (
          <Notice tone="good" title="The removal is scheduled">
            <p>
              From <Time at={removedAt} how="moment" /> on, you sign in with the password alone. A new password before
              then cancels it.
            </p>
          </Notice>
        )}
      </div>
    </Page>
  )
}
