import type { Example } from '../../api/shapes.js'
import { Card } from '../../parts/card.js'
import { Code } from '../../parts/code.js'
import { Tabs } from '../../parts/tabs.js'
import { curlCall, keyPlace, typescriptCall } from '../../snippets/calls.js'

/** The call that a form amounts to, as a program sends it. */
export function SameCall({ slug, input }: { readonly slug: string; readonly input: Example['input'] }) {
  return (
    <Card title="The same call from a program">
      <Tabs
        label="Ways to call"
        tabs={[
          { name: 'curl', content: <Code text={curlCall(slug, input, keyPlace)} label="The call for a shell" /> },
          { name: 'TypeScript', content: <Code text={typescriptCall(slug, input)} label="The call in TypeScript" /> }
        ]}
      />
    </Card>
  )
}
