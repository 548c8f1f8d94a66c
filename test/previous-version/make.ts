import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startRedis } from '../fixtures/redis-server.js'
import { deploymentAt, fixtures, receiverPorts, redisEncryptionKey } from './deployment.js'
import { outsideWorld } from './outside-world.js'
import { dumpRedis } from './redis-records.js'
import { beganAt, live } from './scenario.js'
import { vocabularyOf } from './vocabulary.js'

// Makes the fixtures of the version that is built here: see README.md.

const slugs = ['core', 'b2b-engine', 'creator-os', 'wealthnode', 'leadconnect', 'sentinel-lite']
const ends: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => void ends.unshift(end) }
try {
  for (const name of ['embedded', 'redis', 'descriptions'])
    rmSync(join(fixtures, name), { recursive: true, force: true })
  const redis = await startRedis(t)
  await make('embedded', {}, async data => {
    const database = new DatabaseSync(join(data, 'store.sqlite'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM')
    database.close()
    for (const name of ['store.sqlite', 'encryption.key'])
      copyFileSync(join(data, name), join(fixtures, 'embedded', name))
  })
  await make('redis', { REDIS_URL: redis.url, ENCRYPTION_KEYS: redisEncryptionKey }, async () => {
    const lines = (await dumpRedis(redis.url)).map(key => JSON.stringify(key))
    writeFileSync(join(fixtures, 'redis/keys.jsonl'), `${lines.join('\n')}\n`)
  })
  const vocabulary = vocabularyOf(join(fixtures, 'embedded/export.jsonl'))
  writeFileSync(join(fixtures, 'vocabulary.json'), `${JSON.stringify(vocabulary, undefined, 2)}\n`)
} finally {
  for (const end of ends) await end()
}

/** Lets a deployment live on one kind of store, and writes what it leaves behind. */
async function make(
  kind: 'embedded' | 'redis',
  store: Readonly<Record<string, string>>,
  copy: (data: string) => Promise<void>
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'product-host-fixture-'))
  const place = join(fixtures, kind)
  mkdirSync(place, { recursive: true })
  const ending: (() => unknown)[] = []
  const own = { teardown: (end: () => unknown) => void ending.unshift(end) }
  try {
    const deployment = deploymentAt(own, data, beganAt, store)
    const facts = await live(deployment, await outsideWorld(own, receiverPorts[kind]))
    writeFileSync(join(place, 'facts.json'), `${JSON.stringify(facts, undefined, 2)}\n`)
    deployment.setTime(Date.parse(facts.madeAt))
    rmSync(join(place, 'export.jsonl'), { force: true })
    const { code, error } = await deployment.operator.run('export', join(place, 'export.jsonl'))
    if (code !== 0) throw new Error(error)
    await copy(data)
    if (kind === 'embedded') await describe(deployment)
  } finally {
    for (const end of ending) await end()
    rmSync(data, { recursive: true, force: true })
  }
}

async function describe({ start }: ReturnType<typeof deploymentAt>): Promise<void> {
  const host = await start()
  mkdirSync(join(fixtures, 'descriptions'), { recursive: true })
  for (const slug of slugs) {
    const { body } = await host.call('GET', `/api/v1/products/${slug}/execute`)
    writeFileSync(join(fixtures, `descriptions/${slug}.json`), `${JSON.stringify(body, undefined, 2)}\n`)
  }
  await host.end('SIGTERM')
}
