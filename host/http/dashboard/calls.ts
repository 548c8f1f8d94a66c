import { injectable, Type } from '@product-host/sdk'
import { Problem } from '../../base/problems.js'
import { Registry } from '../../products/registry.js'
import { type CallFilter, CallLog, type LoggedCall } from '../../usage/call-log.js'
import { Usage } from '../../usage/usage.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { bodyReader, noStore } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

/** Calls of one answer at most, and by default. */
const mostCalls = 100
const usualCalls = 50
const statusForm = /^[2-5](\d\d|xx)$/
const cursorForm = /^\d{1,15}\.\d{1,3}$/
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const idForm = /^[A-Za-z0-9._-]{8,128}$/

const readRecording = bodyReader(Type.Object({ recordsBodies: Type.Boolean() }))

/** `/dashboard/api/calls` and `/dashboard/api/call-recording`: the log of the signed-in account's calls. */
@injectable()
export class CallRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly log: CallLog,
    private readonly usage: Usage,
    private readonly registry: Registry
  ) {}

  /** The calls that fit the query parameters, the latest first. */
  async list(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { filter, limit, before } = questionOf(request)
    await this.usage.write(account)
    const { calls, next, skipped } = await this.log.list(account, filter, limit, before)
    sendJson(request.context, 200, { calls: calls.map(call => this.#shown(call)), next, skipped }, noStore)
  }

  /** One call, with its bodies if they were recorded. */
  async show(request: HostRequest, requestId: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    readQuery(request, [])
    await this.usage.write(account)
    const { calls } = idForm.test(requestId) ? await this.log.list(account, { requestId }, mostCalls) : { calls: [] }
    if (calls.length === 0) throw new Problem('not_found', 'The log has no call with this request id.')
    const all = calls.map(async call => ({ ...this.#shown(call), bodies: (await this.#bodies(account, call)) ?? null }))
    sendJson(request.context, 200, { calls: await Promise.all(all) }, noStore)
  }

  async showRecording(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    sendJson(request.context, 200, { recordsBodies: await this.log.recordsBodies(account) }, noStore)
  }

  /** Switches the recording of bodies on or off. Switched off, recorded bodies are erased. */
  async setRecording(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const { recordsBodies } = await readRecording(request)
    await this.log.setRecordsBodies(account, recordsBodies)
    this.usage.recordBodies(account, recordsBodies)
    sendJson(request.context, 200, { recordsBodies }, noStore)
  }

  /** A call with what people call its action, which may be internal; null if that is not known or not served any more. */
  #shown({ at, body, ...call }: LoggedCall) {
    const actionTitle = call.action === null ? undefined : this.registry.actionTitle(call.product, call.action)
    return { ...call, actionTitle: actionTitle ?? null, at: new Date(at).toISOString(), hasBodies: body !== undefined }
  }

  async #bodies(account: string, call: LoggedCall) {
    const bodies = await this.log.bodies(account, call)
    return bodies && { input: bodies.input, answer: bodies.answer }
  }
}

function questionOf(request: HostRequest) {
  const query = readQuery(request, ['requestId', 'product', 'action', 'status', 'key', 'from', 'to', 'before', 'limit'])
  const status = query('status')
  if (status !== undefined && !statusForm.test(status))
    throw queryProblem('status', 'is not a status', 'Send a status such as 404, or a class such as 4xx.')
  const before = query('before')
  if (before !== undefined && !cursorForm.test(before))
    throw queryProblem('before', 'is not a cursor', 'Send the "next" of the answer before.')
  const named = {
    requestId: query('requestId'),
    product: query('product'),
    action: query('action'),
    keyId: query('key'),
    status,
    from: timeOf('from', query('from')),
    to: timeOf('to', query('to'))
  }
  const filter: CallFilter = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return { filter, before, limit: readLimit('limit', query('limit'), usualCalls, mostCalls) }
}

function timeOf(parameter: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = timeForm.test(text) ? Date.parse(text) : Number.NaN
  // A day that its month does not have would be read as one of the next month.
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)) return time
  throw queryProblem(parameter, 'is not a time', 'Send a time such as 2026-01-31T09:00:00Z (UTC).')
}
