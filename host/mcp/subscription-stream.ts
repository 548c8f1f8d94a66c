import { setTimeout as delay } from 'node:timers/promises'
import { ProtocolError, ProtocolErrorCode, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server'
import type { Caller } from '../base/caller.js'
import { isJsonObject, memberOf } from '../base/json.js'
import { Problem } from '../base/problems.js'
import type { Registry } from '../products/registry.js'
import type { Tasks } from './tasks.js'

/** The lists whose changes a client may follow, by the names in its filter, with the notifications of them. */
const lists = {
  toolsListChanged: 'notifications/tools/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed'
} as const

type List = keyof typeof lists

/** How often the lists are compared, in milliseconds. */
const compareEveryMs = 500
/** How often the key or session of a client that follows lists is checked, in milliseconds. */
const checkEveryMs = 15_000

/** Who follows what. */
export interface Subscription {
  /** The id of the message that asked. */
  readonly id: string | number
  readonly taskIds: readonly string[]
  readonly lists: readonly List[]
  /** The caller, who is read anew while the stream goes on. */
  readonly callers: () => Promise<Caller>
  readonly signal: AbortSignal
  readonly isEnding: () => boolean
}

type States = ReturnType<Tasks['states']>

/** A notification: its method and its parameters. */
type Told = readonly [method: string, params: object]

/** The lists that a message asks to follow. Throws an error of the protocol for what is not yes or no. */
export function followedLists({ params }: { readonly params?: unknown }): readonly List[] {
  const filter = memberOf(params, 'notifications')
  const names = (Object.keys(lists) as List[]).filter(name => isJsonObject(filter) && filter[name] !== undefined)
  const wrong = names.find(name => typeof memberOf(filter, name) !== 'boolean')
  if (wrong) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${wrong} is neither true nor false.`)
  return names.filter(name => memberOf(filter, name) === true)
}

/**
 * The messages of a stream: what it follows, each task whenever it changes, the lists when they have changed, and the result of the request
 * once all tasks have ended and no list is followed. A task that the caller does not see is not followed. Undefined keeps the connection alive.
 */
export async function* subscriptionMessages(
  tasks: Tasks,
  registry: Registry,
  subscription: Subscription
): AsyncGenerator<object | undefined, void> {
  const { id, taskIds, callers, signal, isEnding } = subscription
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const _meta = { [SUBSCRIPTION_ID_META_KEY]: id }
  const notification = (method: string, params: object) => ({ jsonrpc: '2.0', method, params: { ...params, _meta } })
  const followed = (
    await Promise.all(taskIds.map(taskId => begun(taskId, tasks.states(callers, taskId, either))))
  ).filter(each => each !== undefined)
  const notifications = {
    ...(taskIds.length > 0 && { taskIds: followed.map(({ taskId }) => taskId) }),
    ...Object.fromEntries(subscription.lists.map(list => [list, true]))
  }
  yield notification('notifications/subscriptions/acknowledged', { notifications })
  const sources = followed.map(({ states }) => taskNews(states))
  if (subscription.lists.length > 0) sources.push(listNews(registry, { ...subscription, signal: either }))
  for await (const told of merged(sources, () => ended.abort())) {
    yield told && notification(...told)
    if (isEnding()) break
  }
  yield { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } }
}

async function* taskNews(states: States): AsyncGenerator<Told | undefined, void> {
  for await (const task of states) yield task && ['notifications/tasks', task]
}

/** The lists, whenever other products are served than before, until the host stops. */
async function* listNews(
  registry: Registry,
  { lists: followed, callers, signal, isEnding }: Subscription
): AsyncGenerator<Told | undefined, void> {
  let { generation } = registry
  let checkedAt = performance.now()
  while (!signal.aborted && !isEnding()) {
    await delay(compareEveryMs, undefined, { signal }).catch(() => undefined)
    if (generation !== registry.generation) for (const list of followed) yield [lists[list], {}]
    generation = registry.generation
    if (performance.now() - checkedAt < checkEveryMs) continue
    await callers()
    checkedAt = performance.now()
    yield undefined
  }
}

interface Followed {
  readonly taskId: string
  readonly states: States
}

/** The states of a task from the first one on; undefined where the caller does not see it. */
async function begun(taskId: string, states: States): Promise<Followed | undefined> {
  try {
    const first = await states.next()
    return { taskId, states: startingWith(first, states) }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}

async function* startingWith(first: Awaited<ReturnType<States['next']>>, states: States): States {
  if (first.done) return
  yield first.value
  yield* states
}

/** What several sources give, as it comes; `end` ends what they wait for. */
async function* merged<Value>(
  sources: readonly AsyncGenerator<Value, unknown>[],
  end: () => void
): AsyncGenerator<Value, void> {
  const next = async (source: AsyncGenerator<Value, unknown>) => ({ source, result: await source.next() })
  const waiting = new Map(sources.map(source => [source, next(source)]))
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values())
      if (result.done) waiting.delete(source)
      else {
        waiting.set(source, next(source))
        yield result.value
      }
    }
  } finally {
    end()
    await Promise.allSettled([...waiting.values(), ...sources.map(source => source.return(undefined))])
  }
}
