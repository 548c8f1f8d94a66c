import { CONTRACT } from '@product-host/sdk'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

/** What a package.json says that a plugin needs. */
export interface Requirements {
  readonly engines?: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, unknown>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: unknown } | undefined>>
  /** The contract between host and plugin that it was written for, to be known before its code is run. */
  readonly productHost?: { readonly contract?: unknown }
}

/**
 * Judges what a plugin needs before any of its code is run; `versionOf` gives the version of a package beside it. Throws, in
 * a sentence, at the first thing that is not there. Ranges that only npm understands are npm's to judge.
 */
export async function requireAll(
  { engines = {}, peerDependencies = {}, peerDependenciesMeta = {}, productHost }: Requirements,
  versionOf: (name: string) => Promise<string | undefined>
): Promise<void> {
  const contract = productHost?.contract
  if (contract !== undefined && contract !== CONTRACT)
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
