import { injectable, type Static, Type } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { requireWebhooksScope } from '../../execution/access.js'
import { WebhookEndpoints } from '../../execution/webhooks/endpoints.js'
import { eventFilters } from '../../webhooks/event-types.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { queryProblem, readLimit, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'

/** The members of an endpoint, as they are sent. */
const EndpointBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  events: Type.Optional(
    Type.Array(Type.Enum(eventFilters), { minItems: 1, maxItems: eventFilters.length, uniqueItems: true })
  ),
  description: Type.Optional(Type.String({ maxLength: 200 })),
  enabled: Type.Optional(Type.Boolean())
})

const usual = { events: ['*'], enabled: true } as const

const readEndpoint = bodyReader(EndpointBody)
const readChange = bodyReader(Type.Partial(EndpointBody))
const readReplay = bodyReader(Type.Object({ since: Type.String({ format: 'date-time' }) }))

const mostDeliveries = 100
const usualDeliveries = 50

/** `/api/v1/products/webhooks`: where an account is told of events. */
@injectable()
export class WebhookRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly endpoints: WebhookEndpoints
  ) {}

  async create(request: HostRequest): Promise<void> {
    const caller = await this.#admit(request)
    const members: Static<typeof EndpointBody> = await readEndpoint(request)
    const endpoint = await this.endpoints.create(caller, { ...usual, ...members })
    sendJson(request.context, 201, endpoint, { ...noStore, Location: endpoint.links.self })
  }

  async list(request: HostRequest): Promise<void> {
    const caller = await this.#admit(request)
    readQuery(request, [])
    sendJson(request.context, 200, { endpoints: await this.endpoints.list(caller) }, noStore)
  }

  async show(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    sendJson(request.context, 200, await this.endpoints.show(caller, id), noStore)
  }

  async change(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    const change = await readChange(request)
    sendJson(request.context, 200, await this.endpoints.change(caller, id, change), noStore)
  }

  async delete(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    await requireNoBody(request)
    await this.endpoints.delete(caller, id)
    sendEmpty(request.context, 204, noStore)
  }

  async renewSecret(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    await requireNoBody(request)
    sendJson(request.context, 200, await this.endpoints.renewSecret(caller, id), noStore)
  }

  async test(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    await requireNoBody(request)
    sendJson(request.context, 202, await this.endpoints.test(caller, id), noStore)
  }

  async deliveries(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    const query = readQuery(request, ['after', 'limit'])
    const after = query('after')
    if (after !== undefined && !/^\d{1,10}$/.test(after))
      throw queryProblem('after', 'is no place in the list', 'Send the "next" of the answer before.')
    const limit = readLimit('limit', query('limit'), usualDeliveries, mostDeliveries)
    const before = after === undefined ? undefined : Number(after)
    sendJson(request.context, 200, await this.endpoints.deliveries(caller, id, before, limit), noStore)
  }

  async replay(request: HostRequest, id: string, event: string): Promise<void> {
    const caller = await this.#admit(request)
    await requireNoBody(request)
    sendJson(request.context, 202, await this.endpoints.replay(caller, id, event), noStore)
  }

  async replaySince(request: HostRequest, id: string): Promise<void> {
    const caller = await this.#admit(request)
    const { since } = await readReplay(request)
    sendJson(request.context, 202, await this.endpoints.replaySince(caller, id, Date.parse(since)), noStore)
  }

  async #admit(request: HostRequest): Promise<Caller> {
    const caller = await this.authentication.admit(request)
    requireWebhooksScope(caller)
    return caller
  }
}
