import { useState } from 'react'
import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import { Code } from '../../parts/code.js'
import { Empty } from '../../parts/empty.js'
import { Loaded } from '../../parts/loaded.js'

interface RecordsPage {
  readonly records: readonly { readonly key: string; readonly value: unknown }[]
  /** Where the page after it starts. */
  readonly next: string | null
}

const pageSize = 20

/** The records that a product keeps for the account, page by page. */
export function Records({ slug, prefix }: { readonly slug: string; readonly prefix: string }) {
  const [starts, setStarts] = useState<readonly (string | null)[]>([null])
  const after = starts.at(-1) ?? null
  const question = new URLSearchParams({
    limit: String(pageSize),
    ...(prefix && { prefix }),
    ...(after !== null && { after })
  })
  const page = useResource<RecordsPage>(`${paths.data(slug)}?${question}`)
  return (
    <Loaded resource={page} lines={8} again={() => reload(paths.data(slug))}>
      {({ records, next }) =>
        records.length === 0 ? (
          <Empty title="Nothing is kept here">
            <p className="quiet">
              {prefix ? 'No key begins like this.' : 'This product keeps no record for your account.'}
            </p>
          </Empty>
        ) : (
          <>
            <ul className="records">
              {records.map(({ key, value }) => (
                <li key={key}>
                  <details>
                    <summary>
                      <code>{key}</code>
                    </summary>
                    <Code text={JSON.stringify(value, null, 2)} label={`The record ${key}`} />
                  </details>
                </li>
              ))}
            </ul>
            <div className="actions">
              <button type="button" disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
                Back
              </button>
              <button type="button" disabled={next === null} onClick={() => setStarts([...starts, next])}>
                Next
              </button>
              <span className="quiet">page {starts.length}</span>
            </div>
          </>
        )
      }
    </Loaded>
  )
}
