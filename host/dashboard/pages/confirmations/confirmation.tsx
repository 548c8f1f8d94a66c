import { Link, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { type PendingPlan, useDismissPlan, usePendingPlan, useRunPlan } from '../../api/pending-plans.js'
import { hasCode } from '../../api/problem.js'
import { useActionNames, useProduct } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice, RequestReference } from '../../parts/notice.js'
import { Card, Page } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { Badge, Time } from '../../parts/values.js'
import { detailSchema } from '../../views/answer.js'
import { ResultViews } from '../../views/result-views.js'
import { PlanSteps } from '../products/plan-to-confirm.js'
import { SignedInAs } from '../sign-in/signed-in-as.js'

/** Shows the account holder a plan that a client has asked for, and runs it or dismisses it. The client has sent them here by a link. */
export function Confirmation() {
  const { id = '' } = useParams()
  const plan = usePendingPlan(id)
  if (hasCode(plan.error, 'not_found')) return <NoPlan />
  return (
    <Page title={plan.data ? titles[plan.data.state] : 'Confirm a plan'} lead={<SignedInAs />}>
      <Loaded query={plan} lines={12}>
        {found => (
          <>
            <Asked plan={found} />
            <Outcome plan={found} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const titles: Readonly<Record<PendingPlan['state'], string>> = {
  waiting: 'Run this plan?',
  changed: 'This plan can no longer be run',
  dismissed: 'The plan was dismissed',
  running: 'The plan is running',
  done: 'The plan was run',
  outcome_unknown: 'The plan was run'
}

function NoPlan() {
  return (
    <Page title="No plan to confirm" lead={<SignedInAs />} isForm>
      <p>
        Your account has no such plan, or its time is over. Nothing was done. Ask the app again that sent you here, or
        sign in with the account that it uses.
      </p>
      <div className="actions">
        <Link to="/" className="button">
          Home
        </Link>
      </div>
    </Page>
  )
}

/** What is asked, by whom and when; with the buttons while it can be run. */
function Asked({ plan }: { readonly plan: PendingPlan }) {
  const { id, product, action, message, askedAt, keyId, expiresAt, state } = plan
  const nameOf = useActionNames()
  const callers = useCallers()
  const run = useRunPlan(id)
  const dismiss = useDismissPlan(id)
  return (
    <Card title={nameOf(product, action)}>
      <p className="quiet">
        “{callers.nameOf(keyId)}” asked <Time at={askedAt} />.
      </p>
      <p>{withQuotes(message)}</p>
      <PlanSteps plan={plan} />
      {state === 'waiting' && (
        <>
          <p>
            You can run exactly these steps until{' '}
            {new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}. They run with what
            this key or app may do, and only once.
          </p>
          <ErrorNotice error={run.error ?? dismiss.error} isCall />
          <div className="actions">
            <Button isBusy={dismiss.isPending} onClick={() => dismiss.mutate()}>
              Dismiss
            </Button>
            <Button tone="primary" isBusy={run.isPending} onClick={() => run.mutate()}>
              Run these steps
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function Outcome({ plan: { state, product, action, answer } }: { readonly plan: PendingPlan }) {
  switch (state) {
    case 'waiting':
      return null
    case 'changed':
      return (
        <Notice tone="warning" title="A product was updated since the plan was made">
          <p>Nothing was done. Ask the app again: it gets a new plan.</p>
        </Notice>
      )
    case 'dismissed':
      return (
        <Notice tone="info" title="Nothing was done">
          <p>The app is told so when it asks again.</p>
        </Notice>
      )
    case 'running':
      return (
        <Notice tone="info" title="The steps are running">
          <p>Their answer will be here. You can also close this page.</p>
        </Notice>
      )
    case 'outcome_unknown':
      return (
        <Notice tone="warning" title="The answer was lost">
          <p>
            The steps were started, and some or all of them were done. Look at{' '}
            <Link to={`/data?product=${product}`}>your data</Link> before you ask again.
          </p>
        </Notice>
      )
    case 'done':
      return answer && 'ok' in answer && 'metrics' in answer ? (
        <Answer answer={answer} product={product} action={action} />
      ) : (
        <Notice tone="danger" title={answer?.detail ?? 'The plan failed'}>
          <RequestReference requestId={answer?.requestId} isCall />
        </Notice>
      )
  }
}

interface AnswerProps {
  readonly answer: Extract<PendingPlan['answer'], { readonly metrics: unknown }>
  readonly product: string
  readonly action: string
}

function Answer({ answer: { ok, summary, detail, requestId }, product, action }: AnswerProps) {
  const schema = useProduct(product).data?.actions.find(({ name }) => name === action)?.outputSchema
  return (
    <Card title="Answer" aside={<Badge tone={ok ? 'good' : 'warning'}>{ok ? 'Done' : 'Not done'}</Badge>}>
      <p className="answer-summary" role="status">
        {withQuotes(summary)}
      </p>
      {ok && schema && <ResultViews detail={{ value: detail, schema: detailSchema(schema) }} />}
      <p className="quiet">You can go back to the app: it gets this answer when it asks again.</p>
      <RequestReference requestId={requestId} isCall />
    </Card>
  )
}
