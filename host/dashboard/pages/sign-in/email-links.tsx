import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { hasCode } from '../../api/problem.js'
import {
  useCancelFactorRemoval,
  useConfirmEmailChange,
  useRequestFactorRemoval,
  useRequestPasswordReset,
  useResetPassword,
  useVerifyEmail
} from '../../api/sign-in.js'
import { useSite } from '../../api/site.js'
import { Code } from '../../parts/code.js'
import { Form } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import { wholeWords } from '../../parts/whole-words.js'
import { emailField, newPasswordField, passwordField } from './fields.js'
import { Done, LinkPage, useToken } from './link-page.js'
import { LinkSent } from './link-sent.js'

/** Finishes a sign-up. */
export function VerifyEmail() {
  const verify = useVerifyEmail()
  return (
    <LinkPage
      title="Confirm your e-mail address"
      lead="Enter the password that you chose when you created the account."
      fields={{
        password: {
          ...passwordField,
          refusals: { invalid_credentials: 'This password is wrong. Check it and try again.' }
        }
      }}
      mutation={verify}
      submit={verify.mutate}
      action="Confirm the address"
      remedy={
        hasCode(verify.error, 'email_taken') ? (
          <p>
            <Link to="/sign-in">Sign in</Link> with the password of that account.
          </p>
        ) : (
          hasCode(verify.error, 'invalid_credentials') && (
            <p>
              Forgot it? <Link to="/sign-up">Create the account again</Link> with the same address and a new password.
              We send you a new link.
            </p>
          )
        )
      }
      consequence={[
        'Does the whole link not work either? Create the account again with the same address, and we send a new link. The earlier link then stops working.',
        'Already confirmed? Sign in.'
      ]}
      ways={[
        ['/sign-up', 'Create the account again'],
        ['/sign-in', 'Sign in']
      ]}
    />
  )
}

/** Finishes a change of the e-mail address. */
export function ConfirmEmail() {
  const confirm = useConfirmEmailChange()
  return (
    <LinkPage
      title="Confirm your new e-mail address"
      lead="Enter the password of your account."
      fields={{ password: { ...passwordField, refusals: { invalid_credentials: 'The password is wrong.' } } }}
      mutation={confirm}
      submit={confirm.mutate}
      action="Change the e-mail address"
      consequence={[
        'If you already opened the whole link, your e-mail address has been changed. Sign in with the new one.',
        'Otherwise, your old address still applies. To get a new link, sign in and enter the new address under Account.'
      ]}
      ways={[['/account', 'Sign in and open Account']]}
      doneTitle="The e-mail address is changed"
      done={
        <Done next={['/account', 'Go to your account']}>
          <p>From now on, sign in with the new address.</p>
        </Done>
      }
    />
  )
}

/** Cancels the removal of a second factor. */
export function CancelRemoval() {
  const cancel = useCancelFactorRemoval()
  const dueAt = useDueAt()
  return (
    <LinkPage
      title="Keep two-factor authentication"
      lead={
        <>
          {wholeWords('Someone who knows your password asked to turn off your two-factor authentication.')}{' '}
          {dueAt && (
            <>
              It will be turned off on <Time at={dueAt} format="exact" />.{' '}
            </>
          )}
          If it was not you, keep it on, then reset your password. If it was you, close this page.
        </>
      }
      fields={{}}
      mutation={cancel}
      submit={cancel.mutate}
      action="Keep two-factor authentication on"
      consequence={[
        'Nothing has changed. If somebody asked to turn off two-factor authentication, it will be off 3 days after the request, unless you keep it on.',
        'To keep it on, sign in, open Account and choose “Keep two-factor authentication on”. If you did not ask for the change, reset your password: that keeps it on too.'
      ]}
      ways={[
        ['/account', 'Sign in and open Account'],
        ['/reset-password', 'Reset your password']
      ]}
      doneTitle="Two-factor authentication stays on"
      done={
        <Done next={['/account', 'Change your password']}>
          <p>
            It will not be turned off
            {dueAt && (
              <>
                {' '}
                on <Time at={dueAt} format="exact" />
              </>
            )}
            .
          </p>
          <p>If you did not ask for it, someone else knows your password. Change it now.</p>
        </Done>
      }
    />
  )
}

/** Requests the removal of a lost second factor. */
export function SecondFactorRecovery() {
  const removal = useRequestFactorRemoval()
  return (
    <Page
      title="Lost your authenticator app and your recovery codes?"
      lead="You can turn off two-factor authentication."
      isForm
    >
      <div className="card">
        {removal.data ? (
          <Notice tone="good" title="Two-factor authentication will be turned off">
            <p>
              From <Time at={removal.data.body.removedAt} format="exact" />, you sign in with your password alone. If
              you change your password before that, it stays on.
            </p>
          </Notice>
        ) : (
          <MailNeeded
            subject="turn off two-factor authentication"
            command="reset-second-factor"
            result="Then sign in with your password alone."
          >
            <p>
              We e-mail you at once, and turn off two-factor authentication 3 days later. If you change your mind, or
              did not ask for this, open the link in the e-mail to keep it on. After the 3 days, you sign in with your
              password alone.
            </p>
            <Form
              fields={{ email: emailField, password: passwordField }}
              submit={removal.mutate}
              mutation={removal}
              action="Turn it off in 3 days"
            />
          </MailNeeded>
        )}
      </div>
      <BackToSignIn />
    </Page>
  )
}

/** Sets a new password; without a link, has one sent. */
export function ResetPassword() {
  const reset = useResetPassword()
  const token = useToken()
  if (token === null) return <RequestReset />
  return (
    <LinkPage
      title="Choose a new password"
      fields={{ password: newPasswordField }}
      mutation={reset}
      submit={reset.mutate}
      action="Change the password"
      consequence={[
        'If you have used this link before, your password is changed: sign in with the new one. Otherwise, it has not.'
      ]}
      ways={[
        ['/reset-password', 'Send a new link'],
        ['/sign-in', 'Sign in']
      ]}
      doneTitle="The password is changed"
      done={
        <Done next={['/sign-in', 'Sign in']}>
          <p>
            You are signed out on every device. Your API keys and connected apps still work. If someone knew the old
            password, revoke the keys and disconnect the apps under API keys.
          </p>
        </Done>
      }
    />
  )
}

function RequestReset() {
  const requestReset = useRequestPasswordReset()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) return <ResetSent email={sentTo} back={() => setSentTo(undefined)} />
  return (
    <Page title="Reset your password" isForm>
      <div className="card">
        <MailNeeded
          subject="set a new password"
          command="reset-password"
          result="It prints a link. Open that to choose a new password."
        >
          <p>We e-mail you a link to choose a new password.</p>
          <Form
            fields={{ email: emailField }}
            submit={typed => requestReset.mutate(typed, { onSuccess: () => setSentTo(typed.email) })}
            mutation={requestReset}
            action="Send me a link"
          />
        </MailNeeded>
      </div>
      <BackToSignIn />
    </Page>
  )
}

function ResetSent({ email, back }: { readonly email: string; readonly back: () => void }) {
  const again = useRequestPasswordReset()
  return (
    <LinkSent email={email} again={again} sendAgain={() => again.mutate({ email })} back={back}>
      If <strong>{email}</strong> has an account, we sent an e-mail to it. Open its link to choose a new password.
    </LinkSent>
  )
}

interface MailNeededProps {
  /** What only the operator can do without e-mail. */
  readonly subject: string
  /** The command of `product-host accounts` that does it. */
  readonly command: string
  /** What the command does, and what to do then. */
  readonly result: string
  readonly children: ReactNode
}

/** A form that leads to an e-mail; where the host sends none, who can help instead. */
function MailNeeded({ subject, command, result, children }: MailNeededProps) {
  return (
    <Loaded query={useSite()} lines={4}>
      {({ sendsMail, demoKey }) =>
        sendsMail ? (
          children
        ) : demoKey !== null ? (
          <>
            <p>
              This demo sends no e-mail. To {subject}, open a terminal in the folder where you started the demo, and run
              this with your own e-mail address:
            </p>
            <Code text={`npx product-host accounts ${command} you@example.org`} label="The command" />
            <p>{result}</p>
          </>
        ) : (
          <p>
            This service sends no e-mail, so only the people who run it can {subject} for you. Tell them the e-mail
            address of your account.
          </p>
        )
      }
    </Loaded>
  )
}

/** Below a form that is there once the site is read, so that it does not move. */
function BackToSignIn() {
  if (!useSite().data) return null
  return (
    <p className="quiet">
      <Link to="/sign-in">Back to sign in</Link>
    </p>
  )
}

/** When a removal is due, as the link says; undefined if it does not. */
function useDueAt(): string | undefined {
  const text = useLocationProperty(() => new URLSearchParams(location.search).get('due'))
  return text !== null && Number.isFinite(Date.parse(text)) ? text : undefined
}
