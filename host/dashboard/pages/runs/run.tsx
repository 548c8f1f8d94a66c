import type { RunProgress } from '@product-host/sdk/client'
import { useId, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { hasCode, ProblemError } from '../../api/problem.js'
import { type ActionResult, useActionNames, useProduct } from '../../api/products.js'
import { isOpen, type OwnRun, useCancelRun, useReplayRun, useRun } from '../../api/runs.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { ConfirmDialog } from '../../parts/dialog.js'
import { FoundPage, Loaded } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { Badge, Identified, Time } from '../../parts/values.js'
import { valueAt } from '../../views/answer.js'
import { AnswerCard } from '../products/answer.js'
import { RunStatus } from './status.js'

/** One run: where it is, while it runs how far it has come, and then what it came to. */
export function Run() {
  const { id = '' } = useParams()
  return <RunPage key={id} id={id} />
}

function RunPage({ id }: { readonly id: string }) {
  const run = useRun(id)
  const nameOf = useActionNames()
  return (
    <FoundPage
      what="run"
      query={run}
      titleOf={({ productId, action }) => nameOf(productId, action)}
      back={<Link to="/runs">Runs</Link>}
      missing="Your account has no run here, or the run is no longer stored."
    >
      {found => (
        <>
          <State run={found} />
          {found.result && <Result run={found} result={found.result} />}
          {found.problem && <Refusal problem={found.problem} />}
        </>
      )}
    </FoundPage>
  )
}

/** Where the run is and how it came there, with what can be done about it. */
function State({ run }: { readonly run: OwnRun }) {
  const { id, status, createdAt, startedAt, endedAt, attempts, keyId, progress } = run
  const callers = useCallers()
  return (
    <Card title="Run" aside={<RunStatus run={run} />}>
      <p role="status">{sentenceOf(run)}</p>
      {progress && isOpen(run) && <Progress progress={progress} />}
      <dl className="details">
        <dt>Started by</dt>
        <dd>{callers.nameOf(keyId)}</dd>
        <dt>Accepted</dt>
        <dd>
          <Time at={createdAt} format="precise" />
        </dd>
        {startedAt !== undefined && (
          <>
            <dt>{attempts > 1 ? 'Began last' : 'Began'}</dt>
            <dd>
              <Time at={startedAt} format="precise" />
            </dd>
          </>
        )}
        {endedAt !== undefined && (
          <>
            <dt>Ended</dt>
            <dd>
              <Time at={endedAt} format="precise" />
            </dd>
          </>
        )}
        <dt>Attempts</dt>
        <dd>{attempts}</dd>
        <Neighbours run={run} />
      </dl>
      <Identified id={id}>Show run ID</Identified>
      {isOpen(run) && <Cancel run={run} />}
      {(status === 'failed' || status === 'cancelled') && <RunAgain id={id} />}
    </Card>
  )
}

/** The runs from which a run comes, and what is run after it. */
function Neighbours({ run: { hook, replayOf, follows, follower, followedBy } }: { readonly run: OwnRun }) {
  const nameOf = useActionNames()
  const nextName = follower && nameOf(follower.productId, follower.action)
  return (
    <>
      {hook !== undefined && (
        <>
          <dt>Started by</dt>
          <dd>
            <Link to={`/hooks/${hook}`}>A hook</Link>
          </dd>
        </>
      )}
      {replayOf !== undefined && (
        <>
          <dt>Repeats</dt>
          <dd>
            <Link to={`/runs/${replayOf}`}>An earlier run</Link>
          </dd>
        </>
      )}
      {follows !== undefined && (
        <>
          <dt>Follows</dt>
          <dd>
            <Link to={`/runs/${follows}`}>The run before</Link>
          </dd>
        </>
      )}
      {follower && (
        <>
          <dt>{follower.on === 'succeeded' ? 'Next, if it succeeds' : 'Next, if it fails'}</dt>
          <dd>{followedBy === undefined ? nextName : <Link to={`/runs/${followedBy}`}>{nextName}</Link>}</dd>
        </>
      )}
    </>
  )
}

function sentenceOf({ status, startedAt, cancelRequestedAt }: OwnRun): string {
  switch (status) {
    case 'queued':
      return 'The run waits for its turn. You can close this page.'
    case 'running':
      return cancelRequestedAt === undefined
        ? 'The action is running. You can close this page.'
        : 'The action was told to stop. The run ends once it has.'
    case 'succeeded':
      return 'The action has ended.'
    case 'failed':
      return 'The run has failed.'
    case 'cancelled':
      return startedAt === undefined
        ? 'The run was cancelled before its action began. Nothing was done.'
        : 'The run was cancelled while its action ran. A part of its work may be done.'
  }
}

/** How far the action says that it has come; a bar without an end where it does not know how much there is. */
function Progress({ progress: { done, total, message } }: { readonly progress: RunProgress }) {
  const id = useId()
  const counted = total === undefined ? done.toLocaleString('en') : `${shown(done)} of ${shown(total)}`
  return (
    <div className="stack tight">
      <progress aria-labelledby={id} {...(total !== undefined && total > 0 && { max: total, value: done })} />
      <p id={id} className="quiet">
        {[counted, message].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

function shown(count: number): string {
  return count.toLocaleString('en')
}

function Cancel({ run: { id, cancelRequestedAt } }: { readonly run: OwnRun }) {
  const cancel = useCancelRun(id)
  if (cancelRequestedAt !== undefined) return null
  return (
    <>
      <ErrorNotice error={cancel.error} />
      <div className="actions">
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the run
        </Button>
      </div>
    </>
  )
}

/** Starts a new run with the same input; asks first where the action may have done its work. */
function RunAgain({ id }: { readonly id: string }) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const replay = useReplayRun(id)
  const send = (mayRepeat: boolean) =>
    replay.mutate(
      { mayRepeat },
      {
        onSuccess: next => navigate(`/runs/${next.id}`),
        onError(error) {
          if (!hasCode(error, 'outcome_unknown')) return
          replay.reset()
          setAsking(true)
        }
      }
    )
  return (
    <>
      {!isAsking && <ErrorNotice error={replay.error} />}
      <div className="actions">
        <Button isBusy={replay.isPending && !isAsking} onClick={() => send(false)}>
          Run again
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Run it a second time?"
          action="Run it all the same"
          mutation={replay}
          confirm={() => send(true)}
          close={() => setAsking(false)}
        >
          <p>
            This action may have done its work, or a part of it, before the run ended. If it has, running it again does
            it twice. Find out what was done first, such as under <Link to="/data">Data</Link> or at the service that
            the action uses.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The answer of the action, as its page shows it; as JSON once the product does not have the action any more. */
function Result({ run, result }: { readonly run: OwnRun; readonly result: ActionResult }) {
  const product = useProduct(run.productId)
  const confirmation = confirmationOf(result)
  if (hasCode(product.error, 'unknown_product')) return <Plain result={result} />
  return (
    <Loaded query={product} lines={8}>
      {({ actions }) => {
        const action = actions.find(({ name }) => name === run.action)
        if (!action) return <Plain result={result} />
        return (
          <AnswerCard
            result={result}
            action={action}
            tookMs={result.latencyMs}
            plan={
              confirmation !== undefined && (
                <Notice tone="warning" title="Nothing was done yet">
                  <p>
                    <Link to={confirmation}>See the plan and confirm it</Link>. Then run this action again: the new run
                    ends with its answer.
                  </p>
                </Notice>
              )
            }
          />
        )
      }}
    </Loaded>
  )
}

function Plain({ result }: { readonly result: ActionResult }) {
  return (
    <Card title="Answer" aside={<Badge tone={result.ok ? 'good' : 'warning'}>{result.ok ? 'Done' : 'Not done'}</Badge>}>
      <p className="answer-summary">{withQuotes(result.summary)}</p>
      <Code text={JSON.stringify(result, null, 2)} language="json" label="The full response" />
    </Card>
  )
}

/** The page of the plan that a run has ended with; undefined if it has not. */
function confirmationOf(result: ActionResult): string | undefined {
  if (result.ok) return undefined
  const page = valueAt('/error/details/links/confirmation', result.detail)
  return typeof page === 'string' ? page : undefined
}

function Refusal({ problem }: { readonly problem: NonNullable<OwnRun['problem']> }) {
  const refused = problem.status < 500 ? 'Not run' : 'Failed'
  const isUnknown = problem.code === 'outcome_unknown'
  return (
    <Card title="Answer" aside={<Badge tone="danger">{isUnknown ? 'Unknown outcome' : refused}</Badge>}>
      <ErrorNotice error={new ProblemError(problem)} isCall />
    </Card>
  )
}
