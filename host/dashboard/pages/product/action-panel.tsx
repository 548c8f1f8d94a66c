import { useMemo, useState } from 'react'
import { type Answer, call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { ProblemError } from '../../api/problem.js'
import { reload } from '../../api/resource.js'
import type { Action, Example, Outcome } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { planInput } from '../../forms/form-schema.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { filled } from '../../forms/values.js'
import { Badge } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { Card } from '../../parts/card.js'
import { Refusal } from '../../parts/notice.js'
import { AnswerCard } from './answer.js'
import { SameCall } from './same-call.js'

const effects = {
  read: ['reads only', 'plain'],
  write: ['writes to your records', 'info'],
  external: ['reaches beyond this host', 'warning']
} as const

/** An action: its form, the call that the form amounts to, and the answer. */
export function ActionPanel({ slug, action }: { readonly slug: string; readonly action: Action }) {
  const plan = useMemo(() => planInput(action.inputSchema), [action])
  const [data, setData] = useState<Record<string, unknown>>({})
  const [filledTimes, setFilledTimes] = useState(0)
  const [answer, setAnswer] = useState<Answer<Outcome>>()
  const input = { action: action.name, ...filled(data) }
  const { run, isRunning, error } = useSubmit(async (sent: Record<string, unknown>) => {
    setAnswer(undefined)
    const body = { action: action.name, ...filled(sent) }
    setAnswer(await call<Outcome>('POST', paths.execute(slug), { body }))
    void reload(paths.usage)
  })
  const fill = ({ input: { action: _action, ...example } }: Example) => {
    setData(example)
    setFilledTimes(filledTimes + 1)
  }
  const faults = error instanceof ProblemError ? error.faults : []
  const [effect, tone] = effects[action.effect]
  return (
    <div className="stack">
      <Card
        title={action.title}
        aside={
          <span className="row">
            <code>{action.name}</code>
            <Badge tone={tone}>{effect}</Badge>
          </span>
        }
      >
        <p className="quiet">{action.description}</p>
        <Examples action={action} fill={fill} />
        <SchemaForm
          key={filledTimes}
          plan={plan}
          data={data}
          change={setData}
          submit={sent => void run(sent)}
          faults={faults}
          featured={featuredOf(action)}
          idPrefix={action.name}
        >
          <div className="stack">
            <Refusal
              error={error}
              shown={faults.map(({ pointer }) => pointer).filter(pointer => isField(pointer, action))}
            />
            <p>
              <Button type="submit" tone="primary" isBusy={isRunning}>
                Run {action.name}
              </Button>
            </p>
          </div>
        </SchemaForm>
      </Card>
      <p className="unseen" role="status">
        {answer?.body.summary}
      </p>
      {answer && <AnswerCard answer={answer} />}
      <SameCall slug={slug} input={input} />
    </div>
  )
}

function Examples({ action, fill }: { readonly action: Action; readonly fill: (example: Example) => void }) {
  if (action.examples.length === 0) return null
  return (
    <fieldset className="row">
      <legend className="legend">Fill in an example</legend>
      {action.examples.map(example => (
        <button key={example.title} type="button" className="small" onClick={() => fill(example)}>
          {example.title}
        </button>
      ))}
    </fieldset>
  )
}

/** What stands first in the form: what is needed, and what the first examples use. */
function featuredOf({ inputSchema, examples }: Action): readonly string[] {
  const shown = examples.slice(0, 1).flatMap(({ input }) => Object.keys(input))
  return [...new Set([...(inputSchema.required ?? []), ...shown])]
}

function isField(pointer: string, { inputSchema }: Action): boolean {
  return Object.keys(inputSchema.properties ?? {}).some(
    name => pointer === `#/${name}` || pointer.startsWith(`#/${name}/`)
  )
}
