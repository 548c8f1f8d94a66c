import { readFile, stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minVersion, validRange } from 'semver'

/** What a new plugin is built against. */
export interface Versions {
  /** The range of sdks that the plugin works with. */
  readonly peer: string
  /** What npm installs to build and try it: a range, or the path of a tarball from the plugin's folder. */
  readonly sdk: string
  readonly host: string
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** What this host knows, unless a version or a tarball is named. Throws, in a sentence, when what is named is neither. */
export async function versionsFor(
  folder: string,
  { sdk, host }: { readonly sdk?: string; readonly host?: string }
): Promise<Versions> {
  const manifest: Manifest = JSON.parse(
    await readFile(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')
  )
  const known = manifest.dependencies['@product-host/sdk'] ?? `^${manifest.version}`
  return {
    peer: sdk !== undefined && validRange(sdk) ? `^${minVersion(sdk)}` : known,
    sdk: sdk === undefined ? known : await specifier(sdk, folder),
    host: host === undefined ? `^${manifest.version}` : await specifier(host, folder)
  }
}

async function specifier(named: string, folder: string): Promise<string> {
  if (validRange(named)) return named
  const path = resolve(named)
  const isFile = await stat(path).then(
    found => found.isFile(),
    () => false
  )
  if (!isFile) throw new Error(`"${named}" is neither a version, such as 0.1.0, nor a tarball that npm pack made.`)
  return `file:${relative(folder, path).replaceAll('\\', '/')}`
}
