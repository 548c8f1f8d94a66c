import { hash } from 'node:crypto'
import { injectable } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { matchesWeakly } from '../../base/entity-tags.js'
import { Problem } from '../../base/problems.js'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { Runs, type RunView } from '../../execution/runs.js'
import { Limits } from '../../limits/limits.js'
import { type RunStatus, runStatuses } from '../../runs/run-store.js'
import { Authentication } from '../authentication.js'
import { longestWait } from '../execute.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendJson, sendUnchanged } from '../reply.js'
import { isId, noStore, requireNoBody } from '../request-body.js'

/** Runs of one page at most, and by default. */
const mostRuns = 100
const usualRuns = 50

/** `/api/v1/products/runs`: calls that were accepted and run later. */
@injectable()
export class RunRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly runs: Runs
  ) {}

  async list(request: HostRequest): Promise<void> {
    const caller = await this.#admit(request)
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
    const caller = await this.#admit(request)
    const wait = waitOf(readQuery(request, ['wait'])('wait'))
    const known = request.headers['if-none-match']
    const isKnown = (run: RunView) => known !== undefined && matchesWeakly(known, tagOf(run))
    const { signal } = request.context
    const run = await (known === undefined
      ? this.runs.ended(caller, named(id), wait * 1_000, signal)
      : this.runs.changed(caller, named(id), isKnown, wait * 1_000, signal))
    const headers = { ...noStore, ETag: tagOf(run), ...(run.links.cancel && { 'Retry-After': '1' }) }
    if (isKnown(run)) sendUnchanged(request.context, headers)
    else sendJson(request.context, 200, run, headers)
  }

  async cancel(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    await requireNoBody(request)
    sendJson(request.context, 200, await this.runs.cancel(caller, named(id)), noStore)
  }

  async #admit(request: HostRequest): Promise<Caller> {
    const { caller, rates } = await this.authentication.identify(request)
    this.limits.require(rates)
    return caller
  }
}

function isStatus(text: string): text is RunStatus {
  return runStatuses.some(status => status === text)
}

function named(id: string): string {
  if (isId(id)) return id
  throw new Problem('not_found', 'This account has no run with this id.')
}

function waitOf(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d{1,3}$/.test(text) && Number(text) <= longestWait) return Number(text)
  throw queryProblem('wait', 'is no time to wait', `Send a number of seconds from 0 to ${longestWait}.`)
}

function tagOf(run: RunView): string {
  return `"${hash('sha256', JSON.stringify(run), 'base64url').slice(0, 27)}"`
}
