import type { Answer } from '../../api/call.js'
import type { Outcome } from '../../api/shapes.js'
import { Badge } from '../../parts/badge.js'
import { Card } from '../../parts/card.js'
import { Code } from '../../parts/code.js'
import { Figures } from '../../parts/figures.js'

/** What an action answered: whether it did what was asked, its figures, how long it took, and all of it. */
export function AnswerCard({ answer: { body, ms, headers } }: { readonly answer: Answer<Outcome> }) {
  const { ok, summary, metrics, latencyMs, requestId } = body
  const figures = Object.entries(metrics)
  return (
    <Card title="Answer" aside={<Badge tone={ok ? 'good' : 'warning'}>{ok ? 'ok' : 'not done'}</Badge>}>
      <p className="answer-summary">{summary}</p>
      {figures.length > 0 && <Figures figures={figures} />}
      <Code text={JSON.stringify(body, null, 2)} label="The whole answer" />
      <dl className="facts quiet">
        <dt>Timing</dt>
        <dd>
          {latencyMs.toFixed(1)} ms in the host, {ms.toFixed(0)} ms as seen here
        </dd>
        <dt>Phases</dt>
        <dd>{phases(headers.get('server-timing') ?? '')}</dd>
        <dt>Request</dt>
        <dd>
          <code>{requestId}</code>
        </dd>
      </dl>
    </Card>
  )
}

/** `Server-Timing` as people read it. */
function phases(field: string): string {
  return field
    .split(',')
    .map(part => /^\s*([^;]+);dur=([\d.]+)/.exec(part))
    .filter(match => match !== null)
    .map(([, name, ms]) => `${name} ${ms} ms`)
    .join(' · ')
}
