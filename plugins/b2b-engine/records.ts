import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { fnv1a } from '@product-host/toolkit/json'
import { formerSlug, identityOf, isWholeInSlug, slugify, storedSlug } from '@product-host/toolkit/slug'

const mostLeads = 500

const mostScores = 20

const leadIndex = 'leads'

/** One score that a lead had. */
interface PastScore {
  readonly score: number
  readonly fit: number
  readonly intent: number
  readonly risk: number
  /** ISO 8601. */
  readonly at: string
}

/** What was last said about a company. */
interface LeadFacts {
  readonly company: string
  readonly signals: string
  readonly icp?: string | undefined
  readonly competitors?: string | undefined
  readonly email?: string | undefined
  readonly domain?: string | undefined
  readonly employees?: number | undefined
  readonly isDisqualified: boolean
}

/** A stored lead: the latest facts about it, and its latest scores, the newest first. */
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

  /** Stores a score with the facts that it was computed from. Resolves to the lead's score before, if any. */
  async save(slug: string, facts: LeadFacts, score: Omit<PastScore, 'at'>): Promise<PastScore | undefined> {
    const key = leadKey(slug)
    const at = new Date(this.clock.now()).toISOString()
    return this.storage.update([leadIndex, key], read => {
      const before = read<Lead>(key)?.scores ?? []
      const { names, dropped } = movedToFront(read<readonly string[]>(leadIndex), slug, mostLeads)
      const lead: Lead = { ...facts, slug, scores: [{ ...score, at }, ...before].slice(0, mostScores) }
      return {
        writes: [
          { key, value: lead },
          { key: leadIndex, value: names },
          ...dropped.map(name => ({ key: leadKey(name), delete: true as const }))
        ],
        result: before[0]
      }
    })
  }

  /**
   * The slug under which a company has a lead or drafts: its identity, or the slug that earlier versions gave it. Those gave one slug to
   * names that they did not distinguish; the lead says whose it is.
   */
  async slugOf(company: string): Promise<string> {
    const slug = slugOf(company)
    return storedSlug(slug, formerSlugsOf(company), async former => {
      const lead = await this.find(former)
      if (lead) return slugOf(lead.company) === slug
      return isWholeInSlug(company) && (await this.storage.get(draftKey(former))) !== undefined
    })
  }

  /** The lead of that slug, if it is stored. */
  async find(slug: string): Promise<Lead | undefined> {
    return this.storage.get<Lead>(leadKey(slug))
  }

  /** The leads that were scored last, the newest first, of those that fit. */
  async latest(limit: number, fits: (lead: Lead) => boolean = () => true): Promise<readonly Lead[]> {
    const leads: Lead[] = []
    for (const slug of (await this.storage.get<readonly string[]>(leadIndex)) ?? []) {
      if (leads.length === limit) break
      const lead = await this.find(slug)
      if (lead && fits(lead)) leads.push(lead)
    }
    return leads
  }
}

function leadKey(slug: string): string {
  return `lead:${slug}`
}

const mostDrafts = 5

const mostCompanies = 500

const draftIndex = 'drafts'

/** The account's latest drafts: five for each of the 500 companies that were written to last. */
@injectable()
export class Drafts {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Stores a draft as the newest of its company. */
  async save(slug: string, draft: Readonly<Record<string, unknown>>): Promise<void> {
    const key = draftKey(slug)
    await this.storage.update([draftIndex, key], read => {
      const { names, dropped } = movedToFront(read<readonly string[]>(draftIndex), slug, mostCompanies)
      const before = read<readonly unknown[]>(key) ?? []
      return {
        writes: [
          { key, value: [draft, ...before].slice(0, mostDrafts) },
          { key: draftIndex, value: names },
          ...dropped.map(name => ({ key: draftKey(name), delete: true as const }))
        ],
        result: undefined
      }
    })
  }
}

function draftKey(slug: string): string {
  return `draft:${slug}`
}

/** An index of names, newest first, after one of them was used again, and the names that were dropped from it. */
function movedToFront(
  names: readonly string[] = [],
  used: string,
  most: number
): { readonly names: readonly string[]; readonly dropped: readonly string[] } {
  const all = [used, ...names.filter(name => name !== used)]
  return { names: all.slice(0, most), dropped: all.slice(most) }
}

/** The name of a company as a key. */
export function slugOf(name: string): string {
  return identityOf(name) || 'name'
}

/** The keys that a company's name had in earlier versions. */
function formerSlugsOf(name: string): readonly string[] {
  const hashed = `name-${fnv1a(name).toString(36)}`
  return [formerSlug(name) || hashed, slugify(name) || hashed]
}
