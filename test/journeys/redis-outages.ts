import { setTimeout as delay } from 'node:timers/promises'
import { type RedisServer, untilServed } from '../storage/redis-server.js'
import { type Answer, Client, type Hosts } from './hosts.js'
import type { Ending } from './process.js'

/** What callers saw while Redis went away and came back, again and again. */
export interface Outages {
  /** Writes that were acknowledged. */
  readonly written: number
  /** Of those, how many are not in the store at the end. */
  readonly lost: number
  readonly refused: number
  /** Answers that were neither a success nor a 503 `store_unavailable` with `Retry-After`. */
  readonly others: readonly Answer[]
  /** The longest that a request took, in milliseconds. */
  readonly longestMs: number
  /** How long it took from Redis' first answer until every host served again, at most, in milliseconds. */
  readonly backMs: number
}

/** Loads hosts with writes while Redis is taken away and brought back so many times, and looks for every acknowledged write. */
export async function outages(
  t: Ending,
  { balancer, hosts, store, key }: Hosts,
  times: number,
  redis: { takeAway(server: RedisServer): Promise<void>; bringBack(server: RedisServer): Promise<void> },
  server: RedisServer
): Promise<Outages> {
  const client = new Client(t, 16)
  const bearer = await key('writer')
  const write = (url: string, text: string) => client.execute(url, bearer, 'notes', { action: 'add', text })
  const ids: string[] = []
  const others: Answer[] = []
  let refused = 0
  let longestMs = 0
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const answer = await write(balancer.url, 'a note')
        longestMs = Math.max(longestMs, answer.ms)
        if (answer.status === 200) ids.push(answer.body.detail.id)
        else if (answer.status === 503 && answer.body.code === 'store_unavailable' && answer.retryAfter) {
          refused++
          await delay(20)
        } else others.push(answer)
      }
    })
  )
  let backMs = 0
  for (let time = 0; time < times; time++) {
    await delay(200 + Math.random() * 300)
    await redis.takeAway(server)
    await delay(Math.random() * 600)
    await redis.bringBack(server)
    const served = hosts.map(({ url }) =>
      untilServed(async () => {
        const { status } = await write(url, 'back')
        if (status !== 200) throw new Error(`The host answers ${status}.`)
      })
    )
    backMs = Math.max(backMs, ...(await Promise.all(served)))
  }
  isOver = true
  await load
  const notes = store.corner('writer', 'notes')
  const found = await Promise.all(ids.map(id => notes.get(`note:${id}`)))
  return {
    written: ids.length,
    lost: found.filter(note => note === undefined).length,
    refused,
    others,
    longestMs,
    backMs
  }
}

/** Redis is killed, and started again on its files. */
export const killed = {
  takeAway: (server: RedisServer) => server.kill(),
  bringBack: (server: RedisServer) => server.restart()
}

/** Redis accepts and does not answer, for longer than hosts wait for it. */
export const silent = {
  async takeAway(server: RedisServer) {
    server.pause()
    await delay(700)
  },
  bringBack: async (server: RedisServer) => server.resume()
}
