// A PostgreSQL with a synchronous standby under load on three hosts: the standby is killed with SIGKILL, then the primary, and the standby is
// started again, promoted and found under the same address, again and again: what callers saw, and whether an acknowledged write is lost.
// npx node dist-test/faults/failover.js [failovers]

import { setTimeout as delay } from 'node:timers/promises'
import { openSharedPostgres } from '../../host/dist/start/shared-postgres.js'
import type { Ending } from '../fixtures/host-process.js'
import { startHosts } from '../fixtures/load-balanced-hosts.js'
import { startBalancer } from '../fixtures/load-balancer.js'
import { type PostgresServer, startPostgres, startStandby, withoutPostgres } from '../fixtures/postgres-server.js'
import { untilServed } from '../fixtures/redis-server.js'
import type { SharedServer } from '../fixtures/shared-servers.js'
import { outages } from '../fixtures/store-outages.js'
import { ending, figure, skip } from './store.js'

const times = Number(process.argv[2] ?? 30)

if (withoutPostgres) skip(withoutPostgres)
await ending(async t => {
  const pair = await startPair(t)
  const group = await startHosts(t, pair, { key: [1_000_000, 60] })
  const how = { takeAway: () => pair.kill(), bringBack: () => pair.restart() }
  const { written, lost, refused, others, longestMs, backMs } = await outages(t, group, times, how, pair)
  figure('failovers', times)
  figure('acknowledged writes', written, written > 0)
  figure('lost', lost, lost === 0)
  figure('refused with 503 and Retry-After', refused, refused > 0)
  figure('answered otherwise', others.length, others.length === 0)
  figure('longest request, ms', Math.round(longestMs), longestMs < 2 * pair.replyMs)
  figure('served again after, ms', Math.round(backMs), backMs < 2_000)
})

/** A primary and a standby that confirms each of its commits, behind an address that follows the primary. */
async function startPair(t: Ending): Promise<SharedServer> {
  let primary = await startPostgres(t, { synchronous_standby_names: '*' })
  let standby = await synchronous(t, primary, 0)
  const address = await startBalancer(t, [primary.port])
  const url = `postgres://owner@${new URL(address.url).host}/postgres`
  let count = 0
  return {
    environment: { DATABASE_URL: url },
    replyMs: 2_000,
    async kill() {
      // A standby that is behind: what it has not received is lost with the primary.
      await standby.kill()
      await delay(300)
      await primary.kill()
      await standby.restart()
    },
    async restart() {
      address.leave(primary.port)
      primary = standby
      await primary.sql('SELECT pg_promote()')
      address.join(primary.port)
      standby = await synchronous(t, primary, ++count)
    },
    pause: () => primary.pause(),
    resume: () => primary.resume(),
    hurry: async () => undefined,
    async open() {
      const opened = await openSharedPostgres(url, () => undefined)
      t.teardown(() => opened.store.close())
      return opened
    }
  }
}

async function synchronous(t: Ending, primary: PostgresServer, count: number): Promise<PostgresServer> {
  const standby = await startStandby(t, primary, `standby_${count}`, { synchronous_standby_names: '*' })
  await untilServed(async () => {
    const [row] = await primary.sql('SELECT sync_state FROM pg_stat_replication')
    if (row?.sync_state !== 'sync') throw new Error('The standby does not confirm commits yet.')
  })
  return standby
}
