import { injectable } from '@product-host/sdk'
import { slugError } from '@product-host/sdk/runtime'
import { Problem } from '../../base/problems.js'
import { Configs } from '../../config/configs.js'
import type { HostRequest } from '../message.js'
import { sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

const numberForm = /^[1-9]\d{0,8}$/

/** `/dashboard/api/config/{slug}/revisions/{revision}`: an earlier config of the signed-in account, to be edited and saved again. */
@injectable()
export class ConfigRevisionRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly configs: Configs
  ) {}

  /** Secrets are masked: saved again, they keep the values that they have today. */
  async show(request: HostRequest, slug: string, number: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    const mayBe = numberForm.test(number) && slugError(slug) === undefined
    const found = mayBe ? await this.configs.revision(account, slug, Number(number)) : undefined
    if (!found?.settings) throw new Problem('not_found', 'The settings of this revision are not stored.')
    const { revision, at, enabled, settings } = found
    sendJson(request.context, 200, { productId: slug, revision, at, enabled, settings }, noStore)
  }
}
