import { useState } from 'react'
import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Key, KeyPage } from '../../api/shapes.js'
import { Badge, type Tone } from '../../parts/badge.js'
import { Loaded } from '../../parts/loaded.js'
import { Time } from '../../parts/time.js'
import { RevokeKey } from './revoke-key.js'
import { RotateKey } from './rotate-key.js'

interface KeyTableProps {
  /** Where the pages start that are shown; null for the first. */
  readonly starts: readonly (string | null)[]
  /** Takes a key that was made in the place of another. */
  readonly keep: (key: Key) => void
}

/** What a person wants to do with a key. */
interface Asked {
  readonly what: 'rotate' | 'revoke'
  readonly key: Key
}

const tones: Readonly<Record<Key['status'], Tone>> = { good: 'good', expired: 'warning', revoked: 'danger' }

/** Keys by name: how they stand, what they are good for, and what can be done with them. */
export function KeyTable({ starts, keep }: KeyTableProps) {
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  return (
    <>
      <table className="responsive">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Good for</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="unseen">What can be done</span>
            </th>
          </tr>
        </thead>
        {starts.map(start => (
          <KeyRows key={start} start={start} ask={ask} />
        ))}
      </table>
      {asked?.what === 'revoke' && <RevokeKey revoked={asked.key} close={close} />}
      {asked?.what === 'rotate' && <RotateKey rotated={asked.key} keep={keep} close={close} />}
    </>
  )
}

/** One page of keys. */
function KeyRows({ start, ask }: { readonly start: string | null; readonly ask: (asked: Asked) => void }) {
  const page = useResource<KeyPage>(paths.keyPage(start))
  if (page.state !== 'ready')
    return (
      <tbody>
        <tr>
          <td colSpan={6}>
            <Loaded resource={page} again={() => reload(paths.keys)}>
              {() => null}
            </Loaded>
          </td>
        </tr>
      </tbody>
    )
  return (
    <tbody>
      {page.body.keys.map(key => (
        <tr key={key.id}>
          <td data-label="Name">
            <span className="stack tight">
              <strong>{key.name}</strong>
              <span>
                <Badge tone={tones[key.status]}>
                  {key.replacedBy && key.status === 'good' ? 'being replaced' : key.status}
                </Badge>
              </span>
            </span>
          </td>
          <td data-label="Key">
            <code>phk_…{key.lastFour}</code>
          </td>
          <td data-label="Good for">{scopesText(key.scopes)}</td>
          <td data-label="Last used">{key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}</td>
          <td data-label="Expires">{key.expiresAt ? <Time at={key.expiresAt} how="day" /> : 'never'}</td>
          <td>
            {key.status === 'good' && (
              <span className="row">
                {!key.replacedBy && (
                  <button type="button" aria-label={`Rotate ${key.name}`} onClick={() => ask({ what: 'rotate', key })}>
                    Rotate
                  </button>
                )}
                <button
                  type="button"
                  className="danger"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => ask({ what: 'revoke', key })}
                >
                  Revoke
                </button>
              </span>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function scopesText(scopes: readonly string[]): string {
  return scopes.includes('*:execute') && scopes.includes('*:config') ? 'everything' : scopes.join(', ')
}
