import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasCode } from '../api/problem.js'
import { Button } from './button.js'
import { Loaded, type LoadedQuery } from './loaded.js'
import { ErrorNotice, Notice, refusalTexts } from './notice.js'
import { Page } from './page.js'

interface FoundPageProps<Found> {
  /** What the address names, such as "schedule". */
  readonly what: string
  readonly query: LoadedQuery<Found>
  readonly titleOf: (found: Found) => string
  readonly back: ReactNode
  /** What is said if the account has nothing of that kind at the address. */
  readonly missing?: string
  readonly lines?: number
  readonly children: (found: Found) => ReactNode
}

/** The page of one thing of the account: it is loading, it is not there, or it is shown. */
export function FoundPage<Found>({ what, query, titleOf, back, missing, lines = 12, children }: FoundPageProps<Found>) {
  if (hasCode(query.error, 'not_found'))
    return (
      <Page title={`No such ${what}`} back={back} isForm>
        <p>{missing ?? `Your account has no ${what} here.`}</p>
      </Page>
    )
  const title = query.data === undefined ? what.charAt(0).toUpperCase() + what.slice(1) : titleOf(query.data)
  return (
    <Page title={title} back={back}>
      <Loaded query={query} lines={lines}>
        {children}
      </Loaded>
    </Page>
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
