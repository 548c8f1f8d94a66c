import { useSyncExternalStore } from 'react'

/** A dialog that asks for the password, open until it is settled. */
export interface PendingConfirmation {
  /** Why: before a sensitive change, or because the session has ended. */
  readonly reason: 'sensitive' | 'session_ended'
  /** Closes the dialog; true if the password was confirmed. */
  readonly settle: (isConfirmed: boolean) => void
}

let pending: PendingConfirmation | undefined
const results = new Map<PendingConfirmation['reason'], Promise<boolean>>()
const listeners = new Set<() => void>()

/** Opens the dialog, once for all requests that wait for it; resolves to whether the password was confirmed. */
export function askForConfirmation(reason: PendingConfirmation['reason'] = 'sensitive'): Promise<boolean> {
  const open = results.get(reason)
  if (open) return open
  const result = new Promise<boolean>(resolve => {
    show({
      reason,
      settle: isConfirmed => {
        results.delete(reason)
        show(undefined)
        resolve(isConfirmed)
      }
    })
  })
  results.set(reason, result)
  return result
}

/** Settles the dialog for an ended session, if it is open: another tab has signed in or out. */
export function settleEndedSession(isSignedIn: boolean): void {
  if (pending?.reason === 'session_ended') pending.settle(isSignedIn)
}

/** The dialog that is open, if there is one. */
export function usePendingConfirmation(): PendingConfirmation | undefined {
  return useSyncExternalStore(subscribe, () => pending)
}

function show(next: PendingConfirmation | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
