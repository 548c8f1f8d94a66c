import type { ReactNode } from 'react'

interface AnchoredProps {
  /** The fragment of the link. It never changes, because other pages link to it. */
  readonly id: string
  readonly level: 2 | 3 | 4
  /** The text of the heading for the name of its link. */
  readonly name: string
  readonly children?: ReactNode
}

/** A heading that can be linked to: it contains a link to itself. */
export function Anchored({ id, level, name, children }: AnchoredProps) {
  const Heading = `h${level}` as const
  return (
    <Heading id={id} tabIndex={-1} className="anchored">
      {children ?? name}{' '}
      <a href={`#${encodeURIComponent(id)}`} className="anchor" aria-label={`Link to “${name}”`}>
        #
      </a>
    </Heading>
  )
}
