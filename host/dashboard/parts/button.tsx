import type { ButtonHTMLAttributes } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'plain' | 'primary' | 'danger'
  /** While true the button says so and takes no click. */
  readonly isBusy?: boolean
}

/** A button; one that is busy keeps its width and its focus. */
export function Button({ tone = 'plain', isBusy = false, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`${tone} ${isBusy ? 'busy' : ''}`}
      aria-disabled={isBusy}
      onClick={event => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {children}
      {isBusy && <span className="spinner" aria-hidden="true" />}
    </button>
  )
}
