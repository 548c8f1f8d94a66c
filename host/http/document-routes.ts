import { inject, injectable } from '@product-host/sdk'
import type { Express } from 'express'
import { KeylessRequests } from '../limits/address-limits.js'
import { agentGuide, llmsIndex } from '../products/agent-guide.js'
import { openApiDocument } from '../products/openapi/document.js'
import { type Mounted, Registry } from '../products/registry.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { Document } from './document.js'
import { addRoute } from './route.js'

/** `GET /openapi.json`, `GET /agent.md` and `GET /llms.txt`: what programs and agents need to know of this deployment, for anyone to read. */
@injectable()
export class DocumentRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly registry: Registry,
    private readonly keyless: KeylessRequests
  ) {}

  addTo(app: Express): void {
    this.#add(app, '/openapi.json', (products, url) => Document.json(openApiDocument(products, url)))
    this.#add(app, '/agent.md', (products, url) => new Document('text/markdown', agentGuide(products, url)))
    this.#add(app, '/llms.txt', (products, url) => new Document('text/plain', llmsIndex(products, url)))
  }

  /** A document is made at its first request, and again when other products are served since. */
  #add(app: Express, path: string, make: (products: readonly Mounted[], url: string) => Document): void {
    let made: { readonly document: Document; readonly generation: number } | undefined
    addRoute(app, path, {
      get: request => {
        this.keyless.require(request.ip ?? '')
        const { generation } = this.registry
        if (made?.generation !== generation)
          made = { document: make(this.registry.all(), this.settings.publicUrl), generation }
        return made.document.send(request)
      }
    })
  }
}
