import type { Hook } from '@product-host/sdk/client'
import { ShownOnce } from '../../parts/shown-once.js'

/** The URL of a hook, shown this one time. */
export function HookUrl({ hook: { name, url = '' }, close }: { readonly hook: Hook; readonly close: () => void }) {
  return (
    <ShownOnce
      title={`The URL of “${name}”`}
      what="URL"
      text={url}
      lost="you have to replace it by another one"
      close={close}
    >
      <p>Copy it now, and give it to the sender alone: whoever has it can call the hook. You cannot see it again.</p>
    </ShownOnce>
  )
}
