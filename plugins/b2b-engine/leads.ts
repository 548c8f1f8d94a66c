import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { withNewest } from './newest.js'

const mostLeads = 500
const mostScores = 20
const index = 'leads'

/** One score that a lead had. */
export interface PastScore {
  readonly score: number
  readonly fit: number
  readonly intent: number
  readonly risk: number
  /** ISO 8601. */
  readonly at: string
}

/** What was last said about a company. */
export interface LeadFacts {
  readonly company: string
  readonly signals: string
  readonly icp?: string | undefined
  readonly email?: string | undefined
  readonly domain?: string | undefined
  readonly employees?: number | undefined
  readonly isDisqualified: boolean
}

/** A lead as it is kept: what was last said about it, and its latest scores, the newest first. */
export interface Lead extends LeadFacts {
  readonly slug: string
  readonly scores: readonly PastScore[]
}

/** The account's leads: the 500 that were scored last. */
@injectable()
export class Leads {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Keeps a score with the facts that it was made of. The score that the lead had before, if any. */
  async keep(slug: string, facts: LeadFacts, score: Omit<PastScore, 'at'>): Promise<PastScore | undefined> {
    const key = keyOf(slug)
    const at = new Date(this.clock.now()).toISOString()
    return this.storage.update([index, key], read => {
      const before = read<Lead>(key)?.scores ?? []
      const { names, dropped } = withNewest(read<readonly string[]>(index), slug, mostLeads)
      const lead: Lead = { ...facts, slug, scores: [{ ...score, at }, ...before].slice(0, mostScores) }
      return {
        writes: [
          { key, value: lead },
          { key: index, value: names },
          ...dropped.map(name => ({ key: keyOf(name), delete: true as const }))
        ],
        result: before[0]
      }
    })
  }

  /** The lead of that name, if it is kept. */
  async find(slug: string): Promise<Lead | undefined> {
    return this.storage.get<Lead>(keyOf(slug))
  }

  /** The leads that were scored last, the newest first, of those that fit. */
  async latest(limit: number, fits: (lead: Lead) => boolean = () => true): Promise<readonly Lead[]> {
    const leads: Lead[] = []
    for (const slug of (await this.storage.get<readonly string[]>(index)) ?? []) {
      if (leads.length === limit) break
      const lead = await this.find(slug)
      if (lead && fits(lead)) leads.push(lead)
    }
    return leads
  }
}

function keyOf(slug: string): string {
  return `lead:${slug}`
}
