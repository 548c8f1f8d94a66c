import { readdirSync, realpathSync } from 'node:fs'
import { findPackageJSON, isBuiltin } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CONTRACT } from '@product-host/sdk'
import { fromContract1 } from '@product-host/sdk/runtime'
import rcompare from 'semver/functions/rcompare.js'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { isMissing, JsonIssue, readJsonFile } from '../base/files.js'
import { jsonObjectOf } from '../base/json.js'
import type { Deployment, Isolation, PluginEntry } from '../deployment.js'
import { SettingsError } from '../settings.js'

/** The location of an installed plugin. */
interface Located {
  /** The package's own version. */
  readonly version: string
  /** A module of the deployment's folder or of the host, from which the package is imported. */
  readonly parentUrl: string
  /** Where it runs unless the deployment file says something else: in a process, if it is no package of this project. */
  readonly isolation: Isolation
  /** Where the package itself says that it runs. */
  readonly declared: Isolation
}

/** Packages that host and plugin must share in one copy, because they exchange objects of their classes. */
export const sharedPackages = ['@product-host/sdk', 'tsyringe']

/**
 * Finds a plugin's package from the deployment's folder or the host's. Throws, in a sentence, if it is missing, contains its own copy
 * of a shared package, or lacks a requirement.
 */
export async function locate(entry: NamedPackage, folder: string): Promise<Located> {
  const found = findPackage(entry, folder)
  if (!found) throw new Error(`The package ${notInstalled(entry, folder)}.`)
  const { manifest, parentUrl } = found
  for (const name of sharedPackages) {
    const theirs = packageJson(name, pathToFileURL(manifest).href)
    if (theirs !== undefined && theirs !== packageJson(name, import.meta.url))
      throw new Error(
        `It brings its own copy of ${name}; declare it as a peer dependency and install it once, beside the host.`
      )
  }
  const { version, ...requirements } = await read(manifest)
  await requireAll(requirements, async name => {
    const from = sharedPackages.includes(name) ? import.meta.url : pathToFileURL(manifest).href
    const path = packageJson(name, from)
    return path === undefined ? undefined : versionOf(await read(path))
  })
  const declared = isolationOf(requirements)
  const isolation = ownScope.test(entry.package) ? declared : 'process'
  return { version: versionOf({ version }) ?? 'unknown', parentUrl, isolation, declared }
}

async function read(manifest: string): Promise<Requirements & { readonly version?: unknown }> {
  try {
    return jsonObjectOf(await readJsonFile(manifest))
  } catch (error) {
    if (error instanceof JsonIssue) throw new Error(`Its package.json ${error.message}.`)
    throw error
  }
}

function versionOf({ version }: { readonly version?: unknown }): string | undefined {
  return typeof version === 'string' ? version : undefined
}

/** An installed package. */
interface InstalledPackage {
  /** The real path of its package.json. */
  readonly manifest: string
  /** The module from which it is imported. */
  readonly parentUrl: string
}

/** A package as an entry of the deployment file names it. */
export type NamedPackage = Pick<PluginEntry, 'package' | 'version'>

/**
 * A package that is installed in or above the deployment's folder, or is the folder's own; otherwise, one that is installed with the host.
 * An entry that names a version means the one that was fetched into a folder of its own. None is found that Node has a module for.
 */
export function findPackage({ package: name, version }: NamedPackage, folder: string): InstalledPackage | undefined {
  if (isBuiltin(name)) return undefined
  const moduleIn = (place: string) => pathToFileURL(join(place, 'plugins.js')).href
  if (version !== undefined) {
    const own = versionFolder(name, version, realpathSync(folder))
    const parentUrl = moduleIn(own)
    const manifest = packageJson(name, parentUrl)
    // A folder above may have another version installed.
    return manifest?.startsWith(join(own, sep)) ? { manifest, parentUrl } : undefined
  }
  for (const parentUrl of [moduleIn(folder), import.meta.url]) {
    const manifest = packageJson(name, parentUrl)
    if (manifest !== undefined) return { manifest, parentUrl }
  }
  return undefined
}

/** Where a version of a package is fetched to, so that it is a module graph of its own. */
export function versionFolder(name: string, version: string, folder: string): string {
  return join(folder, '.product-host', 'packages', `${name.replace('/', '+')}@${version}`)
}

/** The versions of a package that were fetched, the newest first. */
export function fetchedVersions(name: string, folder: string): readonly string[] {
  const place = versionFolder(name, '', folder)
  try {
    const start = basename(place)
    const names = readdirSync(dirname(place)).filter(each => each.startsWith(start))
    return names.map(each => each.slice(start.length)).sort(rcompare)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The real folder of a package that the host itself uses. */
export function packageFolder(name: string): string | undefined {
  const manifest = packageJson(name, import.meta.url)
  return manifest && dirname(manifest)
}

/** Throws a `SettingsError` when a plugin that the deployment requires is not installed. */
export function requireInstalled({ plugins, folder }: Pick<Deployment, 'plugins' | 'folder'>): void {
  const missing = plugins.find(entry => entry.required && !entry.source && !findPackage(entry, folder))
  if (missing)
    throw new SettingsError(
      `The deployment requires the plugin ${missing.package}, which ${notInstalled(missing, folder)}.`
    )
}

/** Why a package is not found, such as where it was looked for. */
export function notInstalled({ package: name, version }: NamedPackage, folder: string): string {
  if (isBuiltin(name))
    return (
      `has the name of a module of Node, which would be imported in its place: install it under another name, ` +
      `as by "npm install my-${name}@npm:${name}", and name my-${name}`
    )
  if (version !== undefined) return `is not fetched in version ${version}: "product-host upgrade ${name}" does that`
  const host = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)))
  return `is not installed in ${folder}, the folder of the deployment file, nor with the host in ${host}`
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

/** The requirements of a plugin in its package.json. */
interface Requirements {
  readonly engines?: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, unknown>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: unknown } | undefined>>
  /** The contract that the plugin was written for, which is checked before its code runs, and where it runs. */
  readonly productHost?: { readonly contract?: unknown; readonly isolation?: unknown }
}

/** The packages of this project. They decide where they run. */
const ownScope = /^@product-host\//

/** A package that says nothing runs in a thread. */
function isolationOf({ productHost: { isolation = 'thread' } = {} }: Requirements): Isolation {
  if (isolation !== 'inline' && isolation !== 'thread' && isolation !== 'process')
    throw new Error(
      'Its package.json declares a "productHost"."isolation" that this host does not know; write "process", "thread" or "inline", or leave it out.'
    )
  return isolation
}

/**
 * Checks the requirements of a plugin before any of its code runs; `versionOf` returns the version of an installed
 * package. Throws, in a sentence, at the first requirement that is not met. Ranges that only npm understands are not
 * checked.
 */
async function requireAll(
  { engines = {}, peerDependencies = {}, peerDependenciesMeta = {}, productHost }: Requirements,
  versionOf: (name: string) => Promise<string | undefined>
): Promise<void> {
  const contract = productHost?.contract
  if (contract === undefined || contract === 1) throw new Error(fromContract1)
  if (contract !== CONTRACT)
    throw new Error(`It declares contract ${String(contract)}; this host knows contract ${CONTRACT}.`)
  if (!isWithin(process.versions.node, engines.node))
    throw new Error(`It needs Node ${String(engines.node)}, and this is ${process.versions.node}.`)
  for (const [name, range] of Object.entries(peerDependencies)) {
    const version = await versionOf(name)
    if (version === undefined && peerDependenciesMeta[name]?.optional === true) continue
    if (version === undefined) throw new Error(`It needs ${name} ${String(range)}, which is not installed beside it.`)
    if (!isWithin(version, range)) throw new Error(`It needs ${name} ${String(range)}, and ${version} is installed.`)
  }
}

function isWithin(version: string, range: unknown): boolean {
  if (typeof range !== 'string' || validRange(range) === null) return true
  return satisfies(version, range, { includePrerelease: true })
}
