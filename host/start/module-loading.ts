import { type Dirent, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import module, { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Has Node store the compiled code of modules for the next start, in a folder of the system's temporary files that only this
 * user can write, since a program that writes there decides which code runs. Without such a folder only the start is slower;
 * `NODE_COMPILE_CACHE` names another folder, and `NODE_DISABLE_COMPILE_CACHE` switches the cache off.
 */
export function enableCompileCache(temporary = tmpdir()): void {
  const user = process.getuid?.()
  const folder = join(
    temporary,
    user === undefined ? 'product-host-compile-cache' : `product-host-compile-cache-${user}`
  )
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    const isOwn = user === undefined || (uid === user && (mode & 0o022) === 0)
    if (isOwn && lstatSync(folder).isDirectory()) module.enableCompileCache(folder)
  } catch {
    // A read-only file system: modules are compiled at every start.
  }
}

/** A module of the same package by a plain relative path; Node resolves everything else. */
const relative = /^\.\.?\/[\w./-]+\.js$/

/**
 * Resolves what modules of a package import from their own package, as Node does: for each module Node asks the file system
 * whether it exists, what its real path is, and which package.json applies, which is a tenth of a start. Here a folder is listed
 * once. Node resolves what the listings do not decide: missing files, symbolic links, packages that are not ES modules.
 */
export function resolvePackageModules(): void {
  const folders = new Folders()
  registerHooks({
    resolve(specifier, context, next) {
      const url = relative.test(specifier) ? folders.resolve(specifier, context) : undefined
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
    }
  })
}

/** The context of an import or, where `conditions` lacks `import`, of a `require`; Node 22 gives a set of conditions for the latter. */
interface ImportContext {
  readonly conditions: Iterable<string>
  readonly importAttributes: object
  readonly parentURL?: string | undefined
}

/** A folder of a package of ES modules. */
interface Folder {
  /** The address of the package's folder. */
  readonly root: string
  readonly entries: ReadonlyMap<string, Dirent>
}

/** The folders of packages by their addresses, which end with a slash. */
class Folders {
  readonly #known = new Map<string, Folder | undefined>()

  /** The address of a module, if it is certainly the one that Node would find. */
  resolve(specifier: string, { conditions, importAttributes, parentURL }: ImportContext): string | undefined {
    if (!parentURL?.startsWith('file:///') || ![...conditions].includes('import')) return undefined
    if (Object.keys(importAttributes).length > 0) return undefined
    const from = this.#find(folderOf(parentURL))
    if (!from) return undefined
    const parts = specifier.split('/')
    const name = parts.pop() ?? ''
    const address = parts.reduce(step, folderOf(parentURL))
    const folder = this.#find(address)
    return folder?.root === from.root && folder.entries.get(name)?.isFile() ? address + name : undefined
  }

  #find(address: string): Folder | undefined {
    if (!this.#known.has(address)) this.#known.set(address, this.#read(address))
    return this.#known.get(address)
  }

  #read(address: string): Folder | undefined {
    if (address.endsWith('/node_modules/') || address.includes('%')) return undefined
    const entries = list(address)
    const manifest = entries.get('package.json')
    if (manifest) return manifest.isFile() && isModule(address) ? { root: address, entries } : undefined
    const outer = folderOf(address.slice(0, -1))
    if (outer === address || outer === 'file:///') return undefined
    const around = this.#find(outer)
    return around?.entries.get(address.slice(outer.length, -1))?.isDirectory()
      ? { root: around.root, entries }
      : undefined
  }
}

/** The folder that one part of a path leads to. */
function step(address: string, part: string): string {
  if (part === '.' || part === '') return address
  return part === '..' ? folderOf(address.slice(0, -1)) : `${address}${part}/`
}

function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/') + 1)
}

/** The entries of a folder by name; none when it cannot be read, which Node then reports. */
function list(address: string): ReadonlyMap<string, Dirent> {
  try {
    return new Map(readdirSync(fileURLToPath(address), { withFileTypes: true }).map(entry => [entry.name, entry]))
  } catch {
    return new Map()
  }
}

function isModule(address: string): boolean {
  try {
    const { type }: { type?: unknown } = JSON.parse(readFileSync(new URL('package.json', address), 'utf8'))
    return type === 'module'
  } catch {
    return false
  }
}
