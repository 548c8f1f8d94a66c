import { type HomePart, injectable } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { asProblem } from '../../base/problems.js'
import { problemText } from '../../base/reply.js'
import { Access } from '../../execution/access.js'
import { longestCallMs } from '../../execution/call.js'
import { Pipeline } from '../../execution/pipeline.js'
import { homeTitle, outputSchema } from '../../products/describe.js'
import type { Mounted } from '../../products/registry.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'

/** `GET /dashboard/api/homes/{slug}`: what the page of a product shows first, read for the signed-in account. */
@injectable()
export class ProductHomeRoute {
  constructor(
    private readonly access: Access,
    private readonly authentication: Authentication,
    private readonly pipeline: Pipeline
  ) {}

  /** The parts in their order, each with the schema of its answer, and either the answer or the problem that is in its place. */
  async show(request: HostRequest, slug: string): Promise<void> {
    const { context } = request
    const caller = await this.authentication.admit(request)
    const product = this.access.product(slug)
    context.notes.product = product.slug
    const parts: object[] = []
    // One after the other: a page takes one of the account's slots.
    for (const part of product.mounted.product.home ?? []) parts.push(await this.#read(part, product, caller, request))
    sendJson(context, 200, { parts }, noStore)
  }

  async #read(part: HomePart, { slug, mounted }: Mounted, caller: Caller, { context }: HostRequest): Promise<object> {
    const { product } = mounted
    const { action, input, views } = part
    const declared = product.actions[action]
    const detail = declared && { ...declared.detail, ...(views && { 'x-view': views }) }
    const schema = declared && outputSchema(action, slug, { ...declared, detail })
    const about = { title: homeTitle(part, product), action, schema }
    try {
      const { reply } = await this.pipeline.run({
        via: 'home',
        slug,
        action,
        requestId: context.requestId,
        startedAt: performance.now(),
        endsAt: context.startedAt + longestCallMs,
        depth: 1,
        cancellation: context.cancellation,
        span: context.span,
        identify: async () => ({ caller }),
        read: () => ({ action, fields: structuredClone(input) as Record<string, unknown>, issues: [] })
      })
      return { ...about, answer: JSON.parse(reply.text) }
    } catch (error) {
      return { ...about, problem: JSON.parse(problemText(asProblem(error), context.requestId)) }
    }
  }
}
