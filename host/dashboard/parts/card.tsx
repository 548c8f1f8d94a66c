import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  /** Where links lead to. */
  readonly id?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly tone?: 'plain' | 'danger'
}

/** A part of a page with a heading of its own. */
export function Card({ title, id, aside, children, tone = 'plain' }: CardProps) {
  const heading = useId()
  return (
    <section id={id} className={`card ${tone}`} aria-labelledby={heading}>
      <div className="card-head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
