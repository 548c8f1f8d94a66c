import type { ApiKey } from '../../api/keys.js'
import { isSafeToRepeat, useCatalogue, useProduct } from '../../api/products.js'
import { Code } from '../../parts/code.js'
import { curlCall } from '../../parts/code-samples.js'
import { ShownOnce } from '../../parts/shown-once.js'

/** What leaving the page loses while the host creates a key. */
export const beingCreated = {
  title: 'Leave while the key is created?',
  text: 'The key is shown this one time, on this page. If you leave now, you cannot see it.',
  leave: 'Leave without the key'
}

/** A new key, shown this one time, with a call that tries it. */
export function CreatedKey({ created, close }: { readonly created: ApiKey; readonly close: () => void }) {
  const { name, key = '' } = created
  return (
    <ShownOnce
      title={`The key “${name}” was created`}
      what="key"
      text={key}
      lost="you have to create another one"
      close={close}
      below={copied => <TestCall apiKey={key} copied={copied} />}
    >
      <p>Copy it now and store it in a safe place. You cannot see it again; if you lose it, replace the key.</p>
    </ShownOnce>
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
