import { useState } from 'react'
import type { Key } from '../../api/shapes.js'
import { Badge, type Tone } from '../../parts/badge.js'
import { Time } from '../../parts/time.js'
import { RevokeKey } from './revoke-key.js'
import { RotateKey } from './rotate-key.js'

interface KeyTableProps {
  readonly keys: readonly Key[]
  /** Takes a key that was made in the place of another. */
  readonly keep: (key: Key) => void
}

const tones: Readonly<Record<Key['status'], Tone>> = { good: 'good', expired: 'warning', revoked: 'danger' }

/** Keys by name: how they stand, what they are good for, and what can be done with them. */
export function KeyTable({ keys, keep }: KeyTableProps) {
  const [asked, ask] = useState<{ readonly what: 'rotate' | 'revoke'; readonly key: Key }>()
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
        <tbody>
          {keys.map(key => (
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
                      <button
                        type="button"
                        aria-label={`Rotate ${key.name}`}
                        onClick={() => ask({ what: 'rotate', key })}
                      >
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
      </table>
      {asked?.what === 'revoke' && <RevokeKey revoked={asked.key} close={close} />}
      {asked?.what === 'rotate' && <RotateKey rotated={asked.key} keep={keep} close={close} />}
    </>
  )
}

function scopesText(scopes: readonly string[]): string {
  return scopes.includes('*:execute') && scopes.includes('*:config') ? 'everything' : scopes.join(', ')
}
