import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, CancelButton } from './button.js'
import { type FieldOptions, Form, type FormMutation } from './form.js'
import { ErrorNotice } from './notice.js'
import { wholeWords } from './whole-words.js'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  /** Whether it needs more width than a question. */
  readonly isWide?: boolean
  /** While true, it stays open: what it has started is still under way, and its result would not be seen. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A modal dialog; its first field has the focus, Escape closes it. Then the focus is where it was, or on the title of the page if that is gone. */
export function Dialog({ title, close, isWide = false, isBusy = false, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      element?.close()
      requestAnimationFrame(() => returnFocus(opener))
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'wide' : undefined}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        if (!isBusy) close()
      }}
      // A browser closes a dialog at the second Escape, whatever the page says.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return
        currentTarget.showModal()
        if (!isBusy) close()
      }}
    >
      <h2 id={id}>{wholeWords(title)}</h2>
      {children}
    </dialog>
  )
}

function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body && document.activeElement !== opener) return
  if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) {
    focusTitle()
    return
  }
  opener.focus({ preventScroll: true })
  // What the dialog removed may be removed from the page a moment later, and the opener with it.
  const observer = new MutationObserver(() => {
    const hasFocus = document.activeElement === opener || document.activeElement === document.body
    if (opener.isConnected && hasFocus) return
    observer.disconnect()
    if (hasFocus) focusTitle()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

interface ConfirmDialogProps extends DialogProps {
  /** The text of the button that confirms. */
  readonly action: string
  /** The text of the button that does not, where "Cancel" could mean the change itself. */
  readonly keep?: string
  readonly mutation: FormMutation
  readonly tone?: 'primary' | 'danger'
  /** What has to be typed first, where the change concerns the whole account and cannot be undone. */
  readonly typed?: string
  readonly confirm: () => void
}

/** Asks for confirmation before a change; stays open until the change is made, and to show why it failed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep = 'Cancel', mutation, tone = 'danger', typed, confirm, close, children } = props
  if (typed !== undefined)
    return (
      <Dialog title={title} close={close} isBusy={mutation.isPending}>
        {children}
        <Form
          fields={{ confirmation: typedField(typed) }}
          submit={confirm}
          mutation={mutation}
          action={action}
          tone={tone}
          cancel={{ text: keep, run: close }}
        />
      </Dialog>
    )
  return (
    <Dialog title={title} close={close} isBusy={mutation.isPending}>
      {children}
      <ErrorNotice error={mutation.error} />
      <div className="actions">
        <CancelButton isHeld={mutation.isPending} onClick={close}>
          {keep}
        </CancelButton>
        <Button tone={tone} isBusy={mutation.isPending} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

interface DeleteButtonProps {
  /** What is deleted, as in “Delete the schedule”. */
  readonly what: string
  readonly mutation: FormMutation & {
    readonly mutate: (nothing: undefined, options: { readonly onSuccess: () => void }) => void
  }
  /** Called once it is deleted. */
  readonly deleted?: () => void
  readonly children: ReactNode
}

/** A button that deletes something once that is confirmed. */
export function DeleteButton({ what, mutation, deleted, children }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete the ${what}?`}
          action={`Delete the ${what}`}
          mutation={mutation}
          confirm={() =>
            mutation.mutate(undefined, {
              onSuccess: () => {
                setAsking(false)
                deleted?.()
              }
            })
          }
          close={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}

/** A field in which a text has to be typed, in large or small letters. */
function typedField(typed: string): FieldOptions {
  return {
    label: `Type ${typed} to confirm`,
    missing: 'Type it here first.',
    check: text => (text.trim().toLowerCase() === typed.toLowerCase() ? undefined : `This is not ${typed}.`),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false
  }
}
