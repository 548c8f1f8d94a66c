import { type ReactNode, useState } from 'react'
import { Button } from './button.js'
import { Code } from './code.js'
import { CopyButton } from './copy.js'
import { Dialog } from './dialog.js'
import { Notice } from './notice.js'
import { useUnsaved } from './unsaved.js'

interface ShownOnceProps {
  readonly title: string
  /** What is shown, as in “Copy the key”. */
  readonly what: string
  readonly text: string
  /** What has to be done by somebody who has no copy of it. */
  readonly lost: string
  readonly close: () => void
  /** What is below it, given what to call when a part of that was copied that holds it. */
  readonly below?: (copied: () => void) => ReactNode
  readonly children: ReactNode
}

/** Something that is shown this one time. Closing asks unless it was copied, and so does leaving the page. */
export function ShownOnce({ title, what, text, lost, close, below, children }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const uncopied = {
    title: `Leave without copying the ${what}?`,
    text: `The ${what} is shown this one time. Without a copy of it, ${lost}.`,
    leave: `Leave without the ${what}`
  }
  useUnsaved(isCopied ? undefined : uncopied)
  return (
    <Dialog
      title={title}
      isWide
      close={() => {
        if (isCopied) close()
        else setAsking(true)
      }}
    >
      {children}
      <Code text={text} label={`The ${what}`} canCopy={false} />
      {below?.(() => setCopied(true))}
      {isAsking && !isCopied && (
        <Notice tone="warning" title={`You have not copied the ${what}`}>
          <p>Without a copy of it, {lost}.</p>
          <Button onClick={close}>Close without the {what}</Button>
        </Notice>
      )}
      <div className="actions">
        {isCopied ? (
          <Button tone="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button onClick={close}>I have copied it</Button>
        )}
        <CopyButton
          text={text}
          label={isCopied ? `Copy the ${what} again` : `Copy the ${what}`}
          tone={isCopied ? 'plain' : 'primary'}
          copied={() => setCopied(true)}
        />
      </div>
    </Dialog>
  )
}
