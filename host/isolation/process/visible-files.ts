import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the process of a plugin sees of the machine's files. */
export interface VisibleFiles {
  /** Files and folders that it may read, by their real paths. */
  readonly read: readonly string[]
  /** Folders that it may write too. */
  readonly write: readonly string[]
  /** Where each link leads by which packages are found. */
  readonly links: ReadonlyMap<string, string>
}

/** What the code of the host needs that serves a plugin. */
const ofHost = ['@product-host/sdk', 'reflect-metadata']

const hostFolder = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The files of a package: its own, those of the packages that it and they depend on, and the sdk with what serves a plugin. `parentUrl` is
 * the module from which it is imported.
 */
export function filesOfPlugin(
  name: string,
  parentUrl: string,
  more: Pick<VisibleFiles, 'read' | 'write'>
): VisibleFiles {
  const packages = new InstalledPackages()
  const own = packages.add(name, dirname(fileURLToPath(parentUrl)))
  for (const from of [own ?? hostFolder, hostFolder]) for (const each of ofHost) packages.add(each, from)
  const { folders, links } = packages
  const host = [join(hostFolder, 'dist'), join(hostFolder, 'package.json')]
  const real = (paths: readonly string[]) => paths.filter(existsSync).map(path => realpathSync(path))
  return { read: outermost([...folders, ...host, ...real(more.read)]), write: real(more.write), links }
}

/** Packages and their dependencies, as Node finds them. */
class InstalledPackages {
  readonly folders = new Set<string>()
  readonly links = new Map<string, string>()

  /** Adds a package as modules in a folder find it, with what it depends on. Returns its real path, if it is installed. */
  add(name: string, from: string): string | undefined {
    const folder = found(name, from)
    if (folder === undefined) return undefined
    const real = this.#follow(folder)
    if (this.folders.has(real)) return real
    this.folders.add(real)
    for (const each of dependenciesOf(real)) this.add(each, real)
    return real
  }

  /** The real path; each link on the way is noted. */
  #follow(path: string): string {
    const parts = path.split(sep)
    for (let count = 2; count <= parts.length; count++) {
      const part = parts.slice(0, count).join(sep)
      if (!lstatSync(part).isSymbolicLink()) continue
      const target = readlinkSync(part)
      this.links.set(part, target)
      return this.#follow(resolve(dirname(part), target, ...parts.slice(count)))
    }
    return path
  }
}

function found(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (basename(folder) !== 'node_modules' && existsSync(join(place, 'package.json'))) return place
    // A package may import itself by its name.
    if (nameIn(folder) === name) return folder
    if (dirname(folder) === folder) return undefined
  }
}

function nameIn(folder: string): unknown {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).name : undefined
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8')
  )
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })
}

/** Without paths that are within others. */
function outermost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter(path => !paths.some(other => other !== path && path.startsWith(other + sep)))
}
