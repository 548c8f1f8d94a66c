import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Answered } from '../../api/action-state.js'
import type { ActionDescription, ActionExample, ActionResult, JsonSchema } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { Notice, RequestReference } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { Table } from '../../parts/table.js'
import { Tabs } from '../../parts/tabs.js'
import { Badge, Figures, wholeMs } from '../../parts/values.js'
import { detailSchema } from '../../views/answer.js'
import { Members } from '../../views/members.js'
import { ResultViews, statusBadge } from '../../views/result-views.js'
import { nameInWords } from '../../views/words.js'
import { PlanToConfirm, planOf } from './plan-to-confirm.js'

interface AnswerProps {
  readonly response: Answered
  readonly action: ActionDescription
  /** What was sent. */
  readonly input: ActionExample['input']
  /** Whether the form would send something else by now. */
  readonly isStale: boolean
  /** Runs the plan that the answer asks to confirm. */
  readonly confirm: (token: string) => void
}

/** The answer of an action as its product wants it seen, its JSON, and how the request went. */
export function Answer({ response, action, input, isStale, confirm }: AnswerProps) {
  const plan = planOf(response.body)
  return (
    <AnswerCard
      result={response.body}
      action={action}
      tookMs={totalMs(response)}
      notice={
        isStale && (
          <Notice tone="warning" title="This is the answer to an earlier input">
            <p>The form has changed since. Run the action again for a new answer.</p>
          </Notice>
        )
      }
      plan={plan && <PlanToConfirm plan={plan} confirm={confirm} />}
      input={<Sent input={input} schema={action.inputSchema} />}
      facts={<RequestFacts response={response} />}
    />
  )
}

interface AnswerCardProps {
  readonly result: ActionResult
  readonly action: ActionDescription
  readonly tookMs: number
  /** Above the answer. */
  readonly notice?: ReactNode
  /** The plan that the answer asks to confirm. */
  readonly plan?: ReactNode
  /** What was sent. */
  readonly input?: ReactNode
  /** How the request went. */
  readonly facts?: ReactNode
}

/** An answer of an action as its product wants it seen, and its JSON. */
export function AnswerCard({ result, action, tookMs, notice, plan, input, facts }: AnswerCardProps) {
  const { outputSchema: schema, effect } = action
  const { ok, summary, metrics, detail, productId, requestId } = result
  const shown = { value: detail, schema: detailSchema(schema), slug: productId }
  const titles = schema.oneOf?.[0]?.properties?.metrics?.properties
  const figures = Object.entries(metrics).map(
    ([name, value]) => [titles?.[name]?.title ?? nameInWords(name), value] as const
  )
  return (
    <Card
      title="Answer"
      aside={statusBadge(shown) ?? <Badge tone={ok ? 'good' : 'warning'}>{ok ? 'Done' : 'Not done'}</Badge>}
    >
      {notice}
      <div className="stack tight">
        <p className="answer-summary" role="status">
          {withQuotes(summary)}
        </p>
        <p className="quiet">
          Took {wholeMs(tookMs)} ms
          {effect !== 'read' && ok && (
            <>
              {' · '}
              <Link to={`/data?product=${productId}`}>See it in Data</Link>
            </>
          )}
        </p>
      </div>
      <Tabs
        label="The answer"
        tabs={[
          {
            name: 'Answer',
            content: (
              <div className="stack">
                {plan}
                <ResultViews detail={ok ? shown : { ...shown, value: withoutError(detail) }} />
                {input}
                {figures.length > 0 && (
                  <details>
                    <summary>Key figures</summary>
                    <Figures figures={figures} />
                  </details>
                )}
                {!ok && <RequestReference requestId={requestId} isCall />}
              </div>
            )
          },
          {
            name: 'JSON',
            content: <Code text={JSON.stringify(result, null, 2)} language="json" label="The full response" />
          },
          ...(facts ? [{ name: 'Time and log', content: facts }] : [])
        ]}
      />
    </Card>
  )
}

/** What was sent, by the titles of the fields; secrets are left out, and nothing is shown of an empty input. */
function Sent({ input, schema }: { readonly input: AnswerProps['input']; readonly schema: JsonSchema }) {
  const members = Object.entries(input).filter(
    ([name]) => name !== 'action' && name !== 'confirmation' && !schema.properties?.[name]?.writeOnly
  )
  if (members.length === 0) return null
  return (
    <details>
      <summary>Your input</summary>
      <Members value={Object.fromEntries(members)} schema={schema} />
    </details>
  )
}

/** The error is what the summary says. */
function withoutError({ error: _error, ...details }: Readonly<Record<string, unknown>>) {
  return details
}

function RequestFacts({ response }: { readonly response: Answered }) {
  const { body, ms, serverTiming } = response
  const steps = stepsIn(serverTiming)
  const total = totalMs(response)
  const rest = total - steps.reduce((sum, step) => sum + step.ms, 0)
  const rows = [
    ...steps.map(step => [stepNames[step.name] ?? nameInWords(step.name), step.ms] as const),
    ...(steps.length > 0 ? ([['Storing the answer and the rest', Math.max(0, rest)]] as const) : []),
    ['In the host', total] as const,
    ['With the network', ms] as const
  ]
  return (
    <div className="stack">
      <Table
        columns={[
          { title: 'Step', cell: ([name]) => name },
          { title: 'Time', isNumber: true, cell: ([, each]) => `${each.toFixed(1)} ms` }
        ]}
        onNarrow="compact"
        rows={rows}
        keyOf={([name]) => name}
      />
      <RequestReference requestId={body.requestId} isCall />
    </div>
  )
}

/** What the steps of a `Server-Timing` header are for. */
const stepNames: Readonly<Record<string, string>> = {
  access: 'Key, plan and limits',
  body: 'Reading the input',
  claim: 'Idempotency key',
  run: 'The action'
}

/** Milliseconds that the call took in the host, until its answer was stored as well: what the log of calls and the usage count. */
function totalMs({ serverTiming, body }: Answered): number {
  const [, total] = /(?:^|, )total;dur=([\d.]+)/.exec(serverTiming) ?? []
  return total === undefined ? body.latencyMs : Number(total)
}

/** The entries of a `Server-Timing` header but the total, in their order. */
function stepsIn(header: string): readonly { readonly name: string; readonly ms: number }[] {
  return header.split(',').flatMap(part => {
    const [, name = '', ms] = /^\s*([^;]+);dur=([\d.]+)/.exec(part) ?? []
    return ms === undefined || name === 'total' ? [] : [{ name, ms: Number(ms) }]
  })
}

interface WaitingProps {
  readonly startedAt: number
  readonly longestMs: number
  readonly stop: () => void
}

/** A call is called slow after so many seconds. */
const slowSeconds = 3

/** A call that runs: for how long, and after a while how to stop waiting for it. */
export function Waiting({ startedAt, longestMs, stop }: WaitingProps) {
  const seconds = useSecondsSince(startedAt)
  const isSlow = seconds >= slowSeconds
  return (
    <Card title="Answer" aside={<Badge tone="info">Running</Badge>}>
      <p role="status">
        {isSlow
          ? 'This takes longer than usual. You can open other pages: the answer will be here.'
          : 'The action is running.'}
      </p>
      {isSlow && (
        <p className="quiet">
          {seconds} s so far; the host ends the call after {Math.round(longestMs / 1000)} s.
        </p>
      )}
      {isSlow && (
        <p>
          <Button onClick={stop}>Stop waiting</Button>
        </p>
      )}
    </Card>
  )
}

function useSecondsSince(startedAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - startedAt) / 1_000))
}
