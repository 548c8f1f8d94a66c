import type { ReactNode } from 'react'

/** One message, or what one of the participants does by itself. */
export interface SequenceStep {
  readonly from: string
  /** Left out if nothing is sent. */
  readonly to?: string
  readonly text: ReactNode
  /** Whether the message does not arrive. */
  readonly isLost?: boolean
}

interface SequenceProps {
  readonly label: string
  /** The participants, from the left to the right. */
  readonly between: readonly string[]
  readonly steps: readonly SequenceStep[]
}

/** A sequence diagram: a list of who sends what to whom, which is drawn as arrows between the lines of the participants. */
export function Sequence({ label, between, steps }: SequenceProps) {
  // Each participant has two columns, between which is its line.
  const lineOf = (name: string) => 2 * between.indexOf(name) + 2
  return (
    <figure className="sequence" style={{ '--participants': between.length } as React.CSSProperties}>
      <figcaption>{label}</figcaption>
      <div className="participants" aria-hidden="true">
        {between.map(name => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="plain" aria-label={label}>
        {steps.map(({ from, to, text, isLost = false }, index) => {
          const [first, last] = [lineOf(from), lineOf(to ?? from)]
          const columns = to === undefined ? [first - 1, first + 1] : [Math.min(first, last), Math.max(first, last)]
          const kind = to === undefined ? 'own' : first < last ? 'right' : 'left'
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one diagram never change places
              key={index}
              className={`${kind} ${isLost ? 'lost' : ''}`}
              style={{ gridColumn: columns.join(' / '), gridRow: index + 1 }}
            >
              <span className="visually-hidden">
                {to === undefined ? `${from}: ` : `${from} to ${to}${isLost ? ', which does not arrive' : ''}: `}
              </span>
              <span>{text}</span>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
