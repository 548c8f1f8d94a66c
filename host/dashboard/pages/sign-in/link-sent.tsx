import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '../../parts/button.js'
import type { FormMutation } from '../../parts/form.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'

interface LinkSentProps {
  /** Where the link was sent to. */
  readonly email: string
  /** The mutation that sends the link once more, and what starts it. */
  readonly again: FormMutation
  readonly sendAgain: () => void
  /** Shows the form again, for another address. */
  readonly back: () => void
  /** What was sent, and what its link does. */
  readonly children: ReactNode
}

/** The page after a form that has a link sent by e-mail: where it went, and what to do if it does not arrive. */
export function LinkSent({ email, again, sendAgain, back, children }: LinkSentProps) {
  return (
    <Page title="Check your e-mail" isForm>
      <div className="card">
        <p>{children}</p>
        <p className="quiet">
          The e-mail says how long its link works. Nothing there after a few minutes? Look in your spam folder, or have
          the e-mail sent again.
        </p>
        <ErrorNotice error={again.error} />
        {again.isSuccess && !again.isPending && <Notice tone="good" title={`Sent again to ${email}.`} />}
        <div className="actions">
          <Button isBusy={again.isPending} onClick={sendAgain}>
            Send the e-mail again
          </Button>
        </div>
      </div>
      <p className="quiet row apart">
        <button type="button" className="link" onClick={back}>
          Use another address
        </button>
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </Page>
  )
}
