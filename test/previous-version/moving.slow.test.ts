import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'
import { type Deployment, deploymentAt, fixtures, redisEncryptionKey } from './deployment.js'
import { comparable, exported } from './opening.js'
import { execute, readRoutes } from './scenario.js'
import { factsOf, type Kind, onRedis } from './stored.js'

/** An empty store that secrets of another one can be read in. */
async function empty(t: Ending, to: Kind, madeAt: number, key: string): Promise<Deployment> {
  const folder = await dataFolder(t)
  if (to === 'embedded') return deploymentAt(t, folder, madeAt, { ENCRYPTION_KEYS: key })
  return deploymentAt(t, folder, madeAt, onRedis((await startRedis(t)).url, key))
}

const keys = {
  embedded: readFileSync(join(fixtures, 'embedded/encryption.key'), 'utf8').trim(),
  redis: redisEncryptionKey
}

/** The records of an export without their expiry, and when each expires, 0 for never. */
function expiries(lines: readonly string[]) {
  const parsed = lines.map(line => JSON.parse(line))
  return {
    records: parsed.map(({ key, value }) => ({ key, value })),
    ends: parsed.map(({ expiresAt = 0 }): number => expiresAt)
  }
}

for (const from of ['embedded', 'redis'] as const)
  for (const to of ['embedded', 'redis'] as const) {
    const skip = to === 'redis' && withoutRedis
    t.test(
      `an export of the previous version, ${from}, becomes a store, ${to}`,
      { skip, timeout: 230_000 },
      async t => {
        const facts = factsOf(from)
        const madeAt = Date.parse(facts.madeAt)
        const deployment = await empty(t, to, madeAt, keys[from])
        t.match(await deployment.operator.run('import', join(fixtures, from, 'export.jsonl')), { code: 0 })
        const { out } = await deployment.operator.run('export')
        const [before, after] = [exported(from).text, out].map(text => expiries(comparable(text, madeAt)))
        t.strictSame(after?.records, before?.records)
        // An import gives each record the time that it has left, so that it ends some milliseconds later.
        const moved = after?.ends.map((end, index) => Math.abs(end - (before?.ends[index] ?? 0))) ?? []
        t.ok(
          moved.every(ms => ms < 5_000),
          `no record expires ${Math.max(...moved)} ms earlier or later`
        )

        const host = await deployment.start()
        t.match(await execute(host, facts.keys.good?.key, 'core', { action: 'recall', key: 'colour' }), {
          body: { detail: { items: [{ value: 'blue' }] } }
        })
        const path = readRoutes['config of leadconnect']
        const { body } = await host.call('GET', path, undefined, { Cookie: facts.people.ada?.cookie ?? '' })
        t.strictSame(body, facts.shown['config of leadconnect'])
        t.equal(await host.end('SIGTERM'), 0)
      }
    )
  }
