import { inject, injectable } from '@product-host/sdk'
import { interfaceOf } from '../products/openapi.js'
import { Registry } from '../products/registry.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import { JsonDocument, sendDocument } from './document.js'
import type { HostRequest } from './message.js'

/** `GET /openapi.json`: the interface of this deployment, made at the first request, when all plugins are mounted. */
@injectable()
export class OpenApiRoute {
  #document: JsonDocument | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry
  ) {}

  async read(request: HostRequest): Promise<void> {
    this.#document ??= new JsonDocument(interfaceOf(this.registry.all(), this.settings.publicUrl))
    await sendDocument(request, this.#document)
  }
}
