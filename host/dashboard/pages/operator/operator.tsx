import { Link, useSearchParams } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { useEnrol, useHealth, useOperator } from '../../api/operator/operator.js'
import { hasCode } from '../../api/problem.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Page } from '../../parts/page.js'
import { Tabs } from '../../parts/tabs.js'
import { Time } from '../../parts/values.js'
import { NotFound } from '../not-found.js'
import { AuditLog } from './audit-log.js'
import { Configuration } from './configuration.js'
import { Accounts } from './find-account.js'
import { History } from './history.js'
import { Jobs } from './jobs.js'
import { Products } from './products.js'
import { Storage } from './storage.js'

/** The page for operators; with a link of the command line in the address, the enrolment. */
export function Operator() {
  const token = useLocationProperty(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  return token === null ? <Overview /> : <Enrolment token={token} />
}

function Overview() {
  const operator = useOperator()
  if (hasCode(operator.error, 'not_found')) return <NotFound />
  return (
    <Page title="Operator" lead="What runs here, and what to do about it.">
      {hasCode(operator.error, 'operator_required') ? (
        <Notice tone="warning" title="Your account is not an operator">
          <p>
            Whoever runs this service can name it with <code>product-host operators add</code>, which prints a link for
            you.
          </p>
        </Notice>
      ) : hasCode(operator.error, 'operator_factor_required') ? (
        <FactorRequired error={operator.error} />
      ) : (
        <Loaded query={operator} lines={6}>
          {() => (
            <>
              <HeldNotice />
              <Parts />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

const heldBy = { restore: 'restored from a backup', import: 'imported', hold: 'put on hold' } as const

/** Says that nothing starts in the background, and how to release it. */
function HeldNotice() {
  const held = useHealth().data?.held
  if (!held) return null
  return (
    <Notice tone="warning" title="Nothing starts in the background">
      <p>
        The store was {heldBy[held.by]} on <Time at={held.since} format="exact" />. Jobs, schedules, hooks, webhooks and
        e-mails wait until you run <code>product-host resume</code>, so that a copy of a store does nothing twice.
      </p>
    </Notice>
  )
}

const parts = [
  { name: 'Products', content: <Products /> },
  { name: 'History', content: <History /> },
  { name: 'Jobs', content: <Jobs /> },
  { name: 'Accounts', content: <Accounts /> },
  { name: 'Configuration', content: <Configuration /> },
  { name: 'Storage', content: <Storage /> },
  { name: 'Audit log', content: <AuditLog /> }
]

/** The parts of the page, one at a time; the address names the one that is shown. */
function Parts() {
  const [search, setSearch] = useSearchParams()
  const slugs = parts.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
  const chosen = Math.max(0, slugs.indexOf(search.get('tab') ?? ''))
  const choose = (index: number) => setSearch({ tab: slugs[index] ?? '' }, { replace: true })
  return <Tabs label="Parts of the service" tabs={parts} choice={[chosen, choose]} />
}

function FactorRequired({ error }: { readonly error: Error | null }) {
  return (
    <Notice tone="warning" title="Operators need two-factor authentication">
      <p>{error?.message}</p>
      <p>
        <Link to="/account">Open your account</Link>
      </p>
    </Notice>
  )
}

function Enrolment({ token }: { readonly token: string }) {
  const enrol = useEnrol()
  // Without the fragment, the same address is the page itself, and the link is not in the history any more.
  const finish = () => history.replaceState(null, '', location.pathname)
  return (
    <Page title="Become an operator" lead="Operators see how the service runs, and can disable accounts.">
      <Card title="Enrol your account">
        <p>
          The link works once, for the account that it was made for. Your account needs two-factor authentication, and
          stays bound to your authenticator app: if you set up another one, you need another link.
        </p>
        {hasCode(enrol.error, 'operator_factor_required') ? (
          <FactorRequired error={enrol.error} />
        ) : (
          <ErrorNotice error={enrol.error} />
        )}
        <Button tone="primary" isBusy={enrol.isPending} onClick={() => enrol.mutate(token, { onSuccess: finish })}>
          Enrol this account
        </Button>
      </Card>
    </Page>
  )
}
