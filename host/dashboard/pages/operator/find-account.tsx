import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useAccount } from '../../api/account.js'
import { useBilling } from '../../api/billing.js'
import {
  type AccountChange,
  type FoundAccount,
  useChangeAccount,
  useFoundAccount
} from '../../api/operator/operator.js'
import { hasCode } from '../../api/problem.js'
import { Button } from '../../parts/button.js'
import { ConfirmDialog, Dialog } from '../../parts/dialog.js'
import { Form } from '../../parts/form.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Card, Empty } from '../../parts/page.js'
import { Badge, Identified, Time } from '../../parts/values.js'
import { capitalized, words } from './texts.js'

/** Finds one account, and changes what it may do. */
export function Accounts() {
  const [query, setQuery] = useSearchParams()
  const name = query.get('account') ?? ''
  const [typed, setTyped] = useState(name)
  const id = useId()
  const found = useFoundAccount(name)
  const search = (event: FormEvent) => {
    event.preventDefault()
    setQuery({ tab: 'accounts', account: typed.trim() }, { replace: true })
    if (typed.trim() === name && name !== '') void found.refetch()
  }
  return (
    <div className="stack">
      <Card title="Find an account">
        <form className="field" onSubmit={search}>
          <label htmlFor={id}>E-mail address or account ID</label>
          <div className="find">
            <input
              id={id}
              type="search"
              required
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={event => setTyped(event.target.value)}
            />
            <Button type="submit" tone="primary" isBusy={found.isFetching}>
              Find
            </Button>
          </div>
        </form>
        {name === '' && (
          <p className="quiet">Enter the whole address, or the ID. History lists the most active accounts.</p>
        )}
      </Card>
      {name !== '' &&
        (hasCode(found.error, 'not_found') || hasCode(found.error, 'invalid_input') ? (
          <Empty title={`There is no account ${name}`}>
            <p className="quiet">Check the spelling. Enter the whole e-mail address or the whole account ID.</p>
          </Empty>
        ) : (
          <Loaded query={found} lines={6}>
            {account => (
              <Card title={account.email ?? 'An account with keys alone'}>
                <AccountDetails account={account} />
              </Card>
            )}
          </Loaded>
        ))}
    </div>
  )
}

type ChangeKind = AccountChange['kind']

/** What is said once a change is made. */
const doneTexts: Readonly<Record<ChangeKind, string>> = {
  disable: 'The account is disabled. Other hosts follow within 5 seconds.',
  enable: 'The account is enabled. Other hosts follow within 5 seconds.',
  grant: 'Access given. The account can now run every product.',
  'end-grant': 'The plan of the account decides again what it may run.',
  'reset-second-factor':
    'Two-factor authentication is off. The next sign-in takes the password alone; the owner is told.'
}

function AccountDetails({ account }: { readonly account: FoundAccount }) {
  const [open, setOpen] = useState<ChangeKind>()
  const change = useChangeAccount()
  const isOwn = useAccount().data?.id === account.id
  const isBilled = useBilling().data !== null
  const { id, email, createdAt, isDisabled, disabledAt, disabledFor, isGranted, hasSecondFactor } = account
  const start = (kind: ChangeKind) => {
    change.reset()
    setOpen(kind)
  }
  const close = () => setOpen(undefined)
  const named = email ?? 'this account'
  const send = (sent: AccountChange) => change.mutate(sent, { onSuccess: close })
  return (
    <>
      {change.isSuccess && <Notice tone="good" title={doneTexts[change.variables.kind]} />}
      <dl className="details">
        <dt>State</dt>
        <dd>
          <Badge tone={isDisabled ? 'danger' : 'good'}>{isDisabled ? 'Disabled' : 'Active'}</Badge>
        </dd>
        {disabledAt !== undefined && (
          <>
            <dt>Disabled</dt>
            <dd>
              <Time at={disabledAt} format="exact" />
              {disabledFor && `: ${disabledFor}`}
            </dd>
          </>
        )}
        <dt>Account ID</dt>
        <dd>
          <Identified id={id}>Show account ID</Identified>
        </dd>
        {createdAt !== undefined && (
          <>
            <dt>Created</dt>
            <dd>
              <Time at={createdAt} format="day" />
            </dd>
          </>
        )}
        <dt>Plan</dt>
        <dd>
          {account.plan === 'none' ? 'None' : capitalized(words(account.plan))}
          {account.cardHeld && ', payment card stored'}
        </dd>
        <dt>Access</dt>
        <dd>{accessText(account, isBilled)}</dd>
        <dt>API keys</dt>
        <dd>
          {account.keys === 0 ? 'None' : `${account.goodKeys} active of ${account.keys}`}
          {account.keyLastUsedAt !== null && (
            <>
              , last used <Time at={account.keyLastUsedAt} />
            </>
          )}
        </dd>
        <dt>Signed in on</dt>
        <dd>{devicesText(account.sessions)}</dd>
        <dt>Two-factor authentication</dt>
        <dd>{hasSecondFactor ? 'On' : 'Off'}</dd>
      </dl>
      <div className="actions">
        {isGranted ? (
          <Button onClick={() => start('end-grant')}>End access to every product</Button>
        ) : (
          isBilled && <Button onClick={() => start('grant')}>Give access to every product</Button>
        )}
        {hasSecondFactor && (
          <Button onClick={() => start('reset-second-factor')}>Reset two-factor authentication</Button>
        )}
        {isDisabled ? (
          <Button onClick={() => start('enable')}>Enable the account</Button>
        ) : (
          !isOwn && (
            <Button tone="danger" onClick={() => start('disable')}>
              Disable the account
            </Button>
          )
        )}
      </div>
      {isOwn && !isDisabled && <p className="quiet">Only another operator can disable your account.</p>}
      {open === 'disable' && (
        <Dialog title={`Disable ${named}?`} close={close} isBusy={change.isPending}>
          <p>Its keys, sessions and jobs are refused. Its data stays, and you can enable it again.</p>
          <Form
            fields={{
              reason: {
                label: 'Reason',
                hint: 'Shown to operators only.',
                missing: 'Enter a reason.',
                maxLength: 500,
                autoComplete: 'off'
              }
            }}
            submit={({ reason }) => send({ id, kind: 'disable', reason })}
            mutation={change}
            action="Disable it"
            tone="danger"
            cancel={{ text: 'Cancel', run: close }}
          />
        </Dialog>
      )}
      {open !== undefined && open !== 'disable' && (
        <ConfirmDialog
          {...questions[open]}
          title={questions[open].title.replace('{account}', named)}
          mutation={change}
          confirm={() => send({ id, kind: open })}
          close={close}
        >
          <p>{questions[open].text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** What an account can run, and by what right. */
function accessText({ isGranted, isDisabled, plan, cardHeld }: FoundAccount, isBilled: boolean): string {
  if (isDisabled) return 'No product, because the account is disabled'
  if (!isBilled) return 'Every product: this host has no billing'
  if (isGranted) return 'Every product, given by an operator'
  if (plan !== 'trialing' && plan !== 'active') return 'No product, because the account has no plan'
  return cardHeld ? 'Every product, by its plan' : 'Products that need no payment card, by its plan'
}

function devicesText(sessions: number): string {
  if (sessions === 0) return 'No device'
  return sessions === 1 ? '1 device' : `${sessions} devices`
}

interface Question {
  /** `{account}` stands for its e-mail address. */
  readonly title: string
  readonly text: string
  readonly action: string
  readonly tone: 'primary' | 'danger'
}

const questions: Readonly<Record<Exclude<ChangeKind, 'disable'>, Question>> = {
  enable: {
    title: 'Enable {account}?',
    text: 'Its API keys work again, and it is signed in where it was.',
    action: 'Enable it',
    tone: 'primary'
  },
  grant: {
    title: 'Give {account} access to every product?',
    text: 'The account will be able to run every product without a plan or a card, until an operator ends this access.',
    action: 'Give access',
    tone: 'primary'
  },
  'end-grant': {
    title: 'End the access given to {account}?',
    text: 'The plan of the account decides again what it may run.',
    action: 'End access',
    tone: 'danger'
  },
  'reset-second-factor': {
    title: 'Reset two-factor authentication of {account}?',
    text: 'Whoever knows the password can then sign in. The owner gets a security event and an e-mail.',
    action: 'Reset it',
    tone: 'danger'
  }
}
