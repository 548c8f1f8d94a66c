import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type FieldIssue, ProblemError } from '../api/problem.js'
import { issueSentence } from '../forms/sentences.js'
import { nameInWords } from '../views/words.js'
import { Button } from './button.js'
import { CopyButton } from './copy.js'
import { wholeWords } from './whole-words.js'

interface NoticeProps {
  readonly tone: 'info' | 'good' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
}

/** A highlighted message; screen readers announce an error at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      {title && <p className="notice-title">{wholeWords(title)}</p>}
      {children}
    </div>
  )
}

/** Titles and explanations of the refusals that a user of the dashboard can resolve, by their code. */
export const refusalTexts: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  waitlisted: {
    title: 'This product needs a payment card',
    text: 'Add a card to use it now. You can already save its settings.'
  },
  trial_required: { title: 'Start the trial first', text: 'It is free for three days and needs no card.' },
  recent_sign_in_required: {
    title: 'Nothing was changed',
    text: 'This change needs your password, because you signed in more than 15 minutes ago.'
  },
  trial_expired: {
    title: 'The plan has ended',
    text: 'You can run actions again once you have a plan. Nothing was deleted.'
  },
  product_disabled: { title: 'This product is switched off', text: 'You can switch it on in its settings.' }
}

/** Statuses of answers to what a person has typed, which nobody else has to look into. */
const areAnswers = new Set([400, 401, 409])

interface ErrorNoticeProps {
  readonly error: Error | null
  /** What the page says in place of the host's words. */
  readonly title?: string | undefined
  /** Pointers of the issues that are shown at their fields. */
  readonly shown?: readonly string[]
  /** Whether the request was a call of an action, which the log of calls has. */
  readonly isCall?: boolean
  /** What can be done about it, such as a button. */
  readonly children?: ReactNode
}

/** Shows why a request failed; nothing if there is no error. */
export function ErrorNotice({ error, title, shown = [], isCall = false, children }: ErrorNoticeProps) {
  if (!error) return null
  const problem = error instanceof ProblemError ? error : undefined
  const issues = problem?.issues.filter(({ pointer }) => !shown.includes(pointer)) ?? []
  const known = refusalTexts[problem?.code ?? '']
  const areAllShown = problem?.code === 'invalid_input' && issues.length === 0 && problem.issues.length > 0
  const marked = [...new Set(problem?.issues.map(fieldName))]
  const allShown = areAllShown
    ? `Check the marked field${marked.length === 1 ? '' : 's'}: ${marked.join(', ')}.`
    : undefined
  return (
    <Notice tone="danger" title={title ?? allShown ?? known?.title ?? error.message}>
      {known && <p>{known.text}</p>}
      {issues.length > 0 && (
        <ul>
          {issues.map(issue => (
            <li key={issue.pointer + issue.detail}>
              {fieldName(issue)}: {issueSentence(issue)}
            </li>
          ))}
        </ul>
      )}
      {children}
      {(isCall || !areAnswers.has(problem?.body.status ?? 0)) && (
        <RequestReference requestId={problem?.body.requestId} isCall={isCall} />
      )}
    </Notice>
  )
}

/** The field of an issue in words. */
function fieldName({ pointer }: FieldIssue): string {
  return nameInWords(pointer.replace(/^#\/(settings\/)?/, '').replaceAll('/', ' '))
}

interface RequestReferenceProps {
  /** Left out where no answer came. */
  readonly requestId: string | undefined
  readonly isCall?: boolean
}

/** Leads to the entry of a request in the log of calls, and copies its id, by which the operator finds it in the host's log. */
export function RequestReference({ requestId, isCall = false }: RequestReferenceProps) {
  if (requestId === undefined) return null
  return (
    <p className="row quiet">
      {isCall && <Link to={`/calls?call=${encodeURIComponent(requestId)}`}>Show this call</Link>}
      <CopyButton text={requestId} label="Copy the request ID" />
    </p>
  )
}

/** Why something has stopped. */
interface Pause {
  readonly code: string
  readonly detail: string
  /** Whether it goes on by itself when the cause is gone. */
  readonly resumes?: boolean
}

/** How it came that something has stopped, where that is not a refusal. */
const pauseTexts: Readonly<Record<string, string>> = {
  revoked_key: 'The API key that decided on it was revoked.',
  expired_key: 'The API key that decided on it has expired.',
  session_required:
    'All sessions of the account were signed out, or its password was changed, after it was decided on.',
  insufficient_scope: 'The API key that decided on it may not do that any more.',
  failing: 'Every attempt has failed for days. Repair the server, send a test, and switch the address on again.',
  secret_unreadable: 'The key that its secret was encrypted with is lost. Make a new secret.',
  gone: 'The server answered that it wants no webhooks any more (410).'
}

interface PausedNoticeProps {
  readonly paused: Pause
  /** The title, such as "This schedule is paused". */
  readonly title: string
  /** Of a pause that ends by itself: what happens until then or after that, and the product that needs something. */
  readonly wait?: { readonly title: string; readonly text: string; readonly productId: string }
  readonly mutation: { readonly isPending: boolean; readonly error: Error | null }
  /** The text of the button that lets it go on. */
  readonly action: string
  readonly resume: () => void
  /** What follows on that. */
  readonly children: ReactNode
}

/** Says why something has stopped, and until when: until the cause is gone, or until somebody decides on it again. */
export function PausedNotice({ paused, title, wait, mutation, action, resume, children }: PausedNoticeProps) {
  const { code, detail, resumes = false } = paused
  if (resumes && wait)
    return (
      <Notice tone="warning" title={refusalTexts[code]?.title ?? wait.title}>
        <p>
          {refusalTexts[code]?.text ?? detail} {wait.text}
        </p>
        <p>
          <Link to={`/products/${wait.productId}`}>See what the product needs</Link>
        </p>
      </Notice>
    )
  return (
    <Notice tone="warning" title={title}>
      <p>
        {pauseTexts[code] ?? detail} {children} <Link to="/paused">See all that is paused</Link>.
      </p>
      <ErrorNotice error={mutation.error} />
      <Button isBusy={mutation.isPending} onClick={resume}>
        {action}
      </Button>
    </Notice>
  )
}
