import { injectable } from '@product-host/sdk'
import type { SettingsRules } from '@product-host/sdk/runtime'
import type { Caller } from '../../base/caller.js'
import { Problem } from '../../base/problems.js'
import {
  type AccountConfig,
  changeMembers,
  mask,
  readChange,
  type SettingsDestination,
  withheldReason
} from '../../config/config.js'
import { Configs, entityTag } from '../../config/configs.js'
import { Access } from '../../execution/access.js'
import { Limits } from '../../limits/limits.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { readFlag, readQuery } from '../query.js'
import { sendJson } from '../reply.js'
import { readJson, requireJson, unknownMembers } from '../request-body.js'

/** What a product says of its settings. */
interface Open {
  readonly rules: SettingsRules
  readonly destination: SettingsDestination | undefined
}

/** `GET` and `PUT /api/v1/products/{slug}/config`, and its revisions. */
@injectable()
export class ConfigRoutes {
  constructor(
    private readonly authentication: Authentication,
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly configs: Configs
  ) {}

  async read(request: HostRequest, slug: string): Promise<void> {
    const { caller, ...open } = await this.#open(request, slug)
    this.#send(request, slug, await this.configs.read(caller.account, slug), open)
  }

  async save(request: HostRequest, slug: string): Promise<void> {
    const { caller, ...open } = await this.#open(request, slug)
    const isDryRun = readFlag('dryRun', readQuery(request, ['dryRun'])('dryRun'))
    requireJson(request)
    const body = await readJson(request)
    const errors = [...body.issues, ...unknownMembers(body, changeMembers)]
    if (errors.length > 0) throw new Problem('invalid_input', 'The input does not fit; see errors.', { errors })
    const change = readChange(body.value)
    if ('issues' in change)
      throw new Problem('invalid_config', 'The config was not saved; see errors.', { errors: change.issues })
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    const saved = await this.configs.save(caller, slug, change, open.rules, {
      isDryRun,
      destination: open.destination,
      ...(ifMatch !== undefined && { ifMatch }),
      ...(ifNoneMatch !== undefined && { ifNoneMatch })
    })
    this.#send(request, slug, saved, open)
  }

  async revisions(request: HostRequest, slug: string): Promise<void> {
    const { caller } = await this.#open(request, slug)
    const revisions = await this.configs.revisions(caller.account, slug)
    sendJson(request.context, 200, { productId: slug, revisions }, { 'Cache-Control': 'no-store' })
  }

  async #open(request: HostRequest, slug: string): Promise<{ caller: Caller } & Open> {
    const { caller, rates } = await this.authentication.identify(request)
    const { mounted } = this.access.open(caller, slug, 'config')
    request.context.notes.product = slug
    if (!mounted.settings) throw new Problem('config_not_supported', `The product "${slug}" has nothing to configure.`)
    this.limits.require(rates)
    return { caller, rules: mounted.settings, destination: mounted.destination }
  }

  #send({ context }: HostRequest, slug: string, config: AccountConfig, { rules, destination }: Open): void {
    const { enabled, settings, unreadable, revision, updatedAt = null } = config
    const names = [...Object.keys(settings), ...unreadable]
    const isMasked = (name: string) => rules.isSecret(name) || unreadable.includes(name)
    const shown = Object.fromEntries(names.map(name => [name, isMasked(name) ? mask : settings[name]]))
    const unrecognised = names.filter(name => !rules.isKnown(name))
    const withheld = withheldReason(config, destination)
    const body = {
      ...{ productId: slug, enabled, settings: shown, unrecognised, revision, updatedAt },
      ...(withheld !== undefined && { withheld })
    }
    // A proxy that compresses the answer would make its tag weak, and a weak one never matches.
    sendJson(context, 200, body, { 'Cache-Control': 'no-store, no-transform', ETag: entityTag(config) })
  }
}
