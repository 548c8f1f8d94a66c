import { isDeepStrictEqual } from 'node:util'
import type { Deployment, PluginEntry } from '../deployment.js'
import { mask } from './deployment-members.js'

/** A member of the deployment file that says something else than before. */
export interface DeploymentChange {
  /** Its path in the file, a plugin by its name, such as `rate.key` or `plugins.@acme/notes.limits.atOnce`. */
  readonly member: string
  /** As the file has it, or its default; null for nothing. What may be a secret is masked. */
  readonly from: unknown
  readonly to: unknown
  /** Whether a running host follows it; otherwise it needs a restart. */
  readonly isFollowed: boolean
}

/** The members that a running host follows; it is composed by the others. */
const followed: readonly string[] = ['plugins', 'rate', 'egress', 'retention', 'backup', 'logLevel']

/** Whether a running host follows a member, by its path. */
export function isFollowed(member: string): boolean {
  return followed.includes(member.split('.', 1)[0] ?? '')
}

/** What a deployment says otherwise than one before it. */
export function deploymentChanges(before: Deployment, after: Deployment): readonly DeploymentChange[] {
  const [old, next] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap(member => {
    const [from, to] = [old.get(member), next.get(member)]
    // Of a plugin that comes or goes, the entry is named, and not each of its members.
    const entry = (from ?? to)?.entry
    if (entry !== undefined && !(old.has(entry) && next.has(entry))) return []
    if (isDeepStrictEqual(from?.value, to?.value)) return []
    const shown = (value: Value | undefined) => (value?.isSecret ? mask : (value?.value ?? null))
    const goesByBilling = before.billing !== after.billing && member === `${entry}.requires`
    return [{ member, from: shown(from), to: shown(to), isFollowed: isFollowed(member) && !goesByBilling }]
  })
}

/**
 * What a running host serves once it has followed a deployment: the members that need a restart are as they were, and where `billing` is
 * one of them, what plugins require too.
 */
export function servedAfter(
  before: Deployment,
  { plugins, disabled, rates, egress, retention, backup, billing, logLevel }: Deployment
): Deployment {
  const required = new Map([...before.plugins, ...before.disabled].map(entry => [entry.package, entry.requires]))
  const served = (entries: readonly PluginEntry[]) =>
    billing === before.billing
      ? entries
      : entries.map(entry => ({ ...entry, requires: required.get(entry.package) ?? entry.requires }))
  return {
    ...before,
    plugins: served(plugins),
    disabled: served(disabled),
    rates,
    egress,
    retention,
    backup,
    logLevel
  }
}

interface Value {
  readonly value: unknown
  readonly isSecret?: boolean
  /** The path of the entry that it is a member of. */
  readonly entry?: string
}

/** The values of a deployment by the paths of their members. */
function valuesOf({ plugins, disabled, rates, folder: _folder, ...others }: Deployment): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  const add = (path: string, value: unknown, more: Omit<Value, 'value'> = {}) => {
    if (value !== undefined) values.set(path, { value, ...more })
  }
  for (const [entries, state] of [
    [plugins, 'served'],
    [disabled, 'switched off']
  ] as const)
    for (const entry of entries) {
      const path = `plugins.${entry.source?.slug ?? entry.package}`
      add(path, state)
      for (const [name, value, isSecret] of membersOf(entry)) add(`${path}.${name}`, value, { isSecret, entry: path })
    }
  for (const [name, rate] of Object.entries(rates))
    add(`rate.${name}`, typeof rate === 'number' ? rate : [rate.requests, rate.seconds])
  for (const [name, value] of Object.entries(others))
    if (typeof value === 'object') for (const [below, each] of Object.entries(value)) add(`${name}.${below}`, each)
    else add(name, value)
  return values
}

type Member = readonly [name: string, value: unknown, isSecret: boolean]

/** The members of an entry; a variable, a header or an option that is a text may be a secret. */
function membersOf({ package: _package, limits, options, source, ...others }: PluginEntry): readonly Member[] {
  const { slug: _slug, mcp, openapi, ...words } = source ?? {}
  const kind = mcp ? 'mcp' : 'openapi'
  return [
    ...plain(others, ''),
    ...plain(limits, 'limits.'),
    ...Object.entries(options).map(
      ([name, value]): Member => [`options.${name}`, value, !['boolean', 'number'].includes(typeof value)]
    ),
    ...plain(words, ''),
    ...Object.entries(mcp ?? openapi ?? {}).map(
      ([name, value]): Member => [`${kind}.${name}`, value, ['env', 'headers', 'auth'].includes(name)]
    )
  ]
}

function plain(members: object, before: string): readonly Member[] {
  return Object.entries(members).map(([name, value]) => [before + name, value, false])
}
