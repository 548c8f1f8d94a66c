import type { Storage } from '@product-host/sdk'

/** A memory as the store holds it, as far as a plain scan looks at it. */
interface Scanned {
  readonly key: string
  readonly value: string
  readonly tags: readonly string[]
  readonly updatedAt: string
  readonly expiresAt?: string
  readonly pinned: boolean
  readonly rev: number
}

/** All live memories, read one by one. */
export async function scan(storage: Storage, now: number): Promise<readonly Scanned[]> {
  const entries = await storage.list<Scanned>('mem:', { limit: 1000 })
  return entries.map(({ value }) => value).filter(({ expiresAt }) => !expiresAt || Date.parse(expiresAt) > now)
}

/** The keys, newest first, worked out without an index. */
export function newestKeys(memories: readonly Scanned[]): readonly string[] {
  return [...memories]
    .sort((left, right) => Date.parse(right.updatedAt) - Date.parse(left.updatedAt) || right.rev - left.rev)
    .map(({ key }) => key)
}

/**
 * Keys with their scores, best first, worked out without an index for words that are their own stems and no beginnings of each
 * other: BM25+ with k 1.2, b 0.7 and d 0.5 over key (x3), tags (x2) and value (x1), times the number of words found, newness and pin.
 */
export function rankedKeys(memories: readonly Scanned[], query: readonly string[], now: number) {
  const fields = [
    { boost: 3, wordsOf: ({ key }: Scanned) => key.split('.') },
    { boost: 2, wordsOf: ({ tags }: Scanned) => tags },
    { boost: 1, wordsOf: ({ value }: Scanned) => value.split(/\s/) }
  ]
  const scoreOf = (memory: Scanned, word: string) =>
    fields.reduce((sum, { boost, wordsOf }) => {
      const count = wordsOf(memory).filter(each => each === word).length
      if (count === 0) return sum
      const lengthOf = (each: Scanned) => new Set(wordsOf(each)).size
      const average = memories.reduce((total, each) => total + lengthOf(each), 0) / memories.length
      const holders = memories.filter(each => wordsOf(each).includes(word)).length
      const rarity = Math.log(1 + (memories.length - holders + 0.5) / (holders + 0.5))
      return sum + boost * rarity * (0.5 + (count * 2.2) / (count + 1.2 * (0.3 + (0.7 * lengthOf(memory)) / average)))
    }, 0)
  return memories
    .map(memory => {
      const scores = query.map(word => scoreOf(memory, word)).filter(score => score > 0)
      const bm25 = scores.reduce((sum, score) => sum + score, 0) * scores.length
      const days = (now - Date.parse(memory.updatedAt)) / 86_400_000
      const score = bm25 * (1 + 0.25 * Math.exp(-days / 30)) * (memory.pinned ? 1.2 : 1)
      return { key: memory.key, score: Math.round(score * 10_000) / 10_000 }
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.key < right.key ? -1 : 1))
}
