import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Action, Product } from '@product-host/sdk'
import { wireSchema } from '@product-host/sdk/runtime'
import { inputSchema, outputSchema } from '../products/describe.js'
import { importFrom } from '../products/import-from.js'
import { type ContractDocument, readDocument } from './document.js'
import { isRecord } from './schema.js'

/** Milliseconds that a host is given to describe its product. */
const patienceMs = 10_000

/**
 * Reads the contract of a product: from a host's address of it, from a file that holds its description, or from the folder
 * of its package, built. Throws, in a sentence, when there is none.
 */
export async function readContract(source: string): Promise<ContractDocument> {
  return readDocument(await description(source), source)
}

/** The description of a product, with what a contract is read from. */
export async function description(source: string): Promise<unknown> {
  if (/^https?:\/\//.test(source)) return fetched(source)
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new Error(`There is no file or folder ${source}.`)
  return found.isDirectory() ? described(await productOf(source)) : parsed(await readFile(source, 'utf8'), source)
}

async function fetched(url: string): Promise<unknown> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch((error: unknown) => {
    throw new Error(`${url} does not answer: ${error instanceof Error ? error.message : String(error)}.`)
  })
  if (!reply.ok) throw new Error(`${url} answers with status ${reply.status}.`)
  return parsed(await reply.text(), url)
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${source} is not JSON.`)
  }
}

async function productOf(folder: string): Promise<Product> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) throw new Error(`The folder ${folder} is no package: it has no package.json.`)
  const { name } = parsed(manifest, join(folder, 'package.json')) as { name?: unknown }
  const parent = pathToFileURL(join(folder, 'package.js')).href
  const module = await importFrom(String(name), parent).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The package in ${folder} cannot be imported: ${reason}; is it built?`)
  })
  if (!isProduct(module.default)) throw new Error(`The default export of the package in ${folder} is no product.`)
  return module.default
}

/** A product of any copy of the sdk: only its declaration is read. */
function isProduct(value: unknown): value is Product {
  return isRecord(value) && typeof value.slug === 'string' && isRecord(value.actions)
}

/** What of a description a contract is read from. */
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
        annotations: { idempotentHint: action.idempotent === true || action.effect === 'read' },
        inputSchema: inputSchema(name, action),
        outputSchema: outputSchema(name, slug, action),
        errors: Object.entries(action.errors ?? {}).map(([code, meaning]) => ({ code, description: meaning })),
        deprecated: action.deprecated
      })),
      config: settings ? { supported: true, settingsSchema: wireSchema(settings) } : { supported: false }
    })
  )
}
