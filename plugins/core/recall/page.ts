import type { Memories } from '../memory/memories.js'
import type { Hit } from '../search/memory-index.js'
import type { MemorySearch } from '../search/memory-search.js'
import { quoted } from '../text/cut.js'
import { type Item, itemOf, type RecallAnswer } from './answer.js'
import type { PageQuestion } from './question.js'
import { snippetOf } from './snippet.js'

/** The largest offset that recall takes. */
const lastOffset = 2000

interface Sources {
  readonly account: string
  readonly memories: Memories
  readonly search: MemorySearch
}

/** Answers with a page of the memories that fit, the newest first. */
export async function list(question: PageQuestion, { account, memories, search }: Sources): Promise<RecallAnswer> {
  const { found, total } = await search.newest(account, question.filter)
  const items = onPage(found, question).map(itemOf)
  const newest = found[0] ? `; newest ${quoted(found[0].key)}` : ''
  return {
    summary: `Found ${found.length} of ${total} memories${newest}.`,
    metrics: { count: items.length, total },
    detail: {
      mode: 'list',
      found: found.length,
      total,
      items: await withHistory(items, question, memories),
      ...nextPage(found, question)
    }
  }
}

/** Answers with a page of the memories that a query finds, the best first. */
export async function searched(
  query: string,
  question: PageQuestion,
  { account, memories, search }: Sources
): Promise<RecallAnswer> {
  const { found, total } = await search.search(account, query, question)
  const items = onPage(found, question).map(hitItem)
  const best = found[0] ? `; best match ${quoted(found[0].memory.key)}` : ''
  return {
    summary: `Found ${found.length} of ${total} memories for ${quoted(query)}${best}.`,
    metrics: { count: items.length, total, ...(found[0] && { topScore: found[0].score }) },
    detail: {
      mode: 'search',
      found: found.length,
      total,
      items: await withHistory(items, question, memories),
      allTerms: found.some(({ hasAllTerms }) => hasAllTerms),
      ...nextPage(found, question)
    }
  }
}

function onPage<M>(found: readonly M[], { offset, limit }: PageQuestion): M[] {
  return found.slice(offset, offset + limit)
}

function nextPage(found: readonly unknown[], { offset, limit }: PageQuestion): { nextOffset?: number } {
  const nextOffset = offset + limit
  return nextOffset < found.length && nextOffset <= lastOffset ? { nextOffset } : {}
}

function hitItem({ memory, score, matched, hasAllTerms }: Hit): Item {
  const inValue = new Set(Object.keys(matched).filter(term => matched[term]?.includes('value')))
  const snippet = snippetOf(memory.value, inValue)
  return {
    ...itemOf(memory),
    score,
    matched: Object.fromEntries(Object.entries(matched).map(([term, fields]) => [term, [...fields]])),
    ...(hasAllTerms && { allTerms: true }),
    ...(snippet !== undefined && { snippet })
  }
}

/** The items, where asked for, with the versions before the one that each shows. */
async function withHistory(items: Item[], { includeHistory }: PageQuestion, memories: Memories): Promise<Item[]> {
  if (!includeHistory) return items
  return Promise.all(
    items.map(async item => {
      const { history = [] } = (await memories.find(item.key)) ?? {}
      return { ...item, history: history.filter(({ version }) => version < item.version) }
    })
  )
}
