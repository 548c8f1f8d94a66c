import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { inject, injectable, Token } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { matchesWeakly } from '../../base/entity-tags.js'
import { pages } from '../../base/pages.js'
import { Problem } from '../../base/problems.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { sendPage } from '../reply.js'
import { addRoute } from '../route.js'

/** The built pages of the dashboard. */
export const STATIC_FILES = new Token<StaticFiles>('STATIC_FILES')

/** The addresses of the dashboard. All serve the same file; its router shows the page in the browser. */
const pagePaths = [
  '/',
  '/developers',
  '/developers/changelog',
  '/developers/guides/:guide',
  '/developers/products/:slug',
  '/developers/products/:slug/:action',
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
  '/calls',
  '/runs',
  '/runs/:id',
  '/schedules',
  '/schedules/:id',
  '/paused',
  '/webhook-endpoints',
  '/webhook-endpoints/:id',
  '/hooks',
  '/hooks/:id',
  '/data',
  '/account',
  '/connect',
  '/confirmations/:id'
]

/** Addresses of the API: a missing one is answered with a problem, whatever the `Accept` header. */
const forPrograms = /^\/(?:api|dashboard\/api|operator\/api|assets|oauth|\.well-known)(?:\/|$)/

/** A path with a slash at its end, which people type: there is no page of this spelling, and it leads to the one without. */
const withSlash = /^((?:\/[\w-]+)+)\/$/

/** The file's name contains the digest of its content. */
const immutable = 'public, max-age=31536000, immutable'

/** Revalidated for each request: it names the files of the newest build. */
const revalidated = 'no-cache'

/** The dashboard and the developers' page: files of a build, the same for everyone. */
@injectable()
export class StaticFileRoutes {
  constructor(
    @inject(STATIC_FILES) private readonly files: StaticFiles,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    private readonly keyless: KeylessRequests
  ) {}

  addTo(app: Express): void {
    for (const path of this.deployment.operator ? [...pagePaths, pages.operator] : pagePaths)
      addRoute(app, path, { get: request => this.#sendPage(request, 200) })
    addRoute(app, '/assets/:name', {
      get: request => this.#send(request, 200, `assets/${request.params.name}`, immutable)
    })
    for (const path of ['/icon.svg', '/favicon.ico'])
      addRoute(app, path, { get: request => this.#send(request, 200, 'icon.svg', revalidated) })
    app.use((request, _response, next) => {
      const isForPerson = /^(?:GET|HEAD)$/.test(request.method) && request.headers.accept?.includes('text/html')
      if (!isForPerson || this.files.size === 0 || forPrograms.test(request.path)) return next()
      const [, page] = withSlash.exec(request.path) ?? []
      if (page === undefined) return this.#sendPage(request, 404)
      const { search } = new URL(request.url, 'http://host')
      sendPage(request.context, 308, undefined, { Location: page + search, 'Cache-Control': revalidated })
    })
  }

  #sendPage(request: Request, status: number): Promise<void> {
    if (this.files.size === 0)
      throw new Problem('not_found', 'The dashboard is not part of this installation; "npm run build" makes it.')
    return this.#send(request, status, 'index.html', revalidated)
  }

  async #send(request: Request, status: number, name: string, cacheControl: string): Promise<void> {
    this.keyless.require(request.ip ?? '')
    const file = this.files.get(name)
    if (!file) throw new Problem('not_found', 'There is no such file.')
    const headers = { ETag: file.etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }
    if (status === 200 && isKnown(request, file)) return sendPage(request.context, 304, undefined, headers)
    const type = { 'Content-Type': file.type }
    if (file.brotli && request.acceptsEncodings('br'))
      sendPage(request.context, status, file.brotli, { ...headers, ...type, 'Content-Encoding': 'br' })
    else if (file.type !== fontType && request.acceptsEncodings(['gzip', 'identity']) === 'gzip')
      sendPage(request.context, status, await file.zipped(), { ...headers, ...type, 'Content-Encoding': 'gzip' })
    else sendPage(request.context, status, file.bytes, { ...headers, ...type })
  }
}

function isKnown({ headers }: Request, { etag }: StaticFile): boolean {
  return matchesWeakly(headers['if-none-match'] ?? '', etag)
}

/** The folder of the dashboard's build in the compiled host. */
const builtFolder = fileURLToPath(new URL('../../dashboard', import.meta.url))

/** It is compressed in itself. */
const fontType = 'font/woff2'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': fontType
}

const compress = promisify(gzip)

/** One file of the dashboard's build, in memory. */
class StaticFile {
  readonly type: string
  readonly etag: string
  #zipped: Promise<Buffer> | undefined

  constructor(
    name: string,
    readonly bytes: Buffer,
    /** The file as Brotli, as the build wrote it; undefined where that is missing. */
    readonly brotli: Buffer | undefined
  ) {
    this.type = types[extname(name)] ?? 'application/octet-stream'
    this.etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
  }

  /** The file as gzip, compressed on first use. */
  zipped(): Promise<Buffer> {
    this.#zipped ??= compress(this.bytes, { level: 9 })
    return this.#zipped
  }
}

/** The files of the dashboard's build by their path in it, such as `index.html`; none when it was not built. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads the dashboard's build into memory: it is small, and no request waits for a disk. */
export async function readStaticFiles(folder = builtFolder): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingIfMissing)
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const contents = new Map(
    await Promise.all(files.map(async file => [nameIn(folder, file), await readFile(file)] as const))
  )
  const names = [...contents.keys()].filter(name => !name.endsWith(brotliEnding))
  return new Map(
    [...contents].flatMap(([name, bytes]) =>
      names.includes(name) ? [[name, new StaticFile(name, bytes, contents.get(name + brotliEnding))]] : []
    )
  )
}

let ownFiles: Promise<StaticFiles> | undefined

/** The dashboard's build beside this host, read once for all hosts of a process. */
export function ownStaticFiles(): Promise<StaticFiles> {
  ownFiles ??= readStaticFiles()
  return ownFiles
}

/** What the build adds to the name of a file that it compressed. */
const brotliEnding = '.br'

function nameIn(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/')
}

function nothingIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
