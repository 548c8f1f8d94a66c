import { injectable, Type } from '@product-host/sdk'
import { hookSignatures } from '@product-host/sdk/runtime'
import { mayNotSee, outOfScope } from '../../execution/access.js'
import { Hooks } from '../../execution/hooks/hooks.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'

const Signature = Type.Object(
  {
    kind: Type.Enum([...hookSignatures]),
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: 512 }))
  },
  { additionalProperties: false }
)

const members = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  input: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
  signature: Type.Optional(Type.Union([Signature, Type.Null()])),
  redirect: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  enabled: Type.Optional(Type.Boolean())
}

const readHook = bodyReader(
  Type.Object({ product: Type.String({ maxLength: 64 }), hook: Type.String({ maxLength: 64 }), ...members })
)
const readChange = bodyReader(Type.Partial(Type.Object(members)))
/** At once by default; thirty days at most. */
const readOverlap = bodyReader(
  Type.Object({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 30 * 24 * 60 * 60, default: 0 }) })
)

/** `/api/v1/products/hooks`: URLs that may call one action each. */
@injectable()
export class HookRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly hooks: Hooks
  ) {}

  async create(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const { input = {}, enabled = true, ...rest } = await readHook(request)
    const hook = await this.hooks.create(caller, { ...rest, input, enabled })
    sendJson(request.context, 201, hook, { ...noStore, Location: hook.links.self })
  }

  async list(request: HostRequest): Promise<void> {
    const caller = await this.authentication.admit(request)
    const product = readQuery(request, ['product'])('product')
    if (product !== undefined && mayNotSee(caller, product)) throw outOfScope()
    sendJson(request.context, 200, { hooks: await this.hooks.list(caller, product) }, noStore)
  }

  async show(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    sendJson(request.context, 200, await this.hooks.show(caller, id), noStore)
  }

  async change(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    const change = await readChange(request)
    sendJson(request.context, 200, await this.hooks.change(caller, id, change), noStore)
  }

  async rotate(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    const { overlapSeconds } = await readOverlap(request)
    sendJson(request.context, 200, await this.hooks.rotate(caller, id, overlapSeconds * 1_000), noStore)
  }

  async resume(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    await requireNoBody(request)
    sendJson(request.context, 200, await this.hooks.resume(caller, id), noStore)
  }

  async delete(request: HostRequest, id: string): Promise<void> {
    const caller = await this.authentication.admit(request)
    await requireNoBody(request)
    await this.hooks.delete(caller, id)
    sendEmpty(request.context, 204, noStore)
  }
}
