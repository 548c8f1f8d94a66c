import { ProductError } from '@product-host/sdk'
import { versionAt } from '../memory/history.js'
import type { Memories } from '../memory/memories.js'
import type { Memory } from '../memory/memory.js'
import type { Found, MemorySearch } from '../search/memory-search.js'
import { quoted } from '../text/cut.js'
import { itemOf, type RecallAnswer } from './answer.js'
import type { ExactQuestion } from './question.js'

/** Answers with one memory, as it is or as it was; reads no other. Throws `ProductError` `not_found`, with keys like the one sent. */
export async function exact(
  { key, at, includeHistory }: ExactQuestion,
  { account, memories, search }: { account: string; memories: Memories; search: MemorySearch }
): Promise<RecallAnswer> {
  const [memory, total] = await Promise.all([memories.find(key), memories.count()])
  if (!memory) throw missing(key, await search.nearestKeys(account, key))
  const shown = at === undefined ? memory : asItWas(memory, at, total)
  const item = { ...itemOf(shown), ...(includeHistory && { history: [...shown.history] }) }
  const verb = at === undefined ? 'is' : 'was'
  return {
    summary: `${quoted(key)} ${verb} ${quoted(shown.value)} (version ${shown.version}).`,
    metrics: { count: 1, total },
    detail: { mode: 'key', found: 1, total, items: [item] }
  }
}

function asItWas(memory: Memory, at: number, total: number): Memory {
  const then = versionAt(memory, at)
  if (!then) throw unknownThen(memory, at, total)
  const history = memory.history.filter(({ version }) => version < then.version)
  return { ...memory, value: then.value, version: then.version, updatedAt: then.at, history }
}

function missing(key: string, { found: suggestions, total }: Found<string>): ProductError {
  const nearest = suggestions[0] === undefined ? '' : `; the nearest is ${quoted(suggestions[0])}`
  return notFound(`There is no memory ${quoted(key)}${nearest}.`, total, { suggestions })
}

function unknownThen({ key, version, value, updatedAt, createdAt, history }: Memory, at: number, total: number) {
  const oldest = history.at(-1) ?? { version, value, at: updatedAt }
  const time = new Date(at).toISOString()
  const reason =
    at < Date.parse(createdAt)
      ? `was not there yet at ${time}: it was first remembered at ${createdAt}`
      : `held a version at ${time} that is no longer kept: the oldest is version ${oldest.version}, of ${oldest.at}`
  return notFound(`${quoted(key)} ${reason}.`, total, {
    suggestions: [],
    oldest: { version: oldest.version, at: oldest.at }
  })
}

function notFound(message: string, total: number, details: Readonly<Record<string, unknown>>): ProductError {
  return new ProductError('not_found', message, {
    details: { mode: 'key', found: 0, total, items: [], ...details },
    metrics: { count: 0, total }
  })
}
