import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Site } from '../../api/shapes.js'
import { Loaded } from '../../parts/loaded.js'

/** How much may be asked for, as this deployment has it. */
export function Limits() {
  const site = useResource<Site>(paths.site)
  return (
    <Loaded resource={site} lines={6} again={() => reload(paths.site)}>
      {({ limits: { key, account, atOnce, bodyBytes } }) => (
        <>
          <dl className="facts">
            <dt>A key</dt>
            <dd>
              {key.requests} requests in {key.seconds} s
            </dd>
            <dt>An account</dt>
            <dd>
              {account.requests} requests in {account.seconds} s, and {atOnce} executions at the same time
            </dd>
            <dt>A body</dt>
            <dd>{bodyBytes / 1024} KiB, nested 32 levels deep</dd>
            <dt>An action</dt>
            <dd>has a deadline of its own, named with it above</dd>
          </dl>
          <p>
            Every answer to a key says where it stands, in <code>RateLimit</code> and <code>RateLimit-Policy</code>.
            What is too much is 429, with <code>Retry-After</code>.
          </p>
        </>
      )}
    </Loaded>
  )
}
