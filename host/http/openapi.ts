import { inject, injectable } from '@product-host/sdk'
import { interfaceOf } from '../products/openapi.js'
import { Registry } from '../products/registry.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import type { HostRequest } from './message.js'
import { type Page, pageOf, sendPage } from './page.js'

/** `GET /openapi.json`: the interface of this deployment, made at the first request, when all plugins are mounted. */
@injectable()
export class OpenApiRoute {
  #page: Page | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry
  ) {}

  read(request: HostRequest): void {
    this.#page ??= pageOf(interfaceOf(this.registry.all(), this.settings.publicUrl))
    sendPage(request, this.#page)
  }
}
