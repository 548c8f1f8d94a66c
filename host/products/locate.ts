import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PluginEntry } from '../deployment.js'
import { type Requirements, requireAll } from './requirements.js'

/** Where an installed plugin lies. */
export interface Located {
  /** The package's own version. */
  readonly version: string
  /** A module of the deployment's folder, from which the package is imported. */
  readonly parentUrl: string
}

/** Packages of which there must be one copy, since host and plugin meet in their objects. */
const shared = ['@product-host/sdk', 'tsyringe']

/** Finds a plugin's package from the deployment's folder. Throws, in a sentence, when it is missing, brings its own copies, or needs what is not there. */
export async function locate(entry: Pick<PluginEntry, 'package'>, folder: string): Promise<Located> {
  const parentUrl = pathToFileURL(join(folder, 'plugins.js')).href
  const manifest = packageManifest(entry.package, folder)
  if (manifest === undefined) throw new Error(`The package is not installed in ${folder}.`)
  for (const name of shared) {
    const theirs = packageJson(name, pathToFileURL(manifest).href)
    if (theirs !== undefined && theirs !== packageJson(name, import.meta.url))
      throw new Error(
        `It brings its own copy of ${name}; declare it as a peer dependency and install it once, beside the host.`
      )
  }
  const { version, ...requirements } = await read(manifest)
  await requireAll(requirements, async name => {
    const from = shared.includes(name) ? import.meta.url : pathToFileURL(manifest).href
    const path = packageJson(name, from)
    return path === undefined ? undefined : versionOf(await read(path))
  })
  return { version: versionOf({ version }) ?? 'unknown', parentUrl }
}

async function read(manifest: string): Promise<Requirements & { readonly version?: unknown }> {
  return JSON.parse(await readFile(manifest, 'utf8'))
}

function versionOf({ version }: { readonly version?: unknown }): string | undefined {
  return typeof version === 'string' ? version : undefined
}

/** The real path of the package.json of a package that is installed in or above a folder, or is the folder's own. */
export function packageManifest(name: string, folder: string): string | undefined {
  return packageJson(name, pathToFileURL(join(folder, 'plugins.js')).href)
}

/** The real path of a package's package.json as seen from a module, or undefined when it is not installed there. */
function packageJson(name: string, from: string): string | undefined {
  try {
    const path = findPackageJSON(name, from)
    return path === undefined ? undefined : realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
