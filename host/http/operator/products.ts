import { inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { OperatorLog } from '../../audit/operator-log.js'
import { Problem } from '../../base/problems.js'
import { DEPLOYMENT, type Deployment, type PluginEntry } from '../../deployment.js'
import { ProductChoices } from '../../products/choices.js'
import { fetchedVersions } from '../../products/locate.js'
import { SlugOwners } from '../../products/slug-owners.js'
import { Approvals } from '../../sources/approvals.js'
import { readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

const readChoice = bodyReader(
  Type.Object({
    plugin: Type.String({ minLength: 1, maxLength: 256 }),
    isOff: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 256 }))
  })
)

const readApproval = bodyReader(Type.Object({ product: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }) }))

/** What operators decide of the products of the deployment file, for every host of the store; a host follows within seconds. */
@injectable()
export class OperatorProductRoutes {
  constructor(
    private readonly auth: OperatorAuth,
    private readonly choices: ProductChoices,
    private readonly owners: SlugOwners,
    private readonly approvals: Approvals,
    private readonly log: OperatorLog,
    @inject(DEPLOYMENT) private readonly deployment: Deployment
  ) {}

  /** Every entry of the deployment file, with what may be chosen for it and what waits for approval. */
  async list(request: Request): Promise<void> {
    await this.auth.require(request)
    readQuery(request, [])
    const waiting = await this.approvals.waiting()
    await this.owners.read()
    const { plugins, disabled, folder } = this.deployment
    const about = (entry: PluginEntry, isOff: boolean) => ({
      plugin: entry.package,
      isOff,
      isOffInFile: isOff && this.choices.of(entry).isOff !== true,
      version: entry.version ?? null,
      versions: entry.source ? [] : fetchedVersions(entry.package, folder),
      waiting: this.owners.slugsOf(entry).flatMap(product => {
        return (waiting.get(product) ?? []).map(({ name, kind, description, since }) => {
          return { product, name, kind, description, since }
        })
      })
    })
    const products = [...plugins.map(entry => about(entry, false)), ...disabled.map(entry => about(entry, true))]
    sendJson(request.context, 200, { products }, noStore)
  }

  /** Switches a product off or on, or has another version of it served that was fetched at the command line. */
  async choose(request: Request): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    const { plugin, isOff, version } = await readChoice(request)
    const { plugins, disabled } = this.deployment
    const entry = [...plugins, ...disabled].find(other => other.package === plugin)
    if (!entry) throw new Problem('not_found', 'The deployment file has no such product.')
    if (isOff !== undefined) {
      if (disabled.includes(entry) && this.choices.of(entry).isOff !== true)
        throw wrong('#/isOff', 'cannot be changed: the deployment file has switched the product off')
      await this.log.record(actor, isOff ? 'product_disabled' : 'product_enabled', plugin)
      await this.choices.choose(entry, { isOff })
    }
    if (version !== undefined) {
      if (!fetchedVersions(plugin, this.deployment.folder).includes(version))
        throw wrong('#/version', 'is no version that was fetched for this deployment')
      const { version: before } = this.choices.of(entry)
      const inPlaceOf = before && before.chosen === entry.version ? before.inPlaceOf : (entry.version ?? null)
      await this.log.record(actor, 'version_chosen', `${plugin}@${version}`)
      await this.choices.choose(entry, { version: { chosen: version, inPlaceOf } })
    }
    sendEmpty(request.context, 204)
  }

  /** Approves what waits of a product. */
  async approve(request: Request): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    const { product } = await readApproval(request)
    if (!(await this.approvals.waiting()).has(product))
      throw new Problem('not_found', 'No action of this product waits for approval.')
    await this.log.record(actor, 'actions_approved', product)
    await this.approvals.approve(product)
    sendEmpty(request.context, 204)
  }
}

function wrong(pointer: string, detail: string): Problem {
  return new Problem('invalid_input', 'The product was not changed; see errors.', {
    errors: [{ pointer, code: 'invalid_value', detail, fix: 'GET the list to see what may be chosen.' }]
  })
}
