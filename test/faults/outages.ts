// Kills the server of a store with SIGKILL under load on three hosts and starts it again, thirty times, then makes it accept and not
// answer as often: what callers saw, and whether an acknowledged write is lost. npx node dist-test/faults/outages.js redis|postgres [times]
import { startHosts } from '../fixtures/load-balanced-hosts.js'
import { startShared } from '../fixtures/shared-servers.js'
import { killed, type Outages, outages, silent } from '../fixtures/store-outages.js'
import { ending, figure } from './store.js'

const kind = process.argv[2] ?? 'redis'
const times = Number(process.argv[3] ?? 30)
await ending(async t => {
  const server = await startShared(t, kind)
  if (!server) throw new Error(`There is no server of the kind "${kind}".`)
  const group = await startHosts(t, server, { key: [1_000_000, 60] })
  // A request may wait for two replies of a server that has stopped answering, and for a write of one that is busy.
  const mostMs = 2 * server.replyMs
  figure('kills of the server', times)
  report(await outages(t, group, times, killed, server), mostMs)
  figure('times that it accepted and did not answer', times)
  report(await outages(t, group, times, silent, server), mostMs)
})

function report({ written, lost, refused, others, longestMs, backMs }: Outages, mostMs: number): void {
  figure('acknowledged writes', written, written > 0)
  figure('lost', lost, lost === 0)
  figure('refused with 503 and Retry-After', refused, refused > 0)
  figure('answered otherwise', others.length, others.length === 0)
  figure('longest request, ms', Math.round(longestMs), longestMs < mostMs)
  figure('served again after, ms', Math.round(backMs), backMs < 2_000)
}
