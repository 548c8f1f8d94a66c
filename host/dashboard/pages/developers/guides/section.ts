import type { ReactNode } from 'react'

/** A section of a guide. */
export interface GuideSection {
  /** The fragment of its heading, which never changes. */
  readonly id: string
  readonly title: string
  /** Its text; the search reads what stands in it. */
  readonly text: ReactNode
  /** What people search for in it, where its text is read from the host. */
  readonly words?: string
}
