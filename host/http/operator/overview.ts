import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import { Accounts } from '../../accounts/accounts.js'
import { isoTime } from '../../base/clock.js'
import { type Retention, retentionRows, usualRetention } from '../../base/retention.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { configuration } from '../../operator/configuration.js'
import { ErrorRates, Health, StoppedCalls } from '../../operator/health.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { STORE, type Store } from '../../storage/store.js'
import { History, hourMs } from '../../usage/history.js'
import { queryProblem, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

/** What the history can be asked for; a longer one has longer steps. */
const ranges = [
  { days: 1, stepHours: 1 },
  { days: 7, stepHours: 1 },
  { days: 30, stepHours: 6 }
] as const
/** The most active accounts that are listed. */
const shownAccounts = 20

/** What operators read of this host: products, errors, configuration and store. */
@injectable()
export class OverviewRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    @inject(STORE) private readonly stored: Store,
    private readonly auth: OperatorAuth,
    private readonly state: Health,
    private readonly rates: ErrorRates,
    private readonly stoppedCalls: StoppedCalls,
    private readonly figures: History,
    private readonly accounts: Accounts,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  async health(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, this.state.read(), noStore)
  }

  async errorRates(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, { rates: await this.rates.read(), ...(await this.stoppedCalls.read()) }, noStore)
  }

  /** `GET /history?days=`: what the deployment did in the last day, 7 or 30 days, with the e-mail addresses of the most active accounts. */
  async history(request: Request): Promise<void> {
    await this.auth.require(request)
    const text = readQuery(request, ['days'])('days') ?? '1'
    const range = ranges.find(({ days }) => String(days) === text)
    if (!range) throw queryProblem('days', 'is not 1, 7 or 30', 'Send one of the three.')
    const from = Math.floor(this.clock.now() / hourMs + 1) * hourMs - range.days * 24 * hourMs
    const { steps, changes, accounts } = await this.figures.report(from, range.stepHours)
    const people = await Promise.all(accounts.slice(0, shownAccounts).map(({ account }) => this.accounts.find(account)))
    const body = {
      from: isoTime(from),
      stepHours: range.stepHours,
      steps: steps.map(step => ({ ...step, from: isoTime(step.from) })),
      changes: changes.map(({ name, version, since }) => ({ product: name || null, version, at: isoTime(since) })),
      accounts: accounts
        .slice(0, shownAccounts)
        .map((account, index) => ({ ...account, email: people[index]?.email ?? null }))
    }
    sendJson(request.context, 200, body, noStore)
  }

  async configuration(request: Request): Promise<void> {
    await this.auth.require(request)
    sendJson(request.context, 200, configuration(this.settings, this.deployment), noStore)
  }

  /** The space is null where it is not this host's to know, as with Redis or PostgreSQL. */
  async store(request: Request): Promise<void> {
    await this.auth.require(request)
    const usual = new Map(this.#retention(usualRetention).map(({ members, storedFor }) => [members[0], storedFor]))
    const retention = this.#retention(this.stored.retention).map(row => {
      const otherwise = usual.get(row.members[0])
      return { ...row, usual: otherwise === row.storedFor ? null : otherwise }
    })
    sendJson(request.context, 200, { space: this.stored.space() ?? null, retention }, noStore)
  }

  /** What is stored, how long, and the members of the deployment file that decide it. */
  #retention(retention: Retention) {
    const most = this.deployment.rates.idempotencyKeys.toLocaleString('en')
    return retentionRows(retention).map(({ group, data, storedFor, setting, mostMember }) => ({
      group,
      data,
      storedFor: mostMember === undefined ? storedFor : storedFor.replace(`\`${mostMember}\``, most),
      members: [`retention.${setting}`, ...(mostMember === undefined ? [] : [mostMember])]
    }))
  }
}
