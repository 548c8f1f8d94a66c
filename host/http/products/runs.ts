import { hash } from 'node:crypto'
import { inject, injectable, type Static, Type } from '@product-host/sdk'
import { matchesWeakly } from '../../base/entity-tags.js'
import { Problem } from '../../base/problems.js'
import { RATES, type Rates } from '../../deployment.js'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { type RunEvent, type RunSelection, Runs, type RunView } from '../../execution/runs.js'
import { Limits } from '../../limits/limits.js'
import { type RunStatus, runStatuses } from '../../runs/run-records.js'
import { isReportId } from '../../runs/run-store.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendEvents, sendJson, sendUnchanged } from '../reply.js'
import { bodyReader, isId, noStore, requireNoBody } from '../request-body.js'
import { RequestLog } from '../request-log.js'

/** Runs of one page at most, and by default. */
const mostRuns = 100
const usualRuns = 50

const Selection = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: mostRuns })),
  product: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
  all: Type.Optional(Type.Literal(true))
})

const readSelection = bodyReader(Selection)

/** `/api/v1/products/runs`: calls that were accepted and run later. */
@injectable()
export class RunRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly runs: Runs,
    private readonly requestLog: RequestLog,
    @inject(RATES) private readonly rates: Rates
  ) {}

  async list(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const query = readQuery(request, ['status', 'product', 'after', 'limit'])
    const product = query('product')
    if (product !== undefined && mayNotSee(caller, product)) throw outOfScope()
    const status = query('status')
    if (status !== undefined && !isStatus(status))
      throw queryProblem('status', 'is no status of a run', `Send one of ${runStatuses.join(', ')}.`)
    const after = query('after')
    if (after !== undefined && !isId(after))
      throw queryProblem('after', 'is no id of a run', 'Send the "next" of the answer before.')
    const limit = readLimit('limit', query('limit'), usualRuns, mostRuns)
    sendJson(request.context, 200, await this.runs.list(caller, { status, product, after, limit }), noStore)
  }

  /** One run. With `wait`, the answer comes once the run differs from what `If-None-Match` names, or has ended. */
  async show(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    const wait = waitOf(readQuery(request, ['wait'])('wait'), this.rates.waitSeconds)
    const known = request.headers['if-none-match']
    const isKnown = (run: RunView) => known !== undefined && matchesWeakly(known, tagOf(run))
    const { signal } = request.context
    const run = await (known === undefined
      ? this.runs.ended(caller, id, wait * 1_000, signal)
      : this.runs.changed(caller, id, isKnown, wait * 1_000, signal))
    const headers = { ...noStore, ETag: tagOf(run), ...(run.links.cancel && { 'Retry-After': '1' }) }
    if (isKnown(run)) sendUnchanged(request.context, headers)
    else sendJson(request.context, 200, run, headers)
  }

  /** What happens to a run, as server-sent events, until it ends or the host stops; a client comes back with `Last-Event-ID`. */
  async events(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    readQuery(request, [])
    const after = lastEventId(request)
    const leave = await this.limits.takeStream(caller.account)
    try {
      const callers = () => this.authentication.check(request)
      const events = this.runs.events(callers, id, after, request.context.signal)
      await sendEvents(request, this.#untilStop(events), noStore)
    } finally {
      leave()
    }
  }

  async cancel(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    await requireNoBody(request)
    sendJson(request.context, 200, await this.runs.cancel(caller, id), noStore)
  }

  /** Cancels the runs that the body names. */
  async cancelAll(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const selection = selected(await readSelection(request))
    if ('product' in selection && selection.product !== undefined && mayNotSee(caller, selection.product))
      throw outOfScope()
    sendJson(request.context, 200, await this.runs.cancelAll(caller, selection), noStore)
  }

  async *#untilStop(events: AsyncGenerator<RunEvent | undefined, void>) {
    for await (const event of events) {
      if (this.requestLog.isDraining) return
      yield event
    }
  }
}

function isStatus(text: string): text is RunStatus {
  return runStatuses.some(status => status === text)
}

function waitOf(text: string | undefined, most: number): number {
  if (text === undefined) return 0
  if (/^\d{1,3}$/.test(text) && Number(text) <= most) return Number(text)
  throw queryProblem('wait', 'is no time to wait', `Send a number of seconds from 0 to ${most}.`)
}

/** Either ids, or a product with or without an action, or all: a body that is empty by mistake cancels nothing. */
function selected({ ids, product, action, all }: Static<typeof Selection>): RunSelection {
  const ways = [ids, product, all].filter(each => each !== undefined)
  if (ways.length === 1 && (action === undefined || product !== undefined))
    return ids ? { ids } : { ...(product !== undefined && { product }), ...(action !== undefined && { action }) }
  throw new Problem('invalid_input', 'It is not clear which runs are to be cancelled; see errors.', {
    errors: [
      {
        pointer: '#',
        code: 'invalid_value',
        detail: 'does not say which runs are meant',
        fix: 'Send either ids, or product with or without action, or all: true.'
      }
    ]
  })
}

/** The report of progress that a client has read last. */
function lastEventId({ headers }: HostRequest): string | undefined {
  const sent = headers['last-event-id']
  if (sent === undefined || (typeof sent === 'string' && isReportId(sent))) return sent
  throw new Problem('invalid_header', 'Send the Last-Event-ID of an event of this run, or none.')
}

function tagOf(run: RunView): string {
  return `"${hash('sha256', JSON.stringify(run), 'base64url').slice(0, 27)}"`
}
