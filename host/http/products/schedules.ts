import { injectable, type Static, Type } from '@product-host/sdk'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { Schedules } from '../../execution/schedules.js'
import { missedRules, overlapRules } from '../../runs/schedule-times.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'

/** The members of a schedule, as they are sent. */
export const ScheduleBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'What people call it.' }),
  cron: Type.String({
    maxLength: 100,
    description: 'Minute, hour, day of the month, month and day of the week, such as `0 8 * * 1-5`.'
  }),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: 'In whose time, such as `Europe/Berlin`; UTC if left out.' })
  ),
  product: Type.String({ maxLength: 64, description: 'Its slug.' }),
  action: Type.String({ maxLength: 64 }),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The fields of the action.' })),
  enabled: Type.Optional(Type.Boolean({ description: 'True if left out.' })),
  overlap: Type.Optional(
    Type.Enum(overlapRules, {
      description:
        'What becomes of a time at which the run before has not ended: no run (if left out), one that begins after it, or one beside it.'
    })
  ),
  missed: Type.Optional(
    Type.Enum(missedRules, {
      description:
        'What becomes of times that passed while nothing could start: no run, one for all of them (if left out), or one for each of the last 100.'
    })
  )
})

const usual = { timezone: 'UTC', input: {}, enabled: true, overlap: 'skip', missed: 'once' } as const

const readSchedule = bodyReader(ScheduleBody)
const readChange = bodyReader(Type.Partial(ScheduleBody))

const mostFirings = 100
const usualFirings = 50

/** `/api/v1/products/schedules`: what starts runs at given times. */
@injectable()
export class ScheduleRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly schedules: Schedules
  ) {}

  async create(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const members: Static<typeof ScheduleBody> = await readSchedule(request)
    const schedule = await this.schedules.create(caller, { ...usual, ...members })
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
