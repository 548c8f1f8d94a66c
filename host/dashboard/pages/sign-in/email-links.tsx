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
import { type FieldOptions, Form, type FormMutation } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import { wholeWords } from '../../parts/whole-words.js'
import { emailField, newPasswordField, passwordField } from './fields.js'
import { LinkSent } from './link-sent.js'

/** Finishes a sign-up. */
export function VerifyEmail() {
  const verify = useVerifyEmail()
  return (
    <LinkPage
      title="Confirm your e-mail address"
      lead="Enter the password that you chose when you signed up."
      fields={{ password: passwordField }}
      mutation={verify}
      submit={verify.mutate}
      action="Finish the sign-up"
      remedy={
        hasCode(verify.error, 'email_taken') ? (
          <p>
            <Link to="/sign-in">Sign in</Link> with the password of that account.
          </p>
        ) : (
          hasCode(verify.error, 'invalid_credentials') && (
            <p>
              Forgot it? <Link to="/sign-up">Sign up again</Link> with a new password.
            </p>
          )
        )
      }
      consequence={['Already finished? Sign in. If not, sign up again for a new link.']}
      ways={[
        ['/sign-up', 'Sign up again'],
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
      fields={{ password: passwordField }}
      mutation={confirm}
      submit={confirm.mutate}
      action="Change the e-mail address"
      consequence={['Your e-mail address has not changed. To get a new link, change the address again under Account.']}
      ways={[['/account', 'Open your account']]}
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
              That happens on <Time at={dueAt} format="exact" />.{' '}
            </>
          )}
          If it was not you, keep it on. If it was you, close this page.
        </>
      }
      fields={{}}
      mutation={cancel}
      submit={cancel.mutate}
      action="Keep it on"
      consequence={[
        'Nothing was changed. Two-factor authentication may still be about to be turned off; you can stop that in your account.',
        'Was it not you? Reset your password; that stops it too.'
      ]}
      ways={[
        ['/account', 'Open Account to stop it'],
        ['/reset-password', 'Reset your password']
      ]}
      doneTitle="Two-factor authentication stays on"
      done={
        <Done next={['/account', 'Change your password']}>
          <p>
            The removal
            {dueAt && (
              <>
                {' '}
                of <Time at={dueAt} format="exact" />
              </>
            )}{' '}
            is cancelled.
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
      title="Lost your authenticator app?"
      lead="Two-factor authentication can be turned off if you have neither the app nor a recovery code."
      isForm
    >
      <div className="card">
        {removal.data ? (
          <Notice tone="good" title="The removal is scheduled">
            <p>
              From <Time at={removal.data.body.removedAt} format="exact" />, you sign in with your password alone. If
              you change your password before that, the removal is cancelled.
            </p>
          </Notice>
        ) : (
          <MailNeeded subject="turn off two-factor authentication" command="reset-second-factor">
            <p>
              We e-mail you now, and turn it off after 3 days. Until then, you can stop that with the link in the
              e-mail.
            </p>
            <Form
              fields={{ email: emailField, password: passwordField }}
              submit={removal.mutate}
              mutation={removal}
              action="Turn off in 3 days"
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
      consequence={['Your password has not changed.']}
      ways={[
        ['/reset-password', 'Send a new link'],
        ['/sign-in', 'Sign in']
      ]}
      doneTitle="The password is changed"
      done={
        <Done next={['/sign-in', 'Sign in']}>
          <p>
            You are signed out on every device. Your API keys still work; revoke them if someone knew the old password.
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
        <MailNeeded subject="set a new password" command="reset-password">
          <p>We e-mail you a link to choose a new one.</p>
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
  readonly children: ReactNode
}

/** A form that leads to an e-mail; where the host sends none, who can help instead. */
function MailNeeded({ subject, command, children }: MailNeededProps) {
  return (
    <Loaded query={useSite()} lines={4}>
      {({ sendsMail, demoKey }) =>
        sendsMail ? (
          children
        ) : demoKey !== null ? (
          <>
            <p>
              This service sends no e-mail. You run this local demo yourself, so you can {subject} in a terminal: in the
              folder in which you started it, with your own address.
            </p>
            <Code text={`npx product-host accounts ${command} you@example.org`} label="The command" />
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

interface LinkPageProps<Name extends string> {
  readonly title: string
  /** Below the title; in the card where there are no fields. */
  readonly lead?: ReactNode
  readonly fields: Readonly<Record<Name, FieldOptions>>
  readonly mutation: FormMutation
  readonly submit: (values: Readonly<Record<NoInfer<Name> | 'token', string>>) => void
  readonly action: string
  /** What can be done about the error of the form. */
  readonly remedy?: ReactNode
  /** What a link that does not work has left as it was, and what can be done: a paragraph each. */
  readonly consequence: readonly string[]
  /** The pages where it can be done, the most likely first. */
  readonly ways: readonly (readonly [path: string, text: string])[]
  /** The title of the page after a success, and what it shows then. */
  readonly doneTitle?: string
  readonly done?: ReactNode
}

/** The page that a link in an e-mail opens. Its token is in the fragment of the address, so that no server receives it. */
function LinkPage<Name extends string>(props: LinkPageProps<Name>) {
  const { title, lead, fields, mutation, submit, action, remedy, doneTitle = title, done } = props
  const token = useToken()
  const hasFields = Object.keys(fields).length > 0
  if (token === null)
    return (
      <BrokenLink {...props}>
        A part of it is missing. Open the e-mail and press the link itself, or copy all of it into the address bar.
      </BrokenLink>
    )
  if (hasCode(mutation.error, 'invalid_link'))
    return <BrokenLink {...props}>It was used already, it is too old, or a newer e-mail has replaced it.</BrokenLink>
  return (
    <Page
      title={mutation.isSuccess ? doneTitle : title}
      lead={mutation.isSuccess || !hasFields ? undefined : lead}
      isForm
    >
      <div className="card">
        {mutation.isSuccess ? (
          done
        ) : (
          <>
            {!hasFields && <p>{lead}</p>}
            <Form
              fields={fields}
              submit={values => submit({ ...values, token })}
              mutation={mutation}
              remedy={remedy}
              action={action}
            />
          </>
        )}
      </div>
    </Page>
  )
}

interface DoneProps {
  /** Where to go on. */
  readonly next: readonly [path: string, text: string]
  readonly children: ReactNode
}

/** What a link has achieved, with one button that leads on. */
function Done({ next: [path, text], children }: DoneProps) {
  return (
    <>
      <div role="status" className="stack tight">
        {children}
      </div>
      <div className="actions">
        <Link to={path} className="button primary">
          {text}
        </Link>
      </div>
    </>
  )
}

/** When a removal is due, as the link says; undefined if it does not. */
function useDueAt(): string | undefined {
  const text = useLocationProperty(() => new URLSearchParams(location.search).get('due'))
  return text !== null && Number.isFinite(Date.parse(text)) ? text : undefined
}

/** The token in the fragment of the address; null if there is none. */
function useToken(): string | null {
  return useLocationProperty(() => new URLSearchParams(location.hash.slice(1)).get('token'))
}

interface BrokenLinkProps extends Pick<LinkPageProps<string>, 'consequence' | 'ways'> {
  /** Why the link does not work. */
  readonly children: ReactNode
}

function BrokenLink({ consequence, ways, children }: BrokenLinkProps) {
  return (
    <Page title="This link does not work" lead={children} isForm>
      <div className="card">
        {consequence.map(text => (
          <p key={text}>{text}</p>
        ))}
        <div className="actions">
          {ways.map(([path, text], index) => (
            <Link key={path} to={path} className={`button ${index === 0 ? 'primary' : ''}`}>
              {text}
            </Link>
          ))}
        </div>
      </div>
    </Page>
  )
}
