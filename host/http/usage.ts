import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import { mayNotSee, outOfScope } from '../execution/access.js'
import { Limits } from '../limits/limits.js'
import type { UsageRecord } from '../usage/records.js'
import { reportOf, type UsageReport } from '../usage/report.js'
import { dayOf } from '../usage/tally.js'
import { Usage } from '../usage/usage.js'
import { type Days, UsageBook } from '../usage/usage-book.js'
import { Callers } from './callers.js'
import { csvText } from './csv.js'
import type { HostRequest } from './message.js'
import { queryOf, queryProblem, readQuery } from './query.js'
import { sendJson, sendReply } from './reply.js'

const dayForm = /^\d{4}-\d{2}-\d{2}$/
/** The days before today that are shown when nobody says. */
const usualDays = 29
/** Most uses that one answer lists. */
const mostRows = 20_000
const noStore = { 'Cache-Control': 'no-store' }

/** What a question asks for. */
interface Question extends Days {
  readonly product: string | null
  readonly isCsv: boolean
}

/** `GET /api/v1/products/usage`: what the caller's account used, of the products that the key has a scope for. */
@injectable()
export class UsageRoute {
  constructor(
    private readonly callers: Callers,
    private readonly limits: Limits,
    private readonly usage: Usage,
    private readonly book: UsageBook,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async read(request: HostRequest, prefersCsv: boolean): Promise<void> {
    const { caller, rates } = await this.callers.identify(request)
    const product = queryOf(request).get('product')
    if (product !== null && mayNotSee(caller, product)) throw outOfScope()
    this.limits.require(rates)
    const question = this.#question(request, prefersCsv)
    await this.usage.write(caller.account)
    const report = reportOf(await this.#records(caller, question), question)
    if (question.isCsv) {
      const headers = { 'Content-Type': 'text/csv; charset=utf-8', ...noStore, Vary: 'Accept' }
      sendReply(request.exchange, { status: 200, headers, text: csvOf(report) })
    } else sendJson(request.exchange, 200, report, { ...noStore, Vary: 'Accept' })
  }

  async #records(caller: Caller, question: Question): Promise<readonly UsageRecord[]> {
    const found: UsageRecord[] = []
    let rows = 0
    for await (const record of this.book.records(caller.account, question)) {
      if (question.product !== null && record.product !== question.product) continue
      if (mayNotSee(caller, record.product)) continue
      rows += record.uses.length
      if (rows > mostRows)
        throw queryProblem('from', `asks for more than ${mostRows} lines`, 'Ask for fewer days, or for one product.')
      found.push(record)
    }
    return found
  }

  #question(request: HostRequest, prefersCsv: boolean): Question {
    const query = readQuery(request, ['from', 'to', 'product', 'format'])
    const now = this.clock.now()
    const to = query('to') ?? dayOf(now)
    const from = query('from') ?? dayOf(Date.parse(`${dayOf(now)}T00:00:00Z`) - usualDays * 24 * 60 * 60 * 1000)
    for (const [name, day] of Object.entries({ from, to }))
      if (!isDay(day)) throw queryProblem(name, 'is not a day', 'Send a day such as 2026-01-31 (UTC).')
    if (from > to) throw queryProblem('from', 'is later than the last day', 'Send a day that is not later than "to".')
    const format = query('format') ?? (prefersCsv ? 'csv' : 'json')
    if (format !== 'csv' && format !== 'json') throw queryProblem('format', 'is not known', 'Send json or csv.')
    return { from, to, product: query('product') ?? null, isCsv: format === 'csv' }
  }
}

function isDay(text: string): boolean {
  const time = dayForm.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && dayOf(time) === text
}

function csvOf({ usage }: UsageReport): string {
  const lines = usage.map(({ day, product, action, keyId, via, calls, errors, replays, refusals, latencyMs }) => {
    const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0)
    const byStatus = Object.entries(refusals).map(([status, count]) => `${status}:${count}`)
    const { p50 = null, p95 = null, p99 = null } = latencyMs ?? {}
    return [day, product, action, keyId, via, calls, errors, replays, refused, byStatus.join(' '), p50, p95, p99]
  })
  return csvText([columns, ...lines])
}

const columns = [
  'day',
  'product',
  'action',
  'keyId',
  'via',
  'calls',
  'errors',
  'replays',
  'refusals',
  'refusalsByStatus',
  'p50Ms',
  'p95Ms',
  'p99Ms'
]
