import { useSyncExternalStore } from 'react'

/** A question for the password that somebody has to answer before a request is sent again. */
export interface PendingConfirmation {
  /** Ends the question; true when the password was confirmed. */
  readonly settle: (isConfirmed: boolean) => void
}

let pending: PendingConfirmation | undefined
let answer: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** Asks for the password once for all requests that wait for it; whether it was confirmed. */
export function askForConfirmation(): Promise<boolean> {
  answer ??= new Promise<boolean>(resolve => {
    show({
      settle: isConfirmed => {
        answer = undefined
        show(undefined)
        resolve(isConfirmed)
      }
    })
  })
  return answer
}

/** The question that is open, if there is one. */
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
