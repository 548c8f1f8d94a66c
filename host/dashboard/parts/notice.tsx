import type { ReactNode } from 'react'
import { ProblemError } from '../api/problem.js'
import { refusalTexts } from './wording.js'

interface NoticeProps {
  readonly tone: 'info' | 'good' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
}

/** A message that stands out: read aloud at once when it is about something that went wrong. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  )
}

/** How something was refused; nothing when it was not. Faults that a field shows itself are left to it. */
export function Refusal({
  error,
  shown = []
}: {
  readonly error: Error | undefined
  readonly shown?: readonly string[]
}) {
  if (!error) return null
  const problem = error instanceof ProblemError ? error : undefined
  const faults = problem?.faults.filter(({ pointer }) => !shown.includes(pointer)) ?? []
  const known = refusalTexts[problem?.code ?? '']
  return (
    <Notice tone="danger" title={known?.title ?? error.message}>
      {known && <p>{known.text}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ pointer, detail, fix }) => (
            <li key={pointer + detail}>
              <code>{pointer}</code> {detail}. {fix}
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="quiet">
          <code>{problem.code}</code>
          {problem.body.requestId && <> · request {problem.body.requestId}</>}
        </p>
      )}
    </Notice>
  )
}
