import { inject, injectable } from '@product-host/sdk'
import type { Request } from 'express'
import { Accounts } from '../../accounts/accounts.js'
import { invalidLink } from '../../accounts/sign-up.js'
import { Throttle } from '../../accounts/throttle.js'
import { OperatorLog, operatorActs } from '../../audit/operator-log.js'
import { emailsOf } from '../../operator/account-operations.js'
import { OperatorOperations } from '../../operator/operators.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { callerAddress } from '../client-address.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { noStore, requireNoBody } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

/** Entries of one answer at most, and by default. */
const mostEntries = 100
const usualEntries = 50

/** Who the operator is, the enrolment, and the audit log. */
@injectable()
export class OperatorPeopleRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly auth: OperatorAuth,
    private readonly accounts: Accounts,
    private readonly throttle: Throttle,
    private readonly operators: OperatorOperations,
    private readonly audit: OperatorLog
  ) {}

  async me(request: Request): Promise<void> {
    const { owner } = await this.auth.require(request)
    readQuery(request, [])
    sendJson(request.context, 200, { email: owner.email, isDemo: this.settings.isDemo }, noStore)
  }

  /** `POST /enrolments/{token}`: enrols the signed-in account, if the link is its own. */
  async enrol(request: Request, token: string): Promise<void> {
    const { actor, factorSince } = await this.auth.requireCandidate(request)
    await requireNoBody(request)
    await this.throttle.take([['link_by_address', callerAddress(request)]])
    if (!(await this.operators.enrol(actor, token, factorSince))) throw invalidLink()
    sendEmpty(request.context, 204, noStore)
  }

  /** The audit log, the latest entries first. */
  async log(request: Request): Promise<void> {
    await this.auth.require(request)
    const query = readQuery(request, ['limit', 'before'])
    const limit = readLimit('limit', query('limit'), usualEntries, mostEntries)
    const { entries, next } = await this.audit.page(limit, numberOf(query('before')))
    const emails = await emailsOf(
      this.accounts,
      entries.flatMap(({ account, on }) => [account, accountIn(on)])
    )
    const shown = entries.map(entry => {
      const onEmail = emails.get(accountIn(entry.on) ?? '')
      return {
        ...entry,
        title: operatorActs[entry.what],
        ...(entry.account !== undefined && { email: emails.get(entry.account) ?? null }),
        ...(onEmail !== undefined && { onEmail })
      }
    })
    sendJson(request.context, 200, { entries: shown, next }, noStore)
  }
}

/** The account that something was done to, or whose job it is: what a job is named by begins with it. */
function accountIn(on: string): string | undefined {
  return /^acc_\w+/.exec(on)?.[0]
}

function numberOf(before: string | undefined): number | undefined {
  if (before === undefined) return undefined
  if (/^\d{1,15}$/.test(before)) return Number(before)
  throw queryProblem('before', 'is not the number of an entry', 'Send the value of "next".')
}
