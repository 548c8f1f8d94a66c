import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useIsSlow } from './slow.js'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'plain' | 'primary' | 'danger'
  /** While true, the button shows a spinner and ignores clicks. */
  readonly isBusy?: boolean
}

/** A button; a busy one keeps its focus, and says so when it takes long. */
export function Button({
  tone = 'plain',
  isBusy = false,
  type = 'button',
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const isSlow = useIsSlow(isBusy)
  return (
    <button
      type={type}
      className={`${tone} ${isBusy ? 'busy' : ''} ${className}`}
      aria-disabled={isBusy}
      onClick={event => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {children}
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {isSlow && ' (still working)'}
    </button>
  )
}

interface CancelButtonProps {
  /** While true, it ignores clicks: what it would cancel is under way, and goes on without it. */
  readonly isHeld: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The button beside the one that starts something; it keeps its focus while that is under way. */
export function CancelButton({ isHeld, onClick, children }: CancelButtonProps) {
  return (
    <button type="button" aria-disabled={isHeld} onClick={() => !isHeld && onClick()}>
      {children}
    </button>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  /** While true, it ignores clicks. */
  readonly isBusy?: boolean
  readonly change: (isOn: boolean) => void
}

/** A switch that acts at once, with its label. */
export function Switch({ label, isOn, isBusy = false, change }: SwitchProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-disabled={isBusy}
        checked={isOn}
        onChange={event => !isBusy && change(event.target.checked)}
      />
      {label}
    </label>
  )
}
