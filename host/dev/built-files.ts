import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readDeployment } from '../deployment.js'
import { packageManifest } from '../products/locate.js'
import type { Settings } from '../settings.js'

/** What Node loads of a package. */
const built = /\.([cm]?js|json|wasm|node)$/

/** Files by their paths, each with what changes when it is written. */
export type Snapshot = ReadonlyMap<string, string>

/** The deployment file and the built files of its plugins, as they are now; dependencies and dot-folders are left out. */
export async function snapshot({ deploymentFile }: Pick<Settings, 'deploymentFile'>): Promise<Snapshot> {
  const files = new Map<string, string>()
  await note(deploymentFile, files)
  for (const folder of await pluginFolders(deploymentFile)) await walk(folder, files)
  return files
}

/** Resolves once a look differs from what was seen and is the same as the look before it; no look ends it too. */
export async function stillChange(seen: Snapshot, look: () => Promise<Snapshot | undefined>): Promise<void> {
  let last = seen
  for (let now = await look(); now; now = await look()) {
    if (!isSame(now, seen) && isSame(now, last)) return
    last = now
  }
}

function isSame(left: Snapshot, right: Snapshot): boolean {
  return left.size === right.size && [...left].every(([path, mark]) => right.get(path) === mark)
}

/** A deployment file that cannot be read has no plugins, and a plugin that is not installed has no folder. */
async function pluginFolders(file: string): Promise<readonly string[]> {
  const deployment = await readDeployment(file).catch(() => undefined)
  if (!deployment) return []
  const { plugins, folder } = deployment
  return plugins.flatMap(entry => {
    const manifest = packageManifest(entry.package, folder)
    return manifest === undefined ? [] : [dirname(manifest)]
  })
}

async function walk(folder: string, files: Map<string, string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await walk(path, files)
    else if (built.test(entry.name)) await note(path, files)
  }
}

/** A file that is gone by now is left out. */
async function note(path: string, files: Map<string, string>): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found) files.set(path, `${found.mtimeMs} ${found.size} ${found.ino}`)
}
