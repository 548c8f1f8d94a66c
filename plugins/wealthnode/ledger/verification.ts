import { setImmediate } from 'node:timers/promises'
import { inject, injectable, STORAGE, type Static, type Storage, Type } from '@product-host/sdk'
import { isDate, monthOf } from '@product-host/toolkit/calendar'
import { isRecord } from '@product-host/toolkit/guards'
import { type Entry, genesis, linkHash } from './entry.js'
import {
  added,
  type Day,
  dayKey,
  dayPrefix,
  emptyDay,
  entryKey,
  entryPrefix,
  type Head,
  headKey,
  monthKey,
  monthPrefix,
  type Totals,
  totalsOf,
  withEntry,
  zero
} from './records.js'

/** Records that are read at a time. */
const pageEntries = 200
const pageSums = 50

/** Most differences that an answer lists. */
const mostDifferences = 1_000

const Reason = Type.Union(
  [
    Type.Literal('missing', { description: 'There is no such entry.' }),
    Type.Literal('altered', { description: 'The entry is not what its hash says.' }),
    Type.Literal('unlinked', { description: 'The entry does not name the hash of the one before.' }),
    Type.Literal('head_mismatch', { description: 'The head is not that of the last entry.' })
  ],
  {
    title: 'Reason',
    description:
      '`missing`: there is no such entry; `altered`: it is not what its hash says; `unlinked`: it does not name ' +
      'the hash of the one before; `head_mismatch`: the stored end of the chain is another.'
  }
)
type Reason = Static<typeof Reason>

/** One figure of a stored sum that is not what the entries give. */
const Difference = Type.Object({
  record: Type.String({ title: 'Record', description: 'The key of the day or the month.' }),
  field: Type.String({ title: 'Field', description: 'A JSON Pointer into the record.' }),
  stored: Type.Optional(Type.String({ title: 'Stored', description: 'What is stored. Left out if nothing is.' })),
  recomputed: Type.Optional(
    Type.String({ title: 'Recomputed', description: 'What the entries give. Left out if no entry belongs there.' })
  )
})
type Difference = Static<typeof Difference>

/** Whether the ledger is as it was booked: where the chain of entries breaks, and which sums are not those of the entries. */
export const Verification = Type.Object(
  {
    intact: Type.Boolean({
      title: 'Intact',
      description: 'Whether the chain is unbroken and every sum equals that of its entries.'
    }),
    checked: Type.Integer({
      title: 'Entries verified',
      description: 'Entries from the first one on that are unchanged.'
    }),
    hash: Type.String({
      title: 'Hash',
      description:
        'The hash of the last of these. Stored elsewhere, it proves later that nothing before it was changed.'
    }),
    brokenAt: Type.Optional(
      Type.Object(
        {
          sequence: Type.Integer({ title: 'Number', description: 'Its place in the ledger, counted from 1.' }),
          entryId: Type.Optional(
            Type.String({ title: 'Entry', description: 'Its identifier. Left out if there is no such entry.' })
          ),
          reason: Reason
        },
        { title: 'First entry that does not fit', description: 'Where the chain breaks. Left out if it is unbroken.' }
      )
    ),
    sums: Type.Integer({ title: 'Sums compared', description: 'Days and months that were computed again.' }),
    differenceCount: Type.Integer({
      title: 'Differences',
      description: 'How many stored figures differ from the entries; 0 if all is well.'
    }),
    differences: Type.Array(Difference, {
      title: 'Differences',
      description: `Stored figures of days and months that differ from the entries; the first ${mostDifferences}.`
    })
  },
  { title: 'Verification', description: 'Whether the ledger is as it was booked. Only with `verify`.' }
)
export type Verification = Static<typeof Verification>

/** The entries of one account's ledger, compared with their hashes and with the sums. */
@injectable()
export class LedgerVerifier {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** Reads every entry, day and month, page by page, so that other work, bookings included, can happen in between. */
  async verify(signal: AbortSignal): Promise<Verification> {
    const walk = new Walk(this.storage, signal)
    await walk.to((await this.storage.get<Head>(headKey)) ?? noHead)
    await this.#findEntriesAfter(walk)
    const { compared, suspects } = await this.#compareSums(walk, signal)
    const differences = await this.#confirmed(walk, suspects)
    const { link, brokenAt } = walk
    return {
      intact: !brokenAt && differences.length === 0,
      checked: link.sequence,
      hash: link.hash,
      ...(brokenAt && { brokenAt }),
      sums: compared,
      differenceCount: differences.length,
      differences: differences.slice(0, mostDifferences)
    }
  }

  /** Whether there are entries after the head, and not only because they were booked meanwhile; these are walked too. */
  async #findEntriesAfter(walk: Walk): Promise<void> {
    const { last } = walk
    const after = await this.storage.list(entryPrefix, { after: entryKey(last), limit: 1 })
    if (after.length === 0 || ((await this.storage.get<Head>(headKey)) ?? noHead).sequence !== last) return
    walk.breaks('head_mismatch')
    await walk.toEnd()
  }

  /** Compares the stored sums with those of the entries walked; what differs may have been booked to in between. */
  async #compareSums(walk: Walk, signal: AbortSignal) {
    const missing = new Set(walk.recount.keys())
    const suspects = new Set<string>()
    let compared = 0
    for (const prefix of [dayPrefix, monthPrefix])
      for (let after: string | undefined; ; ) {
        const page = await this.storage.list(prefix, { limit: pageSums, ...(after !== undefined && { after }) })
        for (const { key, value } of page) {
          compared++
          missing.delete(key)
          if (walk.recount.differences(key, value).length > 0) suspects.add(key)
        }
        after = page.at(-1)?.key
        if (page.length < pageSums) break
        await setImmediate(undefined, { signal })
      }
    return { compared: compared + missing.size, suspects: [...suspects, ...missing] }
  }

  /** The differences of suspect records that are read in one step with the head, after a walk to that head. */
  async #confirmed(walk: Walk, suspects: readonly string[]): Promise<readonly Difference[]> {
    const found: Difference[] = []
    for (let first = 0; first < suspects.length; first += pageSums) {
      const keys = suspects.slice(first, first + pageSums)
      const { head, records } = await this.storage.update([headKey, ...keys], read => ({
        result: { head: read<Head>(headKey) ?? noHead, records: keys.map(key => ({ key, value: read(key) })) }
      }))
      await walk.to(head)
      for (const { key, value } of records) found.push(...walk.recount.differences(key, value))
    }
    return found
  }
}

const noHead: Head = { sequence: 0, hash: genesis }

/** A walk along the entries in the order in which they were booked: follows the chain until it breaks, and computes sums to the end. */
class Walk {
  readonly recount = new Recount()
  /** The number of the last entry that was walked. */
  last = 0
  /** The last entry up to which the chain holds. */
  link: Head = noHead
  brokenAt: Verification['brokenAt']

  constructor(
    private readonly storage: Storage,
    private readonly signal: AbortSignal
  ) {}

  /** Walks on to a head, and compares the chain with it. */
  async to(head: Head): Promise<void> {
    await this.#walk(head.sequence)
    if (this.link.sequence < head.sequence) this.breaks('missing')
    else if (this.link.hash !== head.hash) this.breaks('head_mismatch')
  }

  /** Walks on to the last entry, where the head cannot be trusted. */
  async toEnd(): Promise<void> {
    await this.#walk(Number.POSITIVE_INFINITY)
  }

  /** Notes where the chain breaks, the first time. */
  breaks(reason: Reason): void {
    const sequence = this.link.sequence + 1
    const entry = reason === 'head_mismatch' ? {} : { entryId: entryKey(sequence) }
    this.brokenAt ??= { sequence, ...entry, reason }
  }

  async #walk(until: number): Promise<void> {
    while (this.last < until) {
      const limit = Math.min(pageEntries, until - this.last)
      const page = await this.storage.list(entryPrefix, { after: entryKey(this.last), limit })
      for (const { key, value } of page) {
        const sequence = Number(key.slice(entryPrefix.length))
        if (sequence > until) return
        this.#follow(sequence, value)
        this.recount.add(value)
        this.last = sequence
      }
      if (page.length < limit) return
      await setImmediate(undefined, { signal: this.signal })
    }
  }

  #follow(sequence: number, record: unknown): void {
    if (this.brokenAt) return
    const next = sequence === this.link.sequence + 1 ? following(this.link, record) : 'missing'
    if (typeof next === 'string') this.breaks(next)
    else this.link = next
  }
}

/** The next link, or why the record is not one. */
function following(link: Head, record: unknown): Head | Reason {
  if (typeof record !== 'object' || record === null) return 'altered'
  const { hash, previousHash, ...entry }: { hash?: unknown; previousHash?: unknown } = record
  if (previousHash !== link.hash) return 'unlinked'
  const expected = linkHash(link.hash, entry)
  return hash === expected ? { sequence: link.sequence + 1, hash: expected } : 'altered'
}

/** The sums of days and months, computed again from the entries. */
class Recount {
  readonly #days = new Map<string, Day>()
  readonly #months = new Map<string, Totals>()

  /** Adds an entry, in the order in which they were booked. A record that is none, because it was altered, adds nothing. */
  add(record: unknown): void {
    if (!isEntry(record)) return
    const [day, month] = [dayKey(record.date), monthKey(monthOf(record.date))]
    this.#days.set(day, withEntry(this.#days.get(day) ?? emptyDay, record))
    this.#months.set(month, added(this.#months.get(month) ?? zero, totalsOf(record)))
  }

  /** The keys of the records that the entries give. */
  keys(): readonly string[] {
    return [...this.#days.keys(), ...this.#months.keys()]
  }

  /** Every figure in which a stored record, undefined if there is none, is not what the entries give. */
  differences(record: string, value: unknown): readonly Difference[] {
    const stored = figuresOf(record.startsWith(dayPrefix) ? value : withoutAlerts(value))
    const recomputed = figuresOf(this.#days.get(record) ?? this.#months.get(record))
    const fields = new Set([...stored.keys(), ...recomputed.keys()])
    return [...fields].flatMap(field => {
      const [before, after] = [stored.get(field), recomputed.get(field)]
      if (before === after) return []
      return [
        {
          record,
          field,
          ...(before !== undefined && { stored: before }),
          ...(after !== undefined && { recomputed: after })
        }
      ]
    })
  }
}

/** Whether a stored record has what sums are made of. */
function isEntry(record: unknown): record is Entry {
  if (!isRecord(record)) return false
  const { kind, date, costGbp, revenueGbp, tokens } = record
  return (
    (kind === 'cost' || kind === 'revenue') &&
    typeof date === 'string' &&
    isDate(date) &&
    [costGbp, revenueGbp ?? '0', tokens].every(isDecimal) &&
    [record.model, record.customer, record.feature].every(name => name === undefined || typeof name === 'string')
  )
}

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
}

function withoutAlerts(month: unknown): unknown {
  if (!isRecord(month)) return month
  const { alerted: _, ...sums } = month
  return sums
}

/** The values in a record that are not objects, as text, by their JSON Pointers. */
function figuresOf(value: unknown, pointer = ''): ReadonlyMap<string, string> {
  if (value === undefined) return new Map()
  if (!isRecord(value)) return new Map([[pointer, String(JSON.stringify(value)).replace(/^"(.*)"$/, '$1')]])
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [
      ...figuresOf(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    ])
  )
}
