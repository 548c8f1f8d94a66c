import { useCatalogue } from '../../api/products.js'
import type { Key } from '../../api/shapes.js'
import { Code } from '../../parts/code.js'
import { Notice } from '../../parts/notice.js'
import { curlCall } from '../../snippets/calls.js'
import { useFirstCall } from '../../snippets/first-call.js'

/** A key that was just made, the only time that it is seen, with a call that tries it. */
export function MadeKey({ made, close }: { readonly made: Key; readonly close: () => void }) {
  const catalogue = useCatalogue()
  const slug = catalogue.state === 'ready' ? catalogue.body.products[0]?.slug : undefined
  const { key = '' } = made
  return (
    <Notice tone="good" title={`The key "${made.name}" is made. Copy it now: it is not shown again.`}>
      <Code text={key} label="The key" />
      {slug && <TryIt slug={slug} secret={key} />}
      <button type="button" onClick={close}>
        I have copied it
      </button>
    </Notice>
  )
}

function TryIt({ slug, secret }: { readonly slug: string; readonly secret: string }) {
  const example = useFirstCall(slug)
  if (!example) return null
  return (
    <>
      <p>A call that tries it:</p>
      <Code text={curlCall(slug, example.input, secret)} label="A call with the key, for a shell" />
    </>
  )
}
