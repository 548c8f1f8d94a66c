import type { ReactNode } from 'react'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** A numbered step of a list `.steps`. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li>
      <span className="step-mark" aria-hidden="true">
        {number}
      </span>
      <div className="step-body">
        <strong>{title}</strong>
        {children}
      </div>
    </li>
  )
}
