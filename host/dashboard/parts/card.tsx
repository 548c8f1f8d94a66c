import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly tone?: 'plain' | 'danger'
}

/** A part of a page with a heading of its own. */
export function Card({ title, aside, children, tone = 'plain' }: CardProps) {
  const id = useId()
  return (
    <section className={`card ${tone}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
