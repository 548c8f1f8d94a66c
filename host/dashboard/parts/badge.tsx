import type { ReactNode } from 'react'

/** How something stands, in a word or two. */
export type Tone = 'plain' | 'good' | 'warning' | 'danger' | 'info' | 'waiting'

/** A short word on a coloured ground; the colour says nothing that the word does not. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}
