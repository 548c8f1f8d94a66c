import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Action, Product } from '@product-host/sdk'
import { wireSchema } from '@product-host/sdk/runtime'
import { parseJson } from '../../base/files.js'
import { isJsonObject } from '../../base/json.js'
import { defaultExport, importFrom } from '../../isolation/import-plugin.js'
import { fieldNotes, inputSchema, outputSchema } from '../../products/describe.js'
import { listed, named, type PlainSchema } from './json-schema.js'

/** How long a host may take to describe its product, in milliseconds. */
const patienceMs = 10_000

/**
 * Reads the contract of a product: from a host's address of it, from a file that holds its description, or from the folder
 * of its package, built. Throws, in a sentence, when there is none.
 */
export async function readContract(source: string): Promise<ContractDocument> {
  return readDocument(await description(source), source)
}

/** The description of a product from which a contract can be read. */
export async function description(source: string): Promise<unknown> {
  if (/^https?:\/\//.test(source)) return fetched(source)
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new Error(`There is no file or folder ${source}.`)
  return found.isDirectory() ? described(await productOf(source)) : parsed(await readFile(source), source)
}

async function fetched(url: string): Promise<unknown> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch((error: unknown) => {
    throw new Error(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}.`)
  })
  if (!reply.ok) throw new Error(`${url} answers with status ${reply.status}.`)
  return parsed(await reply.text(), url)
}

function parsed(content: string | Uint8Array, source: string): unknown {
  try {
    return parseJson(content)
  } catch (error) {
    throw new Error(`${source} ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function productOf(folder: string): Promise<Product> {
  const manifest = await readFile(join(folder, 'package.json')).catch(() => undefined)
  if (manifest === undefined) throw new Error(`The folder ${folder} is no package: it has no package.json.`)
  const { name } = parsed(manifest, join(folder, 'package.json')) as { name?: unknown }
  const parent = pathToFileURL(join(folder, 'package.js')).href
  const module = await importFrom(String(name), parent).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The package in ${folder} cannot be imported: ${reason}; is it built?`)
  })
  const exported = defaultExport(module)
  if (!isProduct(exported)) throw new Error(`The default export of the package in ${folder} is no product.`)
  return exported
}

/** A product of any copy of the sdk: only its declaration is read. */
function isProduct(value: unknown): value is Product {
  return isJsonObject(value) && typeof value.slug === 'string' && isJsonObject(value.actions)
}

/** The part of a description that a contract is read from. */
function described({ slug, title, version, actions, settings }: Product): object {
  const shown = Object.entries<Action>(actions).filter(([, { internal }]) => !internal)
  return JSON.parse(
    JSON.stringify({
      slug,
      title,
      version,
      actions: shown.map(([name, action]) => ({
        name,
        title: action.title,
        description: action.description,
        effect: action.effect,
        annotations: {
          destructiveHint: action.destructive === true,
          idempotentHint: action.idempotent === true || action.effect === 'read'
        },
        inputSchema: inputSchema(name, action),
        outputSchema: outputSchema(name, slug, action),
        errors: Object.entries(action.errors ?? {}).map(([code, meaning]) => ({ code, description: meaning })),
        deprecated: action.deprecated
      })),
      config: settings ? { supported: true, settingsSchema: wireSchema(settings) } : { supported: false }
    })
  )
}

/** The part of a product that a caller depends on. */
export interface ContractDocument {
  readonly slug: string
  readonly version: string
  readonly actions: Readonly<Record<string, ContractAction>>
  /** Only of a connection product. */
  readonly settings: PlainSchema | undefined
}

/** The part of an action that a caller depends on. */
export interface ContractAction {
  readonly title: unknown
  readonly description: unknown
  readonly effect: string
  /** Undefined where the description does not say: before contract 2, none did. */
  readonly isDestructive: boolean | undefined
  readonly isIdempotent: boolean
  readonly isDeprecated: boolean
  readonly input: PlainSchema
  readonly detail: PlainSchema
  readonly metrics: PlainSchema
  readonly errors: readonly string[]
}

/** Reads a product from its description by `GET …/execute`. Throws, in a sentence, if it is none. */
export function readDocument(description: unknown, source: string): ContractDocument {
  if (!isJsonObject(description) || typeof description.slug !== 'string' || !Array.isArray(description.actions))
    throw new Error(`${source} holds no description of a product, as GET …/execute answers it.`)
  const { slug, version, actions, config } = description
  const settings = isJsonObject(config) && isJsonObject(config.settingsSchema) ? config.settingsSchema : undefined
  return {
    slug,
    version: String(version),
    actions: Object.fromEntries(actions.filter(isJsonObject).map(action => [String(action.name), readAction(action)])),
    settings
  }
}

function readAction(action: PlainSchema): ContractAction {
  const { properties = {} } = succeeding(action.outputSchema)
  const { detail, metrics } = named(properties)
  const annotations = named(action.annotations)
  return {
    title: action.title,
    description: action.description,
    effect: String(action.effect),
    isDestructive: typeof annotations.destructiveHint === 'boolean' ? annotations.destructiveHint : undefined,
    isIdempotent: annotations.idempotentHint === true,
    isDeprecated: 'deprecated' in action,
    input: without(action.inputSchema, 'action'),
    detail: { ...without(detail, ...Object.keys(fieldNotes)), ...definitions(action.outputSchema) },
    metrics: named(metrics),
    errors: listed(action.errors).flatMap(error => (isJsonObject(error) ? [String(error.code)] : []))
  }
}

/** The branch of the answer for `ok: true`. */
function succeeding(output: unknown): PlainSchema {
  const [branch] = isJsonObject(output) ? listed(output.oneOf) : []
  return isJsonObject(branch) ? branch : {}
}

/** The definitions that the schemas of an answer refer to: at the root, or in the detail itself. */
function definitions(output: unknown): PlainSchema {
  return isJsonObject(output) && '$defs' in output ? { $defs: output.$defs } : {}
}

/** A schema without the members that the host adds to what the product declares. */
function without(schema: unknown, ...names: readonly string[]): PlainSchema {
  if (!isJsonObject(schema)) return {}
  const properties = Object.entries(named(schema.properties)).filter(([name]) => !names.includes(name))
  const required = listed(schema.required).filter(each => !names.includes(String(each)))
  return { ...schema, properties: Object.fromEntries(properties), required }
}
