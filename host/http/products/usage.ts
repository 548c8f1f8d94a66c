import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { Budgets, type BudgetView } from '../../limits/budgets.js'
import { Limits } from '../../limits/limits.js'
import { combined, type UsageRecord } from '../../usage/records.js'
import {
  type Period,
  periods,
  reportOf,
  SeriesCounter,
  type UsageReport,
  type UsageSeries
} from '../../usage/report.js'
import { dayOf, Usage } from '../../usage/usage.js'
import { type Days, UsageStore } from '../../usage/usage-store.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { queryOf, queryProblem, readQuery } from '../query.js'
import { sendJson, sendReply } from '../reply.js'

const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** The number of days before today in the default range. */
const usualDays = 29

/** Most rows of one answer. */
const mostRows = 20_000

const noStore = { 'Cache-Control': 'no-store' }

/** The query parameters, checked. */
interface UsageQuery extends Days {
  /** In place of days. */
  readonly period: Period | undefined
  readonly product: string | null
  readonly keyId: string | null
  readonly isCsv: boolean
}

/** `GET /api/v1/products/usage`: the usage of the caller's account, for products that the key has a scope for. */
@injectable()
export class UsageRoute {
  constructor(
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly usage: Usage,
    private readonly store: UsageStore,
    private readonly budgets: Budgets,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async read(request: HostRequest, prefersCsv: boolean): Promise<void> {
    const { caller, rates } = await this.authentication.identify(request)
    const product = queryOf(request).get('product')
    if (product !== null && mayNotSee(caller, product)) throw outOfScope()
    this.limits.require(rates)
    const question = this.#question(request, prefersCsv)
    await this.usage.write(caller.account)
    const report = await this.#report(caller, question)
    if (question.isCsv) {
      const headers = { 'Content-Type': 'text/csv; charset=utf-8', ...noStore, Vary: 'Accept' }
      sendReply(request.context, { status: 200, headers, text: csvOf(report) })
    } else
      sendJson(
        request.context,
        200,
        { ...report, budgets: await this.#budgetsOf(caller) },
        { ...noStore, Vary: 'Accept' }
      )
  }

  /** The budgets in which the caller's calls count. */
  async #budgetsOf(caller: Caller): Promise<readonly BudgetView[]> {
    const [own, ofAccount] = await Promise.all([
      this.budgets.shownOfKey(caller),
      this.budgets.shownOfAccount(caller.account)
    ])
    return [...own, ...ofAccount]
  }

  async #report(caller: Caller, question: UsageQuery): Promise<UsageReport & { readonly series?: UsageSeries }> {
    if (question.period) return this.#reportOfPeriod(caller, question, question.period)
    const found: UsageRecord[] = []
    let rows = 0
    for await (const record of this.store.records(caller.account, question)) {
      if (!isWanted(record, caller, question)) continue
      rows += record.uses.length
      requireFewRows('from', rows)
      found.push(record)
    }
    return reportOf(found, question)
  }

  async #reportOfPeriod(caller: Caller, question: UsageQuery, period: Period) {
    const now = this.clock.now()
    const counter = new SeriesCounter(period, now)
    let found: UsageRecord[] = []
    for await (const { at, records } of this.store.steps(caller.account, periods[period].span, counter.from)) {
      const wanted = records.filter(record => isWanted(record, caller, question))
      for (const record of wanted) counter.add(at, record)
      found.push(...wanted)
      if (found.length <= 2 * mostRows) continue
      // Most of them are hours of the same days.
      found = [...combined(found)]
      requireFewRows('period', found.length)
    }
    const records = combined(found)
    requireFewRows(
      'period',
      records.reduce((rows, { uses }) => rows + uses.length, 0)
    )
    return { ...reportOf(records, { from: dayOf(counter.from), to: dayOf(now) }), series: counter.series() }
  }

  #question(request: HostRequest, prefersCsv: boolean): UsageQuery {
    const query = readQuery(request, ['period', 'from', 'to', 'product', 'key', 'format'])
    const period = periodOf(query('period'))
    if (period && (query('from') ?? query('to')) !== undefined)
      throw queryProblem('period', 'is sent with "from" or "to"', 'Send a period, or days.')
    const now = this.clock.now()
    const to = query('to') ?? dayOf(now)
    const from = query('from') ?? dayOf(Date.parse(`${dayOf(now)}T00:00:00Z`) - usualDays * 24 * 60 * 60 * 1000)
    for (const [name, day] of Object.entries({ from, to }))
      if (!isDay(day)) throw queryProblem(name, 'is not a day', 'Send a day such as 2026-01-31 (UTC).')
    if (from > to) throw queryProblem('from', 'is later than the last day', 'Send a day that is not later than "to".')
    const format = query('format') ?? (prefersCsv ? 'csv' : 'json')
    if (format !== 'csv' && format !== 'json') throw queryProblem('format', 'is not known', 'Send json or csv.')
    return { period, from, to, product: query('product') ?? null, keyId: query('key') ?? null, isCsv: format === 'csv' }
  }
}

function requireFewRows(parameter: string, rows: number): void {
  if (rows > mostRows)
    throw queryProblem(parameter, `asks for more than ${mostRows} lines`, 'Ask for fewer days, or for one product.')
}

function isWanted({ product, keyId }: UsageRecord, caller: Caller, question: UsageQuery): boolean {
  if (question.product !== null && product !== question.product) return false
  if (question.keyId !== null && keyId !== question.keyId) return false
  return !mayNotSee(caller, product)
}

function periodOf(text: string | undefined): Period | undefined {
  if (text === undefined) return undefined
  const names = Object.keys(periods) as Period[]
  const period = names.find(name => name === text)
  if (!period) throw queryProblem('period', 'is not known', `Send ${names.join(', ')}.`)
  return period
}

function isDay(text: string): boolean {
  const time = dayForm.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && dayOf(time) === text
}

function csvOf({ usage }: UsageReport): string {
  const rows = usage.map(({ day, product, action, keyId, via, calls, errors, replays, refusals, latencyMs }) => {
    const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0)
    const byStatus = Object.entries(refusals).map(([status, count]) => `${status}:${count}`)
    const { p50 = null, p95 = null, p99 = null } = latencyMs ?? {}
    return [day, product, action, keyId, via, calls, errors, replays, refused, byStatus.join(' '), p50, p95, p99]
  })
  return csvText([columns, ...rows])
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

/** The beginning of a formula in spreadsheets (OWASP, "CSV Injection"), full-width signs included. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

const special = /[",\r\n]/

/** Rows as CSV (RFC 4180). An apostrophe marks text that a spreadsheet could take for a formula. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
