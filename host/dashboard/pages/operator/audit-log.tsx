import { type LogEntry, useOperatorLog, useStoredFor } from '../../api/operator/operator.js'
import { Button } from '../../parts/button.js'
import { Loaded, together } from '../../parts/loaded.js'
import { Card, Empty } from '../../parts/page.js'
import { Table } from '../../parts/table.js'
import { clientText, Identified, Time } from '../../parts/values.js'

/** What operators did, on this page and at the command line, the latest first. */
export function AuditLog() {
  const log = useOperatorLog()
  const loaded = together(log, useStoredFor('retention.operatorLogDays'))
  return (
    <Card title="What operators did">
      <Loaded query={loaded} lines={8}>
        {([{ pages }, storedFor]) => {
          const entries = pages.flatMap(page => page.entries)
          if (entries.length === 0)
            return (
              <Empty title="Nothing yet">
                <p className="quiet">Every change that an operator makes appears here.</p>
              </Empty>
            )
          return (
            <div className="top-aligned stack">
              <p className="quiet">
                What operators did on these pages and at the command line. Stored for {storedFor}. IP addresses are
                shown without their last part.
              </p>
              <Table
                columns={[
                  { title: 'Change', cell: ({ title }) => <strong>{title}</strong> },
                  {
                    title: 'Account',
                    cell: ({ on, onEmail }) => (
                      <span className="stack tight">
                        {onEmail && <span>{onEmail}</span>}
                        <Identified id={on}>Show account ID</Identified>
                      </span>
                    )
                  },
                  { title: 'By', cell: Actor },
                  { title: 'When', cell: ({ at }) => <Time at={at} format="precise" /> }
                ]}
                rows={entries}
                keyOf={({ number }) => number}
              />
              {log.hasNextPage && (
                <Button isBusy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
                  Show earlier entries
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Actor({ email, account, user, browser, network }: LogEntry) {
  const from = user !== undefined ? 'at the command line' : clientText(browser, network)
  return (
    <span className="stack tight">
      <span>{user ?? email ?? `The deleted account ${account}`}</span>
      <span className="quiet">{from}</span>
    </span>
  )
}
