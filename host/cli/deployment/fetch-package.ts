import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { validRange } from 'semver'
import { exists, readJsonFile } from '../../base/files.js'
import { memberOf } from '../../base/json.js'
import { packageFolder, sharedPackages, versionFolder } from '../../products/locate.js'
import { type Provenance, provenanceOf } from './provenance.js'

/** A version of a package in a folder of its own. */
export interface FetchedPackage {
  readonly version: string
  /** The digest of the package by the registry; null where npm knows none. */
  readonly integrity: string | null
  /** Where it was built, or why nothing proves that. */
  readonly provenance: Provenance | string
}

/** npm, as long as a registry may take, in milliseconds. */
const longestMs = 300_000

const run = promisify(execFile)

/**
 * Fetches a version of a package, with what it depends on, into a folder of its own beside the deployment file. No script of a package runs.
 * `range` is a version, a range or a tag of the registry. Rejects, in a sentence, when npm does, and when an attestation does not verify.
 */
export async function fetchPackage(name: string, range: string, folder: string): Promise<FetchedPackage> {
  if (validRange(range) === null && !/^[A-Za-z][\w.-]*$/.test(range))
    throw new Error(`"${range}" is neither a version, nor a range such as ^2.1.0, nor a tag such as latest.`)
  const known = versionFolder(name, range, folder)
  if (exists(known)) return { ...(await fetchedIn(known, name)), provenance: await storedProvenance(known) }
  const packages = dirname(known)
  await mkdir(packages, { recursive: true })
  const partial = await mkdtemp(join(packages, '.new-'))
  try {
    await writeFile(join(partial, 'package.json'), '{ "private": true }\n')
    // What host and plugin share is the host's: peers are not fetched.
    await npm(['install', `${name}@${range}`, '--save-exact', '--omit=dev', '--legacy-peer-deps'], partial)
    const found = await fetchedIn(partial, name)
    const target = versionFolder(name, found.version, folder)
    if (exists(target)) return { ...found, provenance: await storedProvenance(target) }
    const dist = JSON.parse(await npm(['view', `${name}@${found.version}`, 'dist', '--json'], partial))
    const provenance = await provenanceOf({ name, ...found, dist })
    await writeFile(join(partial, provenanceFile), JSON.stringify(provenance))
    for (const shared of sharedPackages) await link(shared, partial)
    await chmod(partial, 0o755)
    await rename(partial, target)
    return { ...found, provenance }
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** The newest version of a package by the registry. Rejects, in a sentence, when npm does. */
export async function newestVersion(name: string, folder: string): Promise<string> {
  const newest: unknown = JSON.parse(await npm(['view', `${name}@latest`, 'version', '--json'], folder))
  if (typeof newest !== 'string') throw new Error(`The registry has no newest version of ${name}.`)
  return newest
}

/** The file in the folder of a version that says where it was built. */
const provenanceFile = 'provenance.json'

/** Where a version that was fetched was built, as it was found out then. */
export async function storedProvenance(place: string): Promise<Provenance | string> {
  const file = join(place, provenanceFile)
  return exists(file) ? ((await readJsonFile(file)) as Provenance | string) : 'it was not looked up'
}

async function fetchedIn(place: string, name: string): Promise<Omit<FetchedPackage, 'provenance'>> {
  const version = memberOf(await readJsonFile(join(place, 'node_modules', name, 'package.json')), 'version')
  if (typeof version !== 'string') throw new Error(`The package ${name} has no version in its package.json.`)
  const lock = await readJsonFile(join(place, 'package-lock.json'))
  const integrity = memberOf(memberOf(memberOf(lock, 'packages'), `node_modules/${name}`), 'integrity')
  return { version, integrity: typeof integrity === 'string' ? integrity : null }
}

/** Lets what was fetched use the host's copy of a package, unless it brings its own, which the host refuses to serve. */
async function link(name: string, place: string): Promise<void> {
  const own = join(place, 'node_modules', name)
  const theirs = packageFolder(name)
  if (theirs === undefined || exists(own)) return
  await mkdir(dirname(own), { recursive: true })
  await symlink(theirs, own)
}

async function npm(parameters: readonly string[], folder: string): Promise<string> {
  // What is meant for this process does not reach npm.
  const { NODE_OPTIONS: _options, ...environment } = process.env
  const options = { cwd: folder, env: environment, timeout: longestMs, maxBuffer: 64 * 1024 * 1024 }
  try {
    const { stdout } = await run('npm', [...parameters, '--ignore-scripts', '--no-audit', '--no-fund'], options)
    return stdout
  } catch (error) {
    if (memberOf(error, 'code') === 'ENOENT') throw new Error('npm is not installed, which fetches packages.')
    const said = String(memberOf(error, 'stderr') ?? error)
    const lines = said.split('\n').map(line => line.replace(/^npm error\s*/, '').trim())
    const reasons = lines.filter(line => line !== '' && !/^(code |A complete log|npm )/.test(line))
    throw new Error(`npm refuses: ${reasons.slice(0, 2).join(' ').slice(0, 500) || 'it says no reason'}`)
  }
}
