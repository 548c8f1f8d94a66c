import type { Hook } from '@product-host/sdk/client'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { CopyButton } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { Notice } from '../../parts/notice.js'
import { useUnsaved } from '../../parts/unsaved.js'

const uncopied = {
  title: 'Leave without copying the URL?',
  text: 'The URL is shown this one time. Without a copy of it, you have to replace it by another one.',
  leave: 'Leave without the URL'
}

/** The URL of a hook, shown this one time. Closing asks unless it was copied. */
export function HookUrl({ hook: { name, url = '' }, close }: { readonly hook: Hook; readonly close: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useUnsaved(isCopied ? undefined : uncopied)
  return (
    <Dialog
      title={`The URL of “${name}”`}
      isWide
      close={() => {
        if (isCopied) close()
        else setAsking(true)
      }}
    >
      <p>Copy it now, and give it to the sender alone: whoever has it can call the hook. You cannot see it again.</p>
      <Code text={url} label="The URL" canCopy={false} />
      {isAsking && !isCopied && (
        <Notice tone="warning" title="You have not copied the URL">
          <p>Without a copy of it, you have to replace it by another one.</p>
          <Button onClick={close}>Close without the URL</Button>
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
          text={url}
          label={isCopied ? 'Copy the URL again' : 'Copy the URL'}
          tone={isCopied ? 'plain' : 'primary'}
          copied={() => setCopied(true)}
        />
      </div>
    </Dialog>
  )
}
