import { createClient } from '@keyv/redis'

/** A key of a Redis: a string, or the members of a sorted set with their scores. */
export type RedisKey =
  | { readonly key: string; readonly string: string }
  | { readonly key: string; readonly members: readonly { readonly value: string; readonly score: number }[] }

/** All keys of a Redis, in their order. Keys that Redis lets expire by its own clock, which count requests, are left out. */
export async function dumpRedis(url: string): Promise<readonly RedisKey[]> {
  const client = createClient({ url })
  await client.connect()
  try {
    const found: RedisKey[] = []
    for (const key of (await client.keys('*')).sort()) {
      if ((await client.pTTL(key)) >= 0) continue
      const type = await client.type(key)
      if (type === 'string') found.push({ key, string: (await client.get(key)) ?? '' })
      else if (type === 'zset') found.push({ key, members: await client.zRangeWithScores(key, 0, -1) })
      else throw new Error(`The key ${key} is a ${type}.`)
    }
    return found
  } finally {
    await client.close()
  }
}

/** Puts keys into an empty Redis, by commands that every version has. */
export async function fillRedis(url: string, keys: readonly RedisKey[]): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  try {
    for (const each of keys)
      if ('string' in each) await client.set(each.key, each.string)
      else await client.zAdd(each.key, [...each.members])
  } finally {
    await client.close()
  }
}
