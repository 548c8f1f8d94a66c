import { inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { withNewest } from './newest.js'

const mostDrafts = 5
const mostCompanies = 500
const index = 'drafts'

/** The account's latest drafts: five for each of the 500 companies that were written to last. */
@injectable()
export class Drafts {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Keeps a draft as the newest of its company. */
  async keep(slug: string, draft: Readonly<Record<string, unknown>>): Promise<void> {
    const key = keyOf(slug)
    await this.storage.update([index, key], read => {
      const { names, dropped } = withNewest(read<readonly string[]>(index), slug, mostCompanies)
      const before = read<readonly unknown[]>(key) ?? []
      return {
        writes: [
          { key, value: [draft, ...before].slice(0, mostDrafts) },
          { key: index, value: names },
          ...dropped.map(name => ({ key: keyOf(name), delete: true as const }))
        ],
        result: undefined
      }
    })
  }
}

function keyOf(slug: string): string {
  return `draft:${slug}`
}
