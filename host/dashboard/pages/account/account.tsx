import { useState } from 'react'
import { Link } from 'wouter'
import {
  type AccountEvent,
  useAccount,
  useChangeEmail,
  useChangePassword,
  useDeleteAccount,
  useEndSession,
  useSecurityEvents,
  useSessions,
  useSignOutEverywhere
} from '../../api/account.js'
import { useBilling } from '../../api/billing.js'
import { useKeys } from '../../api/keys.js'
import { useCatalogue } from '../../api/products.js'
import { useSecondFactor } from '../../api/second-factor.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog, Dialog } from '../../parts/dialog.js'
import { type FieldOptions, Form } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Empty, Page } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { Badge, clientText, Identified, Time } from '../../parts/values.js'
import { RevokeAllKeys } from '../keys/revoke-all-keys.js'
import { emailField, newPasswordField, passwordField } from '../sign-in/fields.js'
import { SecondFactor } from './second-factor.js'

/** The account: its e-mail address and password, its second factor, its sessions, its security events, and its deletion. */
export function Account() {
  // What is below the second factor waits for it, and does not move when it comes: its height is not known before.
  const { isPending } = useSecondFactor()
  return (
    <Page title="Account">
      <Card title="Profile">
        <Profile />
      </Card>
      <SecondFactor />
      {!isPending && (
        <>
          <Card title="Where you are signed in">
            <Sessions />
          </Card>
          <Card title="Security events">
            <SecurityEvents />
          </Card>
          <Card title="Delete the account" tone="danger">
            <DeleteAccount />
          </Card>
        </>
      )}
    </Page>
  )
}

/** What a new password has ended, and what it has not. */
function PasswordChanged() {
  const keys = useKeys()
  const hasKeys = keys.data?.pages.some(page => page.keys.some(({ status }) => status === 'good')) ?? true
  return (
    <Notice tone="good" title="Your password is changed. You are signed out on all other devices.">
      <p>
        {hasKeys
          ? 'Your API keys and connected apps still work. If someone else knew the old password, revoke the keys too, and disconnect the apps under '
          : 'Connected apps still have access. If someone else knew the old password, disconnect the apps that are not yours under '}
        <Link to="/keys">API keys</Link>.
      </p>
      <p>
        Schedules, hooks and webhooks that were made in the dashboard are paused until you decide on them anew:{' '}
        <Link to="/paused">see what is paused</Link>.
      </p>
      <RevokeAllKeys isNeeded={hasKeys} />
    </Notice>
  )
}

/** Who it is, with dialogs to change the e-mail address and the password. */
function Profile() {
  const account = useAccount()
  const changeEmail = useChangeEmail()
  const changePassword = useChangePassword()
  const [open, setOpen] = useState<'email' | 'password'>()
  const close = () => setOpen(undefined)
  const start = (what: 'email' | 'password') => {
    changeEmail.reset()
    changePassword.reset()
    setOpen(what)
  }
  return (
    <>
      {changeEmail.data === 'changed' && (
        <Notice tone="good" title="Your e-mail address is changed.">
          <p>From now on, sign in with {changeEmail.variables?.email}.</p>
        </Notice>
      )}
      {changeEmail.data === 'link_sent' && (
        <Notice tone="good" title={`We sent an e-mail to ${changeEmail.variables?.email}.`}>
          <p>
            To finish the change, open the link in that e-mail, which says how long the link works. Until then, sign in
            with {account.data?.email}.
          </p>
          <Button isBusy={changeEmail.isPending} onClick={() => changeEmail.mutate(changeEmail.variables)}>
            Send it again
          </Button>
        </Notice>
      )}
      {changePassword.isSuccess && <PasswordChanged />}
      <Loaded query={account} lines={5}>
        {details =>
          details && (
            <dl className="setting-rows">
              <div>
                <dt>E-mail address</dt>
                <dd>{details.email}</dd>
                <dd>
                  <Button aria-label="Change the e-mail address" onClick={() => start('email')}>
                    Change
                  </Button>
                </dd>
              </div>
              <div>
                <dt>Password</dt>
                <dd>
                  <span aria-hidden="true">••••••••</span>
                  <span className="visually-hidden">not shown</span>
                </dd>
                <dd>
                  <Button aria-label="Change the password" onClick={() => start('password')}>
                    Change
                  </Button>
                </dd>
              </div>
              <div>
                <dt>Created</dt>
                <dd>
                  <Time at={details.createdAt} format="day" />
                </dd>
              </div>
              <div>
                <dt>Account ID</dt>
                <dd>
                  <Identified id={details.id}>Show</Identified> <span className="quiet">Support may ask for it.</span>
                </dd>
              </div>
            </dl>
          )
        }
      </Loaded>
      {open === 'email' && (
        <Dialog title="Change the e-mail address" close={close} isBusy={changeEmail.isPending}>
          <p>You sign in with it. Where this service sends e-mail, you confirm it by a link first.</p>
          <Form
            fields={{ email: { ...emailField, label: 'New e-mail address', autoComplete: 'email' } }}
            submit={body => changeEmail.mutate(body, { onSuccess: close })}
            mutation={changeEmail}
            action="Save the address"
            cancel={{ text: 'Cancel', run: close }}
          />
        </Dialog>
      )}
      {open === 'password' && (
        <Dialog title="Change the password" close={close} isBusy={changePassword.isPending}>
          <p>You stay signed in here. Every other session ends.</p>
          <Form
            fields={{ current: currentPasswordField, next: newPasswordField }}
            submit={body => changePassword.mutate(body, { onSuccess: close })}
            mutation={changePassword}
            action="Save the password"
            cancel={{ text: 'Cancel', run: close }}
          />
        </Dialog>
      )}
    </>
  )
}

const currentPasswordField: FieldOptions = {
  ...passwordField,
  label: 'Current password',
  refusals: { invalid_credentials: 'The current password is wrong.' }
}

/** The browsers in which the account is signed in; each other one can be signed out. */
function Sessions() {
  const sessions = useSessions()
  const endSession = useEndSession()
  const signOutEverywhere = useSignOutEverywhere()
  return (
    <>
      <Loaded query={sessions}>
        {body => (
          <Table
            columns={[
              {
                title: 'Device',
                cell: ({ browser, isCurrent }) => (
                  <span className="row">
                    {browser} {isCurrent && <Badge tone="info">This device</Badge>}
                  </span>
                )
              },
              { title: 'Last used', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
              { title: 'Signed in until', cell: ({ expiresAt }) => <Time at={expiresAt} format="day" /> },
              {
                title: 'Actions',
                isForButtons: true,
                cell: ({ id, browser, isCurrent }) =>
                  !isCurrent && (
                    <Button
                      aria-label={`Sign out ${browser}`}
                      isBusy={endSession.isPending && endSession.variables === id}
                      onClick={() => endSession.mutate(id)}
                    >
                      Sign out
                    </Button>
                  )
              }
            ]}
            rows={body.sessions}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <ErrorNotice error={endSession.error ?? signOutEverywhere.error} />
      <div className="row">
        <Button isBusy={signOutEverywhere.isPending} onClick={() => signOutEverywhere.mutate()}>
          Sign out on all devices
        </Button>
        <span className="quiet">This signs you out here too. Your API keys and connected apps still work.</span>
      </div>
    </>
  )
}

/** Sign-ins and changes to the security of the account, the newest first. */
function SecurityEvents() {
  const events = useSecurityEvents()
  const hasFactor = useSecondFactor().data?.isActive
  return (
    <>
      <p className="quiet">
        Sign-ins and account changes in the last 90 days, up to the latest 200. If you do not recognise one, change your
        password{hasFactor && ', create new recovery codes'}, and revoke the keys and disconnect the apps that are not
        yours under <Link to="/keys">API keys</Link>.
      </p>
      <Loaded query={events}>
        {({ pages }) => (
          <>
            <EventTable events={pages.flatMap(page => page.events)} />
            {events.hasNextPage && (
              <p>
                <Button isBusy={events.isFetchingNextPage} onClick={() => events.fetchNextPage()}>
                  Show older events
                </Button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function EventTable({ events }: { readonly events: readonly AccountEvent[] }) {
  const products = useCatalogue().data?.products ?? []
  if (events.length === 0)
    return (
      <Empty title="Nothing since you signed up">
        <p className="quiet">Your next sign-in, and changes to your password and your keys, appear here.</p>
      </Empty>
    )
  const titleOf = (product: string) => products.find(({ slug }) => slug === product)?.title ?? product
  return (
    <Table
      columns={[
        { title: 'Event', cell: event => <span className="long-name">{sentenceOf(event, titleOf)}</span> },
        { title: 'Time', cell: ({ at }) => <Time at={at} format="exact" /> },
        { title: 'From', cell: ({ browser, network }) => clientText(browser, network) || '–' }
      ]}
      rows={events}
      keyOf={({ id }) => id}
      onNarrow="named"
    />
  )
}

/** What happened, how often, and to which key or product. */
function sentenceOf(
  { title, count, keyId, keyName, product }: AccountEvent,
  titleOf: (product: string) => string
): string {
  const times = count === undefined ? '' : ` (${count} times)`
  const gone = keyId?.startsWith('hook_') ? 'a hook that was deleted' : 'a key that is no longer stored'
  const key = keyName === undefined ? gone : `“${keyName}”`
  return `${title}${times}${keyId === undefined ? '' : `: ${key}`}${product === undefined ? '' : `, ${titleOf(product)}`}`
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  const deleteAccount = useDeleteAccount()
  const email = useAccount().data?.email ?? ''
  const isPaid = useBilling().data?.billing === 'stripe'
  return (
    <>
      <p>
        This erases your account, its API keys, its settings and everything that products store for you. If you had a
        trial, we keep a fingerprint of your e-mail address for 24 months, so that the same address cannot start another
        trial. The address cannot be read from it.
      </p>
      <p>
        <Button tone="danger" onClick={() => setOpen(true)}>
          Delete the account
        </Button>
      </p>
      {isOpen && (
        <ConfirmDialog
          title="Delete your account?"
          action="Delete permanently"
          mutation={deleteAccount}
          typed={email}
          confirm={() => deleteAccount.mutate()}
          close={() => setOpen(false)}
        >
          <ul className="bullets">
            <li>Your plan ends, and your API keys and connected apps stop working at once.</li>
            {isPaid && <li>You are not charged again. What you have paid is not refunded.</li>}
            <li>Your settings and everything that products store for you are erased. This cannot be undone.</li>
            <li>
              To keep your data, <Link to="/data">export it</Link> first.
            </li>
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
