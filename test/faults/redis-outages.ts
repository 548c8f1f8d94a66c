// Kills Redis with SIGKILL under load on three hosts and starts it again, twenty times, then makes it accept and not answer: what
// callers saw, and whether an acknowledged write is lost with "appendfsync always".
// npx node dist-test/faults/redis-outages.js [kills]
import { startHosts } from '../fixtures/load-balanced-hosts.js'
import { killed, type Outages, outages, silent } from '../fixtures/redis-outages.js'
import { startRedis } from '../fixtures/redis-server.js'
import { ending, figure } from './store.js'

const kills = Number(process.argv[2] ?? 20)
await ending(async t => {
  const redis = await startRedis(t, { appendfsync: 'always' })
  const group = await startHosts(t, redis, { key: [1_000_000, 60] })
  figure('kills of Redis', kills)
  report(await outages(t, group, kills, killed, redis))
  figure('times that Redis accepted and did not answer', 5)
  report(await outages(t, group, 5, silent, redis))
})

function report({ written, lost, refused, others, longestMs, backMs }: Outages): void {
  figure('acknowledged writes', written, written > 0)
  figure('lost', lost, lost === 0)
  figure('refused with 503 and Retry-After', refused, refused > 0)
  figure('answered otherwise', others.length, others.length === 0)
  figure('longest request, ms', Math.round(longestMs), longestMs < 1_000)
  figure('served again after, ms', Math.round(backMs), backMs < 2_000)
}
