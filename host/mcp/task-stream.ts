import { SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server'
import type { Caller } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import type { Tasks } from './tasks.js'

/** Who follows which tasks. */
export interface Subscription {
  /** The id of the message that asked. */
  readonly id: string | number
  readonly taskIds: readonly string[]
  /** The caller, who is read anew while the stream goes on. */
  readonly callers: () => Promise<Caller>
  readonly signal: AbortSignal
  readonly isEnding: () => boolean
}

type States = ReturnType<Tasks['states']>

/**
 * The messages of a stream that follows tasks: which of them it follows, each task whenever it changes, and the result of the request once
 * all have ended. A task that the caller does not see is not followed. Undefined keeps the connection alive.
 */
export async function* taskMessages(
  tasks: Tasks,
  { id, taskIds, callers, signal, isEnding }: Subscription
): AsyncGenerator<object | undefined, void> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const _meta = { [SUBSCRIPTION_ID_META_KEY]: id }
  const notification = (method: string, params: object) => ({ jsonrpc: '2.0', method, params: { ...params, _meta } })
  const followed = (
    await Promise.all(taskIds.map(taskId => begun(taskId, tasks.states(callers, taskId, either))))
  ).filter(each => each !== undefined)
  const accepted = followed.map(({ taskId }) => taskId)
  yield notification('notifications/subscriptions/acknowledged', { notifications: { taskIds: accepted } })
  for await (const task of merged(
    followed.map(({ states }) => states),
    () => ended.abort()
  )) {
    yield task && notification('notifications/tasks', task)
    if (isEnding()) break
  }
  yield { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } }
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
