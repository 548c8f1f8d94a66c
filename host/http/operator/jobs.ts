import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { Accounts } from '../../accounts/accounts.js'
import { isoTime } from '../../base/clock.js'
import { Problem, problems } from '../../base/problems.js'
import { emailsOf } from '../../operator/account-operations.js'
import { JobOperations, redactedDeadLetter, redactedJob } from '../../operator/jobs.js'
import { Registry } from '../../products/registry.js'
import { readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, isId, noStore, requireNoBody } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

/** Jobs of the host itself have an account that no id names, so that they are not cancelled here. */
const readJob = bodyReader(
  Type.Object({
    account: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    product: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
    id: Type.String({ minLength: 1, maxLength: 128 })
  })
)

interface JobNames {
  readonly account: string
  readonly product: string
  readonly action: string
}

/** Jobs and dead letters of all accounts, without the values of their inputs. */
@injectable()
export class OperatorJobRoutes {
  constructor(
    private readonly auth: OperatorAuth,
    private readonly jobs: JobOperations,
    private readonly accounts: Accounts,
    private readonly registry: Registry
  ) {}

  async waiting(request: Request): Promise<void> {
    await this.auth.require(request)
    readQuery(request, [])
    const { queuedRuns, runningRuns, oldestQueuedAt } = await this.jobs.counts()
    const runs = {
      queued: queuedRuns,
      running: runningRuns,
      oldestQueuedAt: oldestQueuedAt === undefined ? null : isoTime(oldestQueuedAt)
    }
    const jobs = await this.#named((await this.jobs.waiting()).map(redactedJob))
    sendJson(request.context, 200, { runs, jobs }, noStore)
  }

  async dead(request: Request): Promise<void> {
    await this.auth.require(request)
    readQuery(request, [])
    const deadLetters = await this.#named((await this.jobs.dead()).map(redactedDeadLetter))
    const explained = deadLetters.map(letter => ({ ...letter, errorTitle: this.#meaningOf(letter) }))
    sendJson(request.context, 200, { deadLetters: explained }, noStore)
  }

  /** Jobs with the e-mail addresses of their accounts and what people call their products and actions; null for what is not known. */
  async #named<Job extends JobNames>(jobs: readonly Job[]) {
    const emails = await emailsOf(
      this.accounts,
      jobs.map(({ account }) => account)
    )
    return jobs.map(job => ({
      ...job,
      email: emails.get(job.account) ?? null,
      productTitle: this.registry.bySlug.get(job.product)?.mounted.product.title ?? null,
      actionTitle: this.registry.actionTitle(job.product, job.action) ?? null
    }))
  }

  /** What the action, or else the host, declares of an error's code; never what was thrown, which may repeat a value. */
  #meaningOf({
    product,
    action,
    error
  }: {
    readonly product: string
    readonly action: string
    readonly error: string
  }) {
    const declared = this.registry.bySlug.get(product)?.plans.get(action)?.action.errors?.[error]
    const own = Object.entries(problems).find(([code]) => code === error)?.[1].title
    return declared ?? own ?? null
  }

  /** `DELETE /jobs`: the body names the job, since its id is the product's and may be any text. */
  async cancel(request: Request): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    const { account, product, id } = await readJob(request)
    if (!(await this.jobs.cancel(actor, account, product, id)))
      throw new Problem('not_found', 'There is no such job; it may have run meanwhile.')
    sendEmpty(request.context, 204, noStore)
  }

  async replay(request: Request, id: string): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    await requireNoBody(request)
    if (!isId(id) || !(await this.jobs.replay(actor, id)))
      throw new Problem('not_found', 'There is no such dead letter; it may have been replayed already.')
    sendEmpty(request.context, 204, noStore)
  }
}
