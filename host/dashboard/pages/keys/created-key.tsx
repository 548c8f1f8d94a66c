import { useState } from 'react'
import type { ApiKey } from '../../api/keys.js'
import { isSafeToRepeat, useCatalogue, useProduct } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Code } from '../../parts/code.js'
import { curlCall } from '../../parts/code-samples.js'
import { CopyButton } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { Notice } from '../../parts/notice.js'
import { useUnsaved } from '../../parts/unsaved.js'

const uncopied = {
  title: 'Leave without copying the key?',
  text: 'The key is shown this one time. Without a copy of it, you have to create another one.',
  leave: 'Leave without the key'
}

/** What leaving the page loses while the host creates a key. */
export const beingCreated = {
  title: 'Leave while the key is created?',
  text: 'The key is shown this one time, on this page. If you leave now, you cannot see it.',
  leave: 'Leave without the key'
}

/** A new key, shown this one time, with a call that tries it. Closing asks unless it was copied. */
export function CreatedKey({ created, close }: { readonly created: ApiKey; readonly close: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useUnsaved(isCopied ? undefined : uncopied)
  const { name, key = '' } = created
  return (
    <Dialog
      title={`The key “${name}” was created`}
      isWide
      close={() => {
        if (isCopied) close()
        else setAsking(true)
      }}
    >
      <p>Copy it now and store it in a safe place. You cannot see it again; if you lose it, replace the key.</p>
      <Code text={key} label="The key" canCopy={false} />
      <TestCall apiKey={key} copied={() => setCopied(true)} />
      {isAsking && !isCopied && (
        <Notice tone="warning" title="You have not copied the key">
          <p>Without a copy of it, you have to create another one.</p>
          <Button onClick={close}>Close without the key</Button>
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
          text={key}
          label={isCopied ? 'Copy the key again' : 'Copy the key'}
          tone={isCopied ? 'plain' : 'primary'}
          copied={() => setCopied(true)}
        />
      </div>
    </Dialog>
  )
}

function TestCall({ apiKey, copied }: { readonly apiKey: string; readonly copied: () => void }) {
  const slug = useCatalogue().data?.products[0]?.slug ?? ''
  const action = useProduct(slug).data?.actions[0]
  const [example] = action?.examples ?? []
  if (!action || !example) return null
  return (
    <details>
      <summary>Try it from a shell</summary>
      <Code
        text={curlCall(slug, example.input, { isSafe: isSafeToRepeat(action), key: apiKey })}
        language="bash"
        label="A call with the key, for a shell"
        copied={copied}
      />
    </details>
  )
}
