import type { ReactNode } from 'react'

interface FoldedProps {
  /** The fragment that unfolds it. */
  readonly id?: string
  readonly summary: ReactNode
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of a page of the reference that is shown once somebody asks for it, or a fragment leads into it. */
export function Folded({ id, summary, isOpen = false, children }: FoldedProps) {
  return (
    <details id={id} tabIndex={id === undefined ? undefined : -1} open={isOpen} className="folded">
      <summary>{summary}</summary>
      <div className="stack tight">{children}</div>
    </details>
  )
}
