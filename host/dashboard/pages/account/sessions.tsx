import { farewell } from '../../api/account.js'
import { call } from '../../api/call.js'
import { paths } from '../../api/paths.js'
import { reload, useResource } from '../../api/resource.js'
import type { Session } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { Badge } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { Loaded } from '../../parts/loaded.js'
import { Refusal } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'
import { navigate } from '../../router/location.js'

/** The browsers that are signed in, and the way out of each. */
export function Sessions() {
  const sessions = useResource<{ sessions: readonly Session[] }>(paths.sessions)
  const end = useSubmit(async (id: string) => {
    await call('DELETE', paths.session(id))
    if (id === 'current') leave()
    else await reload(paths.sessions)
  })
  const endAll = useSubmit(async () => {
    await call('DELETE', paths.sessions)
    leave()
  })
  return (
    <>
      <Loaded resource={sessions} lines={3} again={() => reload(paths.sessions)}>
        {body => (
          <table className="responsive">
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Last seen</th>
                <th scope="col">Ends</th>
                <th scope="col">
                  <span className="unseen">What can be done</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {body.sessions.map(({ id, browser, lastSeenAt, expiresAt, isCurrent }) => (
                <tr key={id}>
                  <td data-label="Browser">
                    <span>
                      {browser} {isCurrent && <Badge tone="info">this one</Badge>}
                    </span>
                  </td>
                  <td data-label="Last seen">
                    <Time at={lastSeenAt} />
                  </td>
                  <td data-label="Ends">
                    <Time at={expiresAt} how="day" />
                  </td>
                  <td>
                    <Button isBusy={end.isRunning} onClick={() => end.run(isCurrent ? 'current' : id)}>
                      Sign out
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      <Refusal error={end.error ?? endAll.error} />
      <p>
        <Button isBusy={endAll.isRunning} onClick={() => endAll.run()}>
          Sign out everywhere
        </Button>
      </p>
    </>
  )
}

function leave(): void {
  farewell()
  navigate('/sign-in')
}
