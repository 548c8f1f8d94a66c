import { useState } from 'react'
import { call } from '../../api/call.js'
import type { Action, Outcome } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { Notice, Refusal } from '../../parts/notice.js'

interface DemoRunProps {
  readonly slug: string
  readonly actions: readonly Action[]
  readonly demoKey: string
}

/** The published key of the local demo, and a button that runs the quickstart's calls with it. */
export function DemoRun({ slug, actions, demoKey }: DemoRunProps) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const { run, isRunning, error } = useSubmit(async () => {
    setOutcomes([])
    for (const { examples } of actions) {
      const { body } = await call<Outcome>('POST', `/api/v1/products/${slug}/execute`, {
        body: examples[0]?.input,
        headers: { Authorization: `Bearer ${demoKey}` }
      })
      setOutcomes(before => [...before, body])
    }
  })
  return (
    <Notice tone="info" title="This is the local demo: it has a published key, good on this machine alone">
      <Code text={demoKey} label="The demo key" />
      <Button tone="primary" isBusy={isRunning} onClick={() => run()}>
        Run {actions.map(({ name }) => name).join(', then ')}
      </Button>
      <Refusal error={error} />
      <p className="unseen" role="status">
        {outcomes.map(({ summary }) => summary).join(' ')}
      </p>
      <div className="stack full">
        {outcomes.map(outcome => (
          <div key={outcome.requestId} className="stack tight">
            <p>
              <code>{outcome.action}</code>: {outcome.summary}
            </p>
            <Code text={JSON.stringify(outcome, null, 2)} label={`The answer of ${outcome.action}`} canCopy={false} />
          </div>
        ))}
      </div>
    </Notice>
  )
}
