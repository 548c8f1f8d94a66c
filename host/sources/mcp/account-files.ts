import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, readlink, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { ProductError, type Storage, type Write } from '@product-host/sdk'
import { SourceUnavailable } from '../source-unavailable.js'

/** Records of files begin so; their contents are in records of their own. */
export const fileStart = 'file:'
const contentStart = 'content:'

/** Most bytes of a content that one record holds; in base64 it is a third longer, and a record has 1 MiB. */
const partBytes = 600 * 1024

/** Most files of an account, and most bytes of the path of one. */
const mostFiles = 1_000
const longestPath = 1_000

/** Folders of caches: what is in them can be made again. */
const caches = ['.cache', '.npm']

/** A file as it is stored. */
interface StoredFile {
  readonly size: number
  /** The parts of its content, which have the same version. */
  readonly parts: number
  readonly version: string
}

/** A file as it lies in the folder. */
interface FoundFile {
  readonly path: string
  readonly size: number
  /** Differs when the content does. */
  readonly version: string
}

/** The code of a call whose files are not stored, with what it means. */
export const fileErrors = {
  files_not_stored: 'The files that the server wrote are too many or too large, or gone; the message says which.'
}

/**
 * The files of one account's program: records of the account, laid into the folder in which the program begins, and stored again after each
 * call. So they are in backups, exports and erasures like every other record, and whichever host runs the next program has them.
 */
export class AccountFiles {
  #stored: ReadonlyMap<string, string> = new Map()
  #saving: Promise<void> = Promise.resolve()
  #hasEnded = false

  constructor(
    private readonly folder: string,
    /** Bytes that all files may have together. */
    private readonly mostBytes: number
  ) {}

  /** Lays the stored files into the folder, which is empty. */
  async restore(storage: Storage): Promise<void> {
    for (let after = ''; ; ) {
      const entries = await storage.list<StoredFile>(fileStart, { limit: 100, ...(after !== '' && { after }) })
      for (const { key, value } of entries) {
        const target = join(this.folder, key.slice(fileStart.length))
        const parts: Buffer[] = []
        for (let index = 0; index < value.parts; index++)
          parts.push(
            Buffer.from(
              (await storage.get<string>(contentKey(key.slice(fileStart.length), value.version, index))) ?? '',
              'base64'
            )
          )
        await mkdir(dirname(target), { recursive: true })
        await writeFile(target, Buffer.concat(parts))
        after = key
      }
      if (entries.length < 100) break
    }
    this.#stored = new Map((await this.#found()).map(({ path, version }) => [path, version]))
  }

  /** Stores what has changed since the last time. Throws a `ProductError` where that is more than an account may have. */
  save(storage: Storage): Promise<void> {
    if (this.#hasEnded) throw new SourceUnavailable('The server of the product ended during the call.', 1, true)
    const saving = this.#saving.then(() => this.#save(storage))
    this.#saving = saving.catch(() => undefined)
    return saving
  }

  /** Stores nothing from now on: the folder is about to be deleted. Resolves when all is stored that was to be. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#saving
  }

  async #save(storage: Storage): Promise<void> {
    const found = await this.#found()
    const bytes = found.reduce((sum, { size }) => sum + size, 0)
    if (bytes > this.mostBytes) throw notStored(`They have ${bytes} bytes together, and may have ${this.mostBytes}.`)
    for (const file of found) if (this.#stored.get(file.path) !== file.version) await this.#store(storage, file)
    const paths = new Set(found.map(({ path }) => path))
    for (const path of this.#stored.keys()) if (!paths.has(path)) await replace(storage, path)
    this.#stored = new Map(found.map(({ path, version }) => [path, version]))
  }

  async #store(storage: Storage, { path, version }: FoundFile): Promise<void> {
    const content = await this.#read(path)
    if (!content) return
    const parts = Array.from({ length: Math.ceil(content.length / partBytes) }, (_, index) =>
      content.subarray(index * partBytes, (index + 1) * partBytes).toString('base64')
    )
    await replace(storage, path, { size: content.length, parts: parts.length, version }, parts)
  }

  /**
   * The content of a file; undefined where it is gone. The program runs meanwhile and may put a link in the place of a folder: what was
   * opened has to lie in the folder.
   */
  async #read(path: string): Promise<Buffer | undefined> {
    let file: FileHandle
    try {
      file = await open(join(this.folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    } catch {
      return undefined
    }
    try {
      const opened = await readlink(`/proc/self/fd/${file.fd}`)
      const stats = await file.stat()
      if (!opened.startsWith(this.folder + sep) || !stats.isFile() || stats.size > this.mostBytes) return undefined
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  /** The files of the folder; links and whatever is no file are left out. */
  async #found(): Promise<readonly FoundFile[]> {
    const found: FoundFile[] = []
    const folders = ['']
    for (const below of folders)
      for (const entry of await entriesOf(join(this.folder, below), below === '')) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        if (below === '' && caches.includes(entry.name)) continue
        if (entry.isDirectory()) folders.push(path)
        if (folders.length > mostFiles) throw notStored(`There are more than ${mostFiles} folders.`)
        if (!entry.isFile()) continue
        if (Buffer.byteLength(path) > longestPath)
          throw notStored(`The path of one has more than ${longestPath} bytes.`)
        const stats = await lstat(join(this.folder, path), { bigint: true }).catch(() => undefined)
        if (stats)
          found.push({ path, size: Number(stats.size), version: `${stats.ino}-${stats.mtimeNs}-${stats.size}` })
        if (found.length > mostFiles) throw notStored(`There are more than ${mostFiles}.`)
      }
    return found
  }
}

/** The entries of a folder; none of one that is gone, but without the whole folder every file would seem to be deleted. */
async function entriesOf(folder: string, isWhole: boolean): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => {
    if (isWhole) throw notStored('The folder of the program is gone.')
    return []
  })
}

/** Writes a file and its content, or deletes them, and what it had before, all or nothing. */
async function replace(
  storage: Storage,
  path: string,
  stored?: StoredFile,
  parts: readonly string[] = []
): Promise<void> {
  const key = fileStart + path
  await storage.update([key], read => {
    const before = read<StoredFile>(key)
    const old = before && before.version !== stored?.version ? before : undefined
    const gone = Array.from({ length: old?.parts ?? 0 }, (_, index) => contentKey(path, old?.version ?? '', index))
    const written = stored ? parts.map((value, index) => ({ key: contentKey(path, stored.version, index), value })) : []
    const head: Write = stored ? { key, value: stored } : { key, delete: true }
    return {
      writes: [...gone.map(each => ({ key: each, delete: true }) as const), ...written, head],
      result: undefined
    }
  })
}

/** The version is in front of the path, which may hold anything. */
function contentKey(path: string, version: string, index: number): string {
  return `${contentStart}${version}:${index}:${path}`
}

function notStored(reason: string): ProductError {
  return new ProductError('files_not_stored', `The files of the product are not stored. ${reason}`)
}
