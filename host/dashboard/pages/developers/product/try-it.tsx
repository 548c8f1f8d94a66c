import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { ProblemError } from '../../../api/problem.js'
import { type ActionDescription, valuesFirst } from '../../../api/products.js'
import { useCallWithKey } from '../../../api/reference.js'
import { useSite } from '../../../api/site.js'
import { Button } from '../../../parts/button.js'
import { Code } from '../../../parts/code.js'
import { ErrorNotice } from '../../../parts/notice.js'

interface TryItProps {
  readonly slug: string
  readonly action: ActionDescription
}

/** Sends a request of an action with an API key that only this page knows, and shows the response. */
export function TryIt({ slug, action }: TryItProps) {
  const { name } = action
  const examples = valuesFirst(action.examples)
  const id = useId()
  const key = useOwnKey()
  const { demoKey } = useSite().data ?? {}
  const [text, setText] = useState(() => written(examples[0]?.input ?? { action: name }))
  const [issues, setIssues] = useState<{ readonly key?: string | undefined; readonly body?: string | undefined }>({})
  const call = useCallWithKey(slug)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = parsed(text)
    const next = {
      ...(!isKeyForm(key) && { key: key === '' ? 'Enter an API key.' : 'A key is phk_ and 36 letters and digits.' }),
      ...(body.issue !== undefined && { body: body.issue })
    }
    setIssues(next)
    if (next.key !== undefined) return document.getElementById(`${id}-key`)?.focus()
    if (next.body !== undefined) return document.getElementById(`${id}-body`)?.focus()
    call.mutate({ body: body.value, key })
  }
  return (
    <form className="form try-it" onSubmit={send} noValidate>
      <div className={`field ${issues.key === undefined ? '' : 'invalid'}`}>
        <label htmlFor={`${id}-key`}>API key</label>
        <div className="row">
          <input
            id={`${id}-key`}
            className="masked"
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="phk_…"
            value={key}
            aria-invalid={issues.key !== undefined}
            aria-describedby={`${id}-key-hint ${id}-key-issue`}
            onChange={event => {
              setOwnKey(event.target.value)
              setIssues({ ...issues, key: undefined })
            }}
          />
          {demoKey && key !== demoKey && <Button onClick={() => setOwnKey(demoKey)}>Use the demo key</Button>}
          {key !== '' && <Button onClick={() => setOwnKey('')}>Forget the key</Button>}
        </div>
        <p id={`${id}-key-hint`} className="quiet">
          The key stays in the memory of this page until you reload or close it. It is sent only to {location.host}.
          {demoKey && ' The demo key belongs to an account that may run every product.'}
        </p>
        <p id={`${id}-key-issue`} className="issues">
          {issues.key}
        </p>
      </div>
      {examples.length > 1 && (
        <fieldset className="row plain" aria-label={`Examples of ${name}`}>
          <span>Fill in an example:</span>
          {examples.map(example => (
            <Button key={example.title} onClick={() => setText(written(example.input))}>
              {example.title}
            </Button>
          ))}
        </fieldset>
      )}
      <div className={`field ${issues.body === undefined ? '' : 'invalid'}`}>
        <label htmlFor={`${id}-body`}>Body of the request</label>
        <textarea
          id={`${id}-body`}
          className="mono"
          rows={Math.min(text.split('\n').length + 1, 16)}
          spellCheck={false}
          value={text}
          aria-invalid={issues.body !== undefined}
          aria-describedby={`${id}-body-issue`}
          onChange={event => {
            setText(event.target.value)
            setIssues({ ...issues, body: undefined })
          }}
        />
        <p id={`${id}-body-issue`} className="issues">
          {issues.body}
        </p>
      </div>
      <div className="actions">
        <Button type="submit" tone="primary" isBusy={call.isPending}>
          Send the request
        </Button>
      </div>
      <ErrorNotice error={call.error} />
      {call.error instanceof ProblemError && call.error.body.status > 0 && (
        <Code text={written(call.error.body)} label={`The error response of ${name}`} canCopy={false} />
      )}
      {call.data && (
        <>
          <p role="status">
            Status {call.data.status} after {Math.round(call.data.ms)} ms. {call.data.body.summary}
          </p>
          <Code text={written(call.data.body)} label={`The response of ${name}`} />
        </>
      )}
    </form>
  )
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function parsed(text: string): { readonly value?: unknown; readonly issue?: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { issue: `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

let key = ''
const listeners = new Set<() => void>()

/** The API key that was entered on the developer pages: in the memory of this page only, until it is reloaded or closed. */
function useOwnKey(): string {
  return useSyncExternalStore(subscribe, () => key)
}

/** Replaces the key; an empty text forgets it. */
function setOwnKey(next: string): void {
  key = next.trim()
  for (const listener of listeners) listener()
}

/** Whether a text has the form of a key of this host. */
function isKeyForm(text: string): boolean {
  return /^phk_[0-9A-Za-z]{36}$/.test(text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
