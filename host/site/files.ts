import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Where the dashboard's build lies beside the compiled host. */
const builtFolder = fileURLToPath(new URL('../dashboard', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8'
}

const compress = promisify(gzip)

/** One file of the dashboard's build, in memory. */
export class SiteFile {
  readonly type: string
  readonly etag: string
  #zipped: Promise<Buffer> | undefined

  constructor(
    name: string,
    readonly bytes: Buffer
  ) {
    this.type = types[extname(name)] ?? 'application/octet-stream'
    this.etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
  }

  /** The file as gzip; made at the first time that somebody takes it. */
  zipped(): Promise<Buffer> {
    this.#zipped ??= compress(this.bytes, { level: 9 })
    return this.#zipped
  }
}

/** The files of the dashboard's build by their path in it, such as `index.html`; none when it was not built. */
export type SiteFiles = ReadonlyMap<string, SiteFile>

/** Reads the dashboard's build; it is small, and no request has to wait for a disk. */
export async function readSiteFiles(folder = builtFolder): Promise<SiteFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingIfMissing)
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async file => {
        const name = file.slice(folder.length + 1).replaceAll('\\', '/')
        return [name, new SiteFile(name, await readFile(file))] as const
      })
    )
  )
}

function nothingIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
