import { dirname } from 'node:path'
import type { Logger } from '@product-host/sdk'
import { Command, Option } from 'commander'
import { type JsonObject, jsonObjectOf } from '../../base/json.js'
import { type Deployment, deploymentOf, type PluginEntry } from '../../deployment.js'
import type { NetworkMember } from '../../entries/sandbox.js'
import { type Inspected, inspectPlugins } from '../../products/inspect.js'
import { versionFolder } from '../../products/locate.js'
import { readSettings } from '../../settings.js'
import { failAndExit, flushAndExit, isConfirmed, namesArgument, print, requireAnswer, table } from '../output.js'
import { readDeploymentText, withEntry, writeDeploymentText } from './edit-deployment.js'
import { storedProvenance } from './fetch-package.js'
import { type EntryOptions, namedEntry } from './named-entry.js'
import { type Provenance, provenanceText } from './provenance.js'

/** A product that an entry would bring, as its operator sees it before it is written. */
export interface NewProduct {
  /** The deployment file. */
  readonly file: string
  readonly isFileNew: boolean
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly actions: readonly {
    readonly name: string
    readonly title: string
    readonly effect: string
    readonly destructive: boolean
  }[]
  /** The tokens that its actions work with. */
  readonly needs: readonly string[]
  /** What an account enters. */
  readonly settings: readonly { readonly name: string; readonly title: string; readonly isSecret: boolean }[]
  /** Where a package that was fetched was built, or why nothing proves that; null for what was not fetched. */
  readonly provenance: Provenance | string | null
  /** Where requests go; null for a program and a package. */
  readonly server: string | null
  /** Whether all accounts use one process or session of an MCP server; null for what is none. */
  readonly isShared: boolean | null
  /** Whether its program runs in a sandbox; null where there is no program. */
  readonly isSandboxed: boolean | null
  /** How its program reaches other machines; null where there is no program. */
  readonly network: NetworkMember | null
  readonly warnings: readonly string[]
}

interface Options extends EntryOptions {
  readonly yes?: true
  readonly json?: true
}

/** `product-host add` */
export function addCommand(environment: NodeJS.ProcessEnv): Command {
  const each = (value: string, before: readonly string[] = []) => [...before, value]
  return new Command('add')
    .description('add a product to the deployment file: an MCP server, an HTTP interface or a package')
    .argument(
      '<product>',
      'mcp:<program and arguments>, mcp:<URL>, openapi:<document>, or a package, with a version as in @acme/notes@^2 or without'
    )
    .option('--slug <slug>', 'the name of the product in URLs; by default, made from the name of the server')
    .option('--title <text>', 'what people call the product')
    .option('--description <text>', 'what the product is for')
    .option('--tools <names>', 'only these tools of an MCP server, with commas between them', namesArgument)
    .option('--shared', 'all accounts use one process or session of an MCP server')
    .option('--trust-annotations', 'the effects of tools are as the MCP server says')
    .option('--env <NAME=value>', 'a variable of the program; may be given several times', each)
    .option('--header <"Name: value">', 'a header of every request to a URL; may be given several times', each)
    .option('--overlay <file>', 'an OpenAPI Overlay that changes the document; may be given several times', each)
    .option('--server <URL>', 'where the HTTP interface is; by default, the first server of its document')
    .option('--operations <names>', 'only these operations of a document, with commas between them', namesArgument)
    .option('--tags <names>', 'only the operations with these tags', namesArgument)
    .addOption(new Option('--isolation <where>', 'where a package runs').choices(['inline', 'thread', 'process']))
    .addOption(
      new Option('--sandbox <when>', 'when a program or a process runs in a sandbox').choices([
        'auto',
        'required',
        'none'
      ])
    )
    .addOption(
      new Option('--network <how>', 'how a program in a sandbox reaches other machines').choices([
        'proxy',
        'host',
        'none'
      ])
    )
    .option('--read <path>', 'a file or folder that it may read in the sandbox; may be given several times', each)
    .option('--write <folder>', 'a folder that it may write in the sandbox; may be given several times', each)
    .option('--requires-card', 'an account needs a payment card for the product, where there is billing')
    .option('--required', 'the host is ready only with the product')
    .option('--yes', 'write it without a question')
    .option('--json', 'for scripts')
    .addHelpText(
      'after',
      `
In --env and --header, @token is the setting "token" that each account enters, such as --header "Authorization: Bearer @token".
The product is tried before it is written: a program runs for this, and a package is imported.`
    )
    .action(async (named: string, { yes, json, ...options }: Options) => {
      requireAnswer(yes)
      const show = (lines: readonly string[]) =>
        json ? yes || process.stderr.write(`${lines.join('\n')}\n`) : print(false, undefined, lines)
      try {
        const added = await addProduct(environment, named, options, async product => {
          show(aboutProduct(product))
          return yes || isConfirmed(`Add ${product.slug} to ${product.file}?`)
        })
        const { slug, file, isFileNew } = added
        const where = isFileNew ? `the new deployment file ${file}` : file
        print(json, added, [`Added ${slug} to ${where}. A host that runs serves it within seconds.`])
      } catch (error) {
        await failAndExit(error)
      }
      await flushAndExit(0)
    })
}

/**
 * Tries a product and writes its entry into the deployment file when `isWanted` consents. Rejects, in a sentence, when it would not be
 * served, or when there is one of its name already; nothing is written then.
 */
export async function addProduct(
  environment: NodeJS.ProcessEnv,
  named: string,
  options: EntryOptions,
  isWanted: (product: NewProduct) => Promise<boolean>
): Promise<NewProduct> {
  const current = await readDeploymentText(readSettings(environment).deploymentFile)
  const { path, content, isNew } = current
  const entry = await namedEntry(named, options, dirname(path))
  const before = deploymentOf(path, structuredClone(content))
  const name = String(entry.slug ?? entry.package)
  if (before.plugins.some(other => other.package === name || other.source?.slug === name)) throw taken(path, name)
  const tried = await tryLast(
    withSoundEntry(path, content.plugins.length, { ...content, plugins: [...content.plugins, entry] })
  )
  if (await isServed(before, tried.slug)) throw taken(path, tried.slug)
  const { package: fetched, version } = entry
  const provenance =
    typeof version === 'string' ? await storedProvenance(versionFolder(String(fetched), version, dirname(path))) : null
  const product = { file: path, isFileNew: isNew, ...tried, provenance }
  if (!(await isWanted(product))) throw new Error('Nothing was changed.')
  await writeDeploymentText(current, withEntry(current, entry))
  return product
}

/** A deployment with a new entry at an index. Throws, in a sentence, when that is not one. */
function withSoundEntry(path: string, index: number, content: JsonObject): Deployment {
  try {
    return deploymentOf(path, structuredClone(content))
  } catch (error) {
    const start = `In the deployment file ${path}, #/plugins/${index}`
    if (!(error instanceof Error) || !error.message.startsWith(start)) throw error
    const rest = error.message.slice(start.length)
    throw new Error(rest.startsWith('/') ? `In the new entry, #${rest}` : `The new entry${rest}`)
  }
}

function taken(path: string, name: string): Error {
  return new Error(
    `The deployment file ${path} has the product "${name}" already: choose another slug, or remove it first.`
  )
}

/** Whether a product of the deployment has a slug; that of a package is known once it is loaded. */
async function isServed(deployment: Deployment, slug: string): Promise<boolean> {
  if (deployment.plugins.some(({ source }) => source?.slug === slug)) return true
  const packages = deployment.plugins.filter(({ source }) => !source)
  return (await inspectPlugins({ ...deployment, plugins: packages })).some(other => other.slug === slug)
}

/** What the last product of a deployment is. Rejects when it would not be served. */
async function tryLast(deployment: Deployment): Promise<Omit<NewProduct, 'file' | 'isFileNew' | 'provenance'>> {
  const plugins = deployment.plugins.slice(-1)
  const warnings: string[] = []
  const warn: Logger['warn'] = (message, { operations, host, port } = {}) => {
    const about = Array.isArray(operations) ? operations.join(', ') : host && `${host}:${port}`
    warnings.push(plain(about ? `${message}: ${about}` : message))
  }
  const logger = { info: () => undefined, warn, error: warn }
  const [[entry], [inspected]] = [plugins, await inspectPlugins({ ...deployment, plugins }, logger)]
  const { product, version = '' } = inspected ?? {}
  if (!entry || !inspected || !product)
    throw new Error(`The product would not be served: ${plain(inspected?.error ?? 'nothing says why')}`)
  return {
    slug: product.slug,
    title: plain(product.title),
    description: plain(product.description),
    version,
    ...partsOf(inspected),
    ...(await surroundings(entry, deployment.folder, inspected.isSandboxed)),
    isSandboxed: inspected.isSandboxed ?? null,
    warnings
  }
}

function partsOf({ product, needs }: Inspected): Pick<NewProduct, 'actions' | 'needs' | 'settings'> {
  const actions = Object.entries(product?.actions ?? {}).filter(([, { internal }]) => !internal)
  const settings = Object.entries(jsonObjectOf(product?.settings?.properties))
  return {
    actions: actions.map(([name, { title, effect, destructive = false }]) => {
      return { name, title: plain(title), effect, destructive }
    }),
    needs,
    settings: settings.map(([name, schema]) => {
      const { title, writeOnly } = jsonObjectOf(schema)
      return { name, title: plain(String(title ?? name)), isSecret: writeOnly === true }
    })
  }
}

async function surroundings(
  { source }: PluginEntry,
  folder: string,
  isSandboxed = false
): Promise<Pick<NewProduct, 'server' | 'isShared' | 'network'>> {
  if (!source) return { server: null, isShared: null, network: null }
  if (source.openapi) {
    const { interfaceServer } = await import('../../sources/openapi/open-openapi.js')
    return { server: await interfaceServer(source.openapi, folder), isShared: null, network: null }
  }
  const { url = null, tenancy, network = 'proxy' } = source.mcp
  return {
    server: url,
    isShared: tenancy === 'shared',
    network: url === null ? (isSandboxed ? network : 'host') : null
  }
}

/** A text of somebody else on one line, without characters that a terminal would obey. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
}

const networkText = {
  proxy: "what the deployment file's egress allows, by a proxy",
  host: 'as the host has it',
  none: 'none'
} as const

/** What an operator reads before it is written. */
export function aboutProduct(product: NewProduct): readonly string[] {
  const { slug, title, description, version, actions, needs, settings, ...about } = product
  const { provenance, server, isShared, isSandboxed, network } = about
  const rows = actions.map(({ name, title: words, effect, destructive }) => [
    name,
    destructive ? `${effect}, destructive` : effect,
    words
  ])
  const entered = settings.map(({ name, title: words, isSecret }) => `${name} (${words}${isSecret ? ', secret' : ''})`)
  const facts = [
    ['built', provenance === null ? '' : plain(provenanceText(provenance))],
    ['requests go to', server ?? ''],
    ['works with', needs.join(' ')],
    ['accounts enter', entered.join(', ')],
    ['sandbox', isSandboxed === null ? '' : isSandboxed ? 'yes' : 'none'],
    ['network', network === null ? '' : networkText[network]],
    ['sessions', isShared === null ? '' : isShared ? 'all accounts share one' : 'one for each account']
  ]
  return [
    `${slug}: ${title} ${version}`,
    description,
    '',
    ...table([['ACTION', 'EFFECT', 'TITLE'], ...rows]),
    '',
    ...table(facts.filter(([, value]) => value !== '')),
    ...product.warnings.map(warning => `Warning: ${warning}.`)
  ]
}
