import { inject, injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { Problem } from '../problems.js'
import type { SiteFile, SiteFiles } from '../site/files.js'
import { SITE_FILES } from '../tokens.js'
import { otherMethods } from './methods.js'
import { sendPage } from './reply.js'

/** The addresses that the dashboard has a page for; which one is shown, the page decides in the browser. */
const pagePaths = [
  '/',
  '/developers',
  '/sign-in',
  '/sign-up',
  '/verify-email',
  '/confirm-email',
  '/reset-password',
  '/second-factor-recovery',
  '/cancel-removal',
  '/billing',
  '/keys',
  '/products',
  '/products/:slug',
  '/products/:slug/config',
  '/usage',
  '/data',
  '/account'
]

/** Addresses of programs: what is not there is a problem, whatever the caller would like to read. */
const forPrograms = /^\/(?:api|dashboard\/api|assets)(?:\/|$)/

/** A file's name bears the digest of its content. */
const immutable = 'public, max-age=31536000, immutable'
/** Kept, but asked for anew each time: it names the files of the newest build. */
const revalidated = 'no-cache'

/** The dashboard and the developers' page: files of a build, the same for everyone. */
@injectable()
export class SiteRoutes {
  constructor(@inject(SITE_FILES) private readonly files: SiteFiles) {}

  addTo(app: Express): void {
    for (const path of pagePaths)
      app
        .route(path)
        .get((request, _response) => this.#sendPage(request, 200))
        .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route('/assets/:name')
      .get((request, _response) => this.#send(request, 200, `assets/${request.params.name}`, immutable))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    for (const path of ['/icon.svg', '/favicon.ico'])
      app
        .route(path)
        .get((request, _response) => this.#send(request, 200, 'icon.svg', revalidated))
        .all(otherMethods('GET, HEAD, OPTIONS'))
    app.use((request, _response, next) => {
      const isForPerson = /^(?:GET|HEAD)$/.test(request.method) && request.headers.accept?.includes('text/html')
      if (isForPerson && this.files.size > 0 && !forPrograms.test(request.path)) return this.#sendPage(request, 404)
      next()
    })
  }

  #sendPage(request: Request, status: number): Promise<void> {
    if (this.files.size === 0)
      throw new Problem('not_found', 'The dashboard is not part of this installation; "npm run build" makes it.')
    return this.#send(request, status, 'index.html', revalidated)
  }

  async #send(request: Request, status: number, name: string, cacheControl: string): Promise<void> {
    const file = this.files.get(name)
    if (!file) throw new Problem('not_found', 'There is no such file.')
    const headers = { ETag: file.etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }
    if (status === 200 && isKnown(request, file)) return sendPage(request.exchange, 304, undefined, headers)
    const type = { 'Content-Type': file.type }
    if (request.acceptsEncodings(['gzip', 'identity']) === 'gzip')
      sendPage(request.exchange, status, await file.zipped(), { ...headers, ...type, 'Content-Encoding': 'gzip' })
    else sendPage(request.exchange, status, file.bytes, { ...headers, ...type })
  }
}

function isKnown({ headers }: Request, { etag }: SiteFile): boolean {
  return (headers['if-none-match'] ?? '').split(',').some(tag => tag.trim() === etag)
}
