import { type ScheduledBackups, useHealth, useStoreState } from '../../api/operator/operator.js'
import { Marked } from '../../parts/code.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import { bytesText, capitalized, SettingRows } from './texts.js'

/** The share of a disk that has to be free for the page not to warn. */
const leastFree = 0.1

/** The size of the store, what is free, and how long what is stored. */
export function Storage() {
  const store = useStoreState()
  const health = useHealth()
  return (
    <div className="stack">
      <Card title="Embedded store and disk">
        <Loaded query={store} lines={4}>
          {({ space }) =>
            space === null ? (
              <p>
                The store is not a file of this host, as with Redis or PostgreSQL, so that its size is not known here.
              </p>
            ) : (
              <>
                {space.diskFree / space.diskSize < leastFree && (
                  <Notice tone="warning" title="The disk is almost full">
                    <p>Once it is full, the host answers 503 to whatever has to be stored.</p>
                  </Notice>
                )}
                <dl className="details sizes">
                  <dt>File of the store</dt>
                  <dd>
                    {bytesText(space.file)}
                    {space.free > 0 && `, of which ${bytesText(space.free)} are free`}
                  </dd>
                  <dt>Write-ahead log</dt>
                  <dd>{bytesText(space.log)}</dd>
                  <dt>Total</dt>
                  <dd>
                    <strong>{bytesText(space.file + space.log)}</strong>
                  </dd>
                  <dt>Free disk space</dt>
                  <dd>
                    {bytesText(space.diskFree)} of {bytesText(space.diskSize)}
                  </dd>
                </dl>
              </>
            )
          }
        </Loaded>
      </Card>
      <Card title="Scheduled backups">
        <Loaded query={health} lines={3}>
          {({ backup }) =>
            backup === null ? (
              <p>
                The host makes no backups by itself. To have it do so, set <code>backup</code> in the deployment file.
              </p>
            ) : (
              <Backups {...backup} />
            )
          }
        </Loaded>
      </Card>
      <Card title="How long data is stored">
        <p className="quiet">
          These are the defaults, unless a row says otherwise. To change a time or a number, set the field beside it in
          the deployment file, which running hosts follow. Numbers without a field are fixed.
        </p>
        <Loaded query={store} lines={10}>
          {({ retention }) =>
            [...Map.groupBy(retention, ({ group }) => group)].map(([group, own]) => (
              <section key={group} className="setting-group">
                <h3>{group}</h3>
                <SettingRows
                  rows={own.map(({ data, storedFor, usual, members }) => ({
                    names: members,
                    title: capitalized(data),
                    value: (
                      <>
                        <Marked text={capitalized(storedFor)} />
                        {usual !== null && <p className="quiet">Default: {usual}</p>}
                      </>
                    )
                  }))}
                />
              </section>
            ))
          }
        </Loaded>
      </Card>
    </div>
  )
}

function Backups({ folder, everyMinutes, keep, lastAt, lastBytes, failedAt, reason }: ScheduledBackups) {
  return (
    <>
      {failedAt !== null && (
        <Notice tone="warning" title="The last backup failed">
          <p>
            <Time at={failedAt} format="exact" />: {reason} The host tries again within five minutes.
          </p>
        </Notice>
      )}
      <dl className="details sizes">
        <dt>Last good backup</dt>
        <dd>
          {lastAt === null ? (
            'None yet'
          ) : (
            <>
              <Time at={lastAt} format="exact" />
              {lastBytes !== null && `, ${bytesText(lastBytes)}`}
            </>
          )}
        </dd>
        <dt>Folder</dt>
        <dd>
          <code>{folder}</code>
        </dd>
        <dt>Schedule</dt>
        <dd>
          Every {everyMinutes} minutes; the latest {keep} are kept
        </dd>
      </dl>
    </>
  )
}
