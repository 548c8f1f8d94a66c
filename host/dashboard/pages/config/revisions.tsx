import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Revision } from '../../api/shapes.js'
import { Loaded } from '../../parts/loaded.js'
import { Time } from '../../parts/time.js'

/** The last changes of a config: when, by whom, and which names; no values. */
export function Revisions({ slug }: { readonly slug: string }) {
  const revisions = useResource<{ revisions: readonly Revision[] }>(paths.revisions(slug))
  return (
    <Loaded resource={revisions} lines={3} again={() => reload(paths.revisions(slug))}>
      {body =>
        body.revisions.length === 0 ? (
          <p className="quiet">Nothing was saved yet.</p>
        ) : (
          <table className="responsive">
            <thead>
              <tr>
                <th scope="col">Revision</th>
                <th scope="col">When</th>
                <th scope="col">By</th>
                <th scope="col">Changed</th>
              </tr>
            </thead>
            <tbody>
              {body.revisions.map(({ revision, at, keyId, enabled, changed }) => (
                <tr key={revision}>
                  <td data-label="Revision">
                    {revision} ({enabled ? 'on' : 'off'})
                  </td>
                  <td data-label="When">
                    <Time at={at} how="moment" />
                  </td>
                  <td data-label="By">{keyId === 'session' ? 'you, from here' : <code>{keyId}</code>}</td>
                  <td data-label="Changed">{changed.length > 0 ? changed.join(', ') : 'no setting'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  )
}
