import { once } from 'node:events'
import { dirname, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import { type Deployment, readDeployment } from '../../deployment.js'
import { findPackage } from '../../products/locate.js'

/** A change is complete when no file has changed for this time, in milliseconds. */
const defaultQuietMs = 100

/** How often a plugin that is not installed is searched for again, in milliseconds. */
const searchMs = 1_000

/** The files that Node loads of a package. */
const built = /\.([cm]?js|json|wasm|node)$/

/** A watch that has begun. */
interface Watch {
  /** Resolves after the first complete change. Rejects if the system does not permit to watch that many files. */
  readonly changed: Promise<void>
  close(): Promise<void>
}

/**
 * Watches the deployment file and the built files of its plugins; dependencies and dot-folders are left out. Resolves when
 * every later change will be noticed.
 */
export async function watchDeployment(file: string, quietMs = defaultQuietMs): Promise<Watch> {
  const { folders, missing } = await pluginsOf(file)
  const { promise: changed, resolve, reject } = Promise.withResolvers<void>()
  // It may reject before anyone waits for it.
  changed.catch(() => undefined)
  let quiet: NodeJS.Timeout | undefined
  const touch = () => {
    clearTimeout(quiet)
    quiet = setTimeout(resolve, quietMs)
  }
  const watcher = watch([file, ...folders], {
    ignoreInitial: true,
    ignored: (path, stats) =>
      isIgnored(path, folders) || (stats?.isFile() === true && !built.test(path) && path !== file)
  })
  const search = setInterval(() => missing.some(isInstalled) && touch(), searchMs).unref()
  await once(watcher, 'ready')
  watcher.on('all', touch).on('error', reject)
  return {
    changed,
    async close() {
      clearInterval(search)
      clearTimeout(quiet)
      await watcher.close()
    }
  }
}

/** A plugin as the deployment file names it. */
interface NamedPlugin {
  readonly name: string
  /** The deployment's folder. */
  readonly folder: string
}

/** The folders of the installed plugins, and the others. A deployment file that cannot be read has no plugins. */
async function pluginsOf(file: string): Promise<{ folders: readonly string[]; missing: readonly NamedPlugin[] }> {
  const deployment: Deployment | undefined = await readDeployment(file).catch(() => undefined)
  const packages = deployment?.plugins.filter(({ source }) => !source)
  const named = packages?.map(entry => ({ name: entry.package, folder: deployment?.folder ?? '' })) ?? []
  const folders = named.flatMap(({ name, folder }) => {
    const manifest = findPackage({ package: name }, folder)?.manifest
    return manifest === undefined ? [] : [dirname(manifest)]
  })
  return { folders, missing: named.filter(plugin => !isInstalled(plugin)) }
}

function isInstalled({ name, folder }: NamedPlugin): boolean {
  return findPackage({ package: name }, folder) !== undefined
}

/** Whether a path is in a dependency or a dot-folder of the plugin that it belongs to. */
function isIgnored(path: string, folders: readonly string[]): boolean {
  const folder = folders.find(each => path.startsWith(each + sep))
  if (folder === undefined) return false
  return relative(folder, path)
    .split(sep)
    .some(part => part === 'node_modules' || part.startsWith('.'))
}
