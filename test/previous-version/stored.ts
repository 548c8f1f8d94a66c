import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { startRedis } from '../fixtures/redis-server.js'
import { type Deployment, deploymentAt, fixtures, receiverPorts, redisEncryptionKey } from './deployment.js'
import type { Facts } from './facts.js'
import { type OutsideWorld, outsideWorld } from './outside-world.js'
import { fillRedis } from './redis-records.js'

/** The kinds of store of which there is a fixture. */
export type Kind = 'embedded' | 'redis'

/** A deployment on a copy of a stored one, at the moment at which that was stopped. */
export interface Stored {
  readonly deployment: Deployment
  readonly facts: Facts
  readonly madeAt: number
}

/** Puts a copy of a fixture where a host opens it. */
export async function stored(t: Ending, kind: Kind): Promise<Stored> {
  const facts = factsOf(kind)
  const madeAt = Date.parse(facts.madeAt)
  const folder = await dataFolder(t)
  if (kind === 'embedded') {
    for (const name of ['store.sqlite', 'encryption.key']) copyFileSync(join(fixtures, kind, name), join(folder, name))
    return { deployment: deploymentAt(t, folder, madeAt), facts, madeAt }
  }
  const { url } = await startRedis(t)
  const lines = readFileSync(join(fixtures, kind, 'keys.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  await fillRedis(
    url,
    lines.map(line => JSON.parse(line))
  )
  return { deployment: deploymentAt(t, folder, madeAt, onRedis(url)), facts, madeAt }
}

/** The environment of a deployment on Redis. */
export function onRedis(url: string, key = redisEncryptionKey): Readonly<Record<string, string>> {
  return { REDIS_URL: url, ENCRYPTION_KEYS: key }
}

export function factsOf(kind: Kind): Facts {
  return JSON.parse(readFileSync(join(fixtures, kind, 'facts.json'), 'utf8'))
}

/** The outside world as a stored deployment knows it, with its customers at Stripe; nothing answers yet. */
export async function worldOf(t: Ending, kind: Kind, { customers }: Facts): Promise<OutsideWorld> {
  const world = await outsideWorld(t, receiverPorts[kind])
  const { STRIPE_API_URL } = world.stripe.environment
  for (let left = Object.keys(customers).length, number = 1; left > 0; number++) {
    const account = customers[`cus_${number}`]
    const body = new URLSearchParams({ 'metadata[account]': account ?? 'nobody' })
    const headers = { 'Idempotency-Key': `customer ${number}`, Connection: 'close' }
    await fetch(`${STRIPE_API_URL}/v1/customers`, { method: 'POST', body, headers })
    if (account !== undefined) left--
  }
  world.mail.state.isRefusing = true
  world.stripe.state.isAway = true
  world.receiver.state.status = 503
  return world
}
