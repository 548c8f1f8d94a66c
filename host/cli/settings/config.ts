import { Command } from 'commander'
import { isJsonObject, type JsonObject, jsonObjectOf, memberOf } from '../../base/json.js'
import { billingMode } from '../../billing/provider.js'
import { type Deployment, DeploymentFile, deploymentOf } from '../../deployment.js'
import { type DeploymentChange, deploymentChanges } from '../../operator/deployment-changes.js'
import { mask } from '../../operator/deployment-members.js'
import { requireInstalled } from '../../products/locate.js'
import { readSettings, SettingsError } from '../../settings.js'
import { changeLines } from '../deployment/check.js'
import {
  type DeploymentText,
  readDeploymentText,
  withMember,
  withOtherEntry,
  writeDeploymentText
} from '../deployment/edit-deployment.js'
import { findEntry } from '../deployment/find-entry.js'
import { failAndExit, flushAndExit, print } from '../output.js'

/** A member of the deployment file that was written. */
export interface WrittenMember {
  readonly file: string
  readonly changes: readonly DeploymentChange[]
}

const memberMeaning =
  'its path, such as rate.key, logLevel, retention.runDays or plugins.<slug or package>.limits.atOnce'

const followedHelp = '\nHosts that run follow most members within 2 s; the command says which ones need a restart.'

/** `product-host config` */
export function configCommands(environment: NodeJS.ProcessEnv): Command {
  const commands = new Command('config').description('read and change members of the deployment file')
  commands
    .command('get')
    .description('show a member of the deployment file, or its default; what may be a secret is masked')
    .argument('<member>', memberMeaning)
    .option('--json', 'for scripts')
    .action(async (member: string, { json }: { readonly json?: boolean }) => {
      const value = await memberValue(environment, member).catch(failAndExit)
      print(json, value, [value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)])
      await flushAndExit(0)
    })
  commands
    .command('set')
    .description(
      'write a member of the deployment file, once the file is checked with it; the rest stays as it is written'
    )
    .argument('<member>', memberMeaning)
    .argument('<value>', 'JSON such as 64, [600,10] or true; anything else is a text')
    .option('--json', 'for scripts')
    .addHelpText('after', followedHelp)
    .action(async (member: string, text: string, { json }: { readonly json?: boolean }) => {
      const written = await setMember(environment, member, jsonOrText(text)).catch(failAndExit)
      print(json, written, changeLines(written.changes))
      await flushAndExit(0)
    })
  commands
    .command('unset')
    .description('leave a member of the deployment file to its default; the rest stays as it is written')
    .argument('<member>', memberMeaning)
    .option('--json', 'for scripts')
    .addHelpText('after', followedHelp)
    .action(async (member: string, { json }: { readonly json?: boolean }) => {
      const written = await setMember(environment, member, undefined).catch(failAndExit)
      print(json, written, changeLines(written.changes))
      await flushAndExit(0)
    })
  return commands
}

/** JSON, or the text itself. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value of a member with its default; null where it has none. Rejects, in a sentence, where there is no such member. */
export async function memberValue(environment: NodeJS.ProcessEnv, member: string): Promise<unknown> {
  const current = await requireText(environment)
  const content = structuredClone(current.content)
  // Checking adds the defaults.
  deploymentOf(current.path, content)
  const { index, steps } = await located(environment, current, member)
  const value = steps.reduce(memberOf, index === undefined ? content : content.plugins[index]) ?? null
  return masked(value, index === undefined ? [] : steps)
}

/**
 * Writes a member, or leaves it to its default where there is no value. Rejects, in a sentence, where the host would not start with the file;
 * nothing is written then.
 */
export async function setMember(
  environment: NodeJS.ProcessEnv,
  member: string,
  value: unknown
): Promise<WrittenMember> {
  const current = await requireText(environment)
  const { index, steps } = await located(environment, current, member)
  const written = index === undefined ? current.content : (current.content.plugins[index] ?? {})
  const changed = withValue(written, steps, value, member)
  const content =
    index === undefined ? changed : { ...current.content, plugins: current.content.plugins.with(index, changed) }
  const [before, after] = [current.content, content].map(each => deploymentOf(current.path, structuredClone(each)))
  requireUsable(after, environment)
  const [name = ''] = steps
  const text = index === undefined ? withMember(current, name, changed[name]) : withOtherEntry(current, index, changed)
  await writeDeploymentText(current, text)
  return { file: current.path, changes: before && after ? deploymentChanges(before, after) : [] }
}

async function requireText(environment: NodeJS.ProcessEnv): Promise<DeploymentText> {
  const current = await readDeploymentText(readSettings(environment).deploymentFile)
  if (current.isNew) throw new SettingsError(`The deployment file ${current.path} does not exist.`)
  return current
}

/** What would stop a start, or keep running hosts from following the file. */
function requireUsable(deployment: Deployment | undefined, environment: NodeJS.ProcessEnv): void {
  if (!deployment) return
  requireInstalled(deployment)
  billingMode(deployment, readSettings(environment))
}

/** Where a member is: in the entry of a product, or beside the entries. */
async function located(
  environment: NodeJS.ProcessEnv,
  { content }: DeploymentText,
  member: string
): Promise<{ readonly index: number | undefined; readonly steps: readonly string[] }> {
  const [, rest] = /^plugins\.(.+)$/.exec(member) ?? []
  const steps = (rest === undefined ? member : '').split('.').filter(step => step !== '')
  if (rest === undefined) {
    if (member === 'plugins') throw new Error('Name a product, as in plugins.<slug or package>.limits.')
    requireKnown(steps, DeploymentFile, member)
    return { index: undefined, steps }
  }
  const names = content.plugins.flatMap(({ package: name, slug }) =>
    [name ?? slug].filter(each => typeof each === 'string')
  )
  const known = names
    .filter(name => rest === name || rest.startsWith(`${name}.`))
    .sort((a, b) => b.length - a.length)[0]
  const product = known ?? rest.split('.', 1)[0] ?? ''
  const { index } = await findEntry(environment, product)
  const below = rest.slice(product.length + 1)
  if (below === '') throw new Error(`Name a member of the entry, as in plugins.${product}.limits.`)
  requireKnown(below.split('.'), DeploymentFile.properties.plugins.items, member)
  return { index, steps: below.split('.') }
}

/** Throws where a schema has no such member; what a schema leaves open, such as options, may have any. */
function requireKnown(steps: readonly string[], schema: unknown, member: string): void {
  let at = schema
  for (const step of steps) {
    const properties = memberOf(at, 'properties')
    if (properties === undefined) return
    if (!isJsonObject(properties) || !Object.hasOwn(properties, step))
      throw new Error(
        `The deployment file has no member "${member}": "${step}" is not one of ${Object.keys(jsonObjectOf(properties)).join(', ')}.`
      )
    at = properties[step]
  }
}

/** An object with another value in one place; without the member where there is no value. */
function withValue(
  object: JsonObject,
  [step = '', ...rest]: readonly string[],
  value: unknown,
  member: string
): JsonObject {
  const { [step]: present, ...others } = object
  if (rest.length === 0) return value === undefined ? others : { ...object, [step]: value }
  if (present !== undefined && !isJsonObject(present))
    throw new Error(`"${step}" of "${member}" is no object; set it whole, as JSON.`)
  if (present === undefined && value === undefined) return object
  return { ...object, [step]: withValue(present ?? {}, rest, value, member) }
}

/** The members of an entry in whose texts there may be a secret. */
const secretMembers: readonly string[] = ['options', 'env', 'headers', 'auth']

/** A value of an entry, with what may be a secret masked. */
function masked(value: unknown, steps: readonly string[]): unknown {
  if (steps.some(step => secretMembers.includes(step))) return withoutTexts(value)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, [name])]))
}

function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return mask
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTexts(each)]))
}
