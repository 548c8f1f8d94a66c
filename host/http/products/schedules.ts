import { injectable, type Static, Type } from '@product-host/sdk'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { ScheduleBody, usualMembers } from '../../execution/schedule-body.js'
import { AccountSchedules } from '../../execution/schedules.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'

const readSchedule = bodyReader(ScheduleBody)
const readChange = bodyReader(Type.Partial(ScheduleBody))

const mostFirings = 100
const usualFirings = 50

/** `/api/v1/products/schedules`: what starts runs at given times. */
@injectable()
export class ScheduleRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly schedules: AccountSchedules
  ) {}

  async create(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const members: Static<typeof ScheduleBody> = await readSchedule(request)
    const schedule = await this.schedules.create(caller, { ...usualMembers, ...members })
    sendJson(request.context, 201, schedule, { ...noStore, Location: schedule.links.self })
  }

  async list(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const product = readQuery(request, ['product'])('product')
    if (product !== undefined && mayNotSee(caller, product)) throw outOfScope()
    sendJson(request.context, 200, { schedules: await this.schedules.list(caller, product) }, noStore)
  }

  async show(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    sendJson(request.context, 200, await this.schedules.show(caller, id), noStore)
  }

  async change(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    const change = await readChange(request)
    sendJson(request.context, 200, await this.schedules.change(caller, id, change), noStore)
  }

  async delete(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    await requireNoBody(request)
    await this.schedules.delete(caller, id)
    sendEmpty(request.context, 204, noStore)
  }

  async resume(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    await requireNoBody(request)
    sendJson(request.context, 200, await this.schedules.resume(caller, id), noStore)
  }

  async firings(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    const query = readQuery(request, ['after', 'limit'])
    const after = query('after')
    if (after !== undefined && !/^\d{1,14}$/.test(after))
      throw queryProblem('after', 'is no place in the list', 'Send the "next" of the answer before.')
    const limit = readLimit('limit', query('limit'), usualFirings, mostFirings)
    const before = after === undefined ? undefined : Number(after)
    sendJson(request.context, 200, await this.schedules.firings(caller, id, before, limit), noStore)
  }
}
