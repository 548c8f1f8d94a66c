import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'
import { Button } from './button.js'
import { Dialog } from './dialog.js'

/** What would be lost, and what leaving it is called. */
export interface Unsaved {
  readonly title: string
  readonly text: string
  /** The text of the button that leaves. */
  readonly leave: string
}

interface Question extends Unsaved {
  readonly settle: (mayLeave: boolean) => void
}

let unsaved: Unsaved | undefined
let question: Question | undefined
const listeners = new Set<() => void>()

/** While a value is given, leaving the page asks first: by a link, back and forward, signing out, or closing the tab. */
export function useUnsaved(given: Unsaved | undefined): void {
  useEffect(() => {
    if (!given) return
    unsaved = given
    return () => {
      unsaved = undefined
    }
  }, [given])
  useAskOnUnload(given !== undefined)
}

/** Has the browser ask before the tab is closed or loaded again. */
function useAskOnUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAsked])
}

/** Whether leaving the page would lose something. */
export function hasUnsaved(): boolean {
  return unsaved !== undefined
}

/** Asks whether the page may be left, if that loses something; resolves to the answer. */
export function mayLeave(): Promise<boolean> {
  const lost = unsaved
  if (!lost) return Promise.resolve(true)
  return new Promise(resolve => {
    show({
      ...lost,
      settle: isLeaving => {
        if (isLeaving) unsaved = undefined
        show(undefined)
        resolve(isLeaving)
      }
    })
  })
}

/** The question whether to leave, while it is open. */
export function LeaveQuestion() {
  const open = useSyncExternalStore(subscribe, () => question)
  if (!open) return null
  const { title, text, leave, settle } = open
  return (
    <Dialog title={title} close={() => settle(false)}>
      <p>{text}</p>
      <div className="actions">
        <Button tone="primary" onClick={() => settle(false)}>
          Stay on this page
        </Button>
        <Button tone="danger" onClick={() => settle(true)}>
          {leave}
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * The location of the browser; the one before while it is asked whether a page may be left by back or forward. The browser has
 * changed the address by then: to stay, the address of the page is added to the history.
 */
export const useGuardedLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation()
  const shown = useRef({ path, search: location.search })
  const [, rerender] = useState(0)
  const isHeld = path !== shown.current.path && hasUnsaved()
  if (!isHeld) shown.current = { path, search: location.search }
  useEffect(() => {
    if (!isHeld) return
    const { path: before, search } = shown.current
    void mayLeave().then(isLeaving => {
      if (isLeaving) rerender(count => count + 1)
      else navigate(before + search)
    })
  }, [isHeld, navigate])
  return [isHeld ? shown.current.path : path, navigate]
}

function show(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
