import { useState } from 'react'
import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Key, KeyPage } from '../../api/shapes.js'
import { Button } from '../../parts/button.js'
import { Card } from '../../parts/card.js'
import { Empty } from '../../parts/empty.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { CreateKey } from './create-key.js'
import { KeyTable } from './key-table.js'
import { MadeKey } from './made-key.js'
import { RevokeAllKeys } from './revoke-all-keys.js'

/** The bearer keys of the account. */
export default function Keys() {
  const [starts, setStarts] = useState<readonly (string | null)[]>([null])
  const first = useResource<KeyPage>(paths.keyPage(null))
  const last = useResource<KeyPage>(paths.keyPage(starts.at(-1) ?? null))
  const next = last.state === 'ready' ? last.body.next : null
  const [made, setMade] = useState<Key>()
  const [isCreating, setCreating] = useState(false)
  const keep = (key: Key) => {
    setMade(key)
    setCreating(false)
    setStarts([null])
    void reload(paths.keys)
  }
  return (
    <Page
      title="API keys"
      lead="A key stands for your account wherever a program calls a product. Give each program its own."
      aside={
        !isCreating && (
          <Button tone="primary" onClick={() => setCreating(true)}>
            Create a key
          </Button>
        )
      }
    >
      {made && <MadeKey made={made} close={() => setMade(undefined)} />}
      {isCreating && (
        <Card title="A new key">
          <CreateKey keep={keep} cancel={() => setCreating(false)} />
        </Card>
      )}
      <Card title="Your keys">
        <Loaded resource={first} lines={4} again={() => reload(paths.keys)}>
          {body =>
            body.keys.length === 0 ? (
              <Empty title="No keys yet">
                <p className="quiet">Create one; it is shown once, with a call to try it.</p>
              </Empty>
            ) : (
              <>
                <KeyTable starts={starts} keep={keep} />
                <div className="actions">
                  {next !== null && <Button onClick={() => setStarts([...starts, next])}>Show more</Button>}
                  <RevokeAllKeys />
                </div>
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
