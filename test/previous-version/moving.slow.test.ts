import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { startPostgres, withoutPostgres } from '../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'
import { type Deployment, deploymentAt, fixtures, redisEncryptionKey } from './deployment.js'
import { comparable, exported } from './opening.js'
import { execute, readRoutes } from './scenario.js'
import { factsOf, type Kind, onRedis } from './stored.js'

/** An empty store that secrets of another one can be read in. */
async function empty(t: Ending, to: Kind | 'postgres', madeAt: number, key: string): Promise<Deployment> {
  const folder = await dataFolder(t)
  if (to === 'embedded') return deploymentAt(t, folder, madeAt, { ENCRYPTION_KEYS: key })
  if (to === 'redis') return deploymentAt(t, folder, madeAt, onRedis((await startRedis(t)).url, key))
  return deploymentAt(t, folder, madeAt, { DATABASE_URL: (await startPostgres(t)).url, ENCRYPTION_KEYS: key })
}

const keys = {
  embedded: readFileSync(join(fixtures, 'embedded/encryption.key'), 'utf8').trim(),
  redis: redisEncryptionKey
}

for (const from of ['embedded', 'redis'] as const)
  for (const to of ['embedded', 'redis', 'postgres'] as const) {
    const skip = (to === 'redis' && withoutRedis) || (to === 'postgres' && withoutPostgres)
    t.test(
      `an export of the previous version, ${from}, becomes a store, ${to}`,
      { skip, timeout: 230_000 },
      async t => {
        const facts = factsOf(from)
        const madeAt = Date.parse(facts.madeAt)
        const deployment = await empty(t, to, madeAt, keys[from])
        t.match(await deployment.operator.run('import', '--resume', join(fixtures, from, 'export.jsonl')), { code: 0 })
        const { out } = await deployment.operator.run('export')
        const [before, after] = [exported(from).text, out].map(text => comparable(text, madeAt))
        t.strictSame(after, before)

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
