import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Token } from '@product-host/sdk'
import type { ProductSamples } from '@product-host/sdk/testing'
import { parseJson } from '../base/files.js'
import { findPackage, type NamedPackage } from './locate.js'
import type { Mounted } from './registry.js'

/** What the developer pages show of a product besides its description. */
export const PRODUCT_DOCUMENTS = new Token<ProductDocuments>('PRODUCT_DOCUMENTS')

/** Reads what is documented of products. */
export interface ProductDocuments {
  of(product: Mounted): Promise<DocumentsOfProduct>
}

/** What is documented of a product. */
export interface DocumentsOfProduct {
  /** The versions in the change log of its package, in the order of the file. */
  readonly changes: readonly VersionNotes[]
  /** What changed for callers from version to version, the newest step first; empty if the package stores no contracts. */
  readonly contracts: readonly ContractStep[]
  /** Null if the package has none. */
  readonly samples: ProductSamples | null
  /** Only while the product is developed. */
  readonly development?: {
    /** The fields without a title, a sentence each. */
    readonly missingTitles: readonly string[]
    /** Why there are no samples. */
    readonly failure?: string
  }
}

/** What a change log says of one version. */
interface VersionNotes {
  readonly version: string
  /** The day on which it was made, as `YYYY-MM-DD`, where the heading has it in brackets behind the version. */
  readonly madeOn?: string
  /** Paragraphs and items of lists, in order; Markdown within a line is left as it is. */
  readonly notes: readonly { readonly isItem: boolean; readonly text: string }[]
}

/** What changed for callers of a product between two of its versions. */
export interface ContractStep {
  readonly from: string
  readonly to: string
  /** What may break callers (`major`) and what is added (`minor`). */
  readonly changes: readonly {
    readonly level: string
    /** A JSON Pointer into the product's declaration. */
    readonly pointer: string
    /** The difference, as the end of a sentence. */
    readonly detail: string
  }[]
  /** How many titles, descriptions and other texts are different. */
  readonly changedTexts: number
}

/** Where the contract changes are in the folder of a plugin's package. */
export const contractStepsFile = 'dist/contract-changes.json'

/** Where the samples are in the folder of a plugin's package. */
export const samplesFile = 'dist/samples.json'

/**
 * The documents in the packages of a deployment's plugins: `CHANGELOG.md`, the contract changes, and the samples. They are read once;
 * what could not be read is tried again.
 */
export function packageDocuments(folder: string): ProductDocuments {
  const read = new WeakMap<Mounted, Promise<DocumentsOfProduct>>()
  return {
    of(product) {
      const known = read.get(product)
      if (known) return known
      const { entry } = product
      const reading = entry.source ? Promise.resolve(noDocuments) : readDocuments(entry, folder)
      read.set(product, reading)
      reading.catch(() => read.delete(product))
      return reading
    }
  }
}

const noDocuments: DocumentsOfProduct = { changes: [], contracts: [], samples: null }

async function readDocuments(entry: NamedPackage, folder: string): Promise<DocumentsOfProduct> {
  const manifest = findPackage(entry, folder)?.manifest
  if (manifest === undefined) return noDocuments
  const text = async (file: string) => readFile(join(dirname(manifest), file), 'utf8').catch(emptyIfMissing)
  const [changes, steps, samples] = await Promise.all(['CHANGELOG.md', contractStepsFile, samplesFile].map(text))
  return {
    changes: versionNotes(changes ?? ''),
    contracts: steps ? (parseJson(steps) as readonly ContractStep[]) : [],
    samples: samples ? (parseJson(samples) as ProductSamples) : null
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): '' {
  if (error.code === 'ENOENT') return ''
  throw error
}

/** The versions of a change log in Markdown: a heading of the second level begins each. */
function versionNotes(changelog: string): readonly VersionNotes[] {
  const [, ...sections] = changelog.split(/^## /m)
  return sections.map(section => {
    const [heading = '', ...lines] = section.split('\n')
    const [, version = heading.trim(), madeOn] = /^(\S+) \((\d{4}-\d\d-\d\d)\)\s*$/.exec(heading) ?? []
    const blocks = lines
      .join('\n')
      .split(/\n\s*\n|\n(?=\s*[-*] )/)
      .map(block => block.trim())
      .filter(block => block !== '')
    return {
      version,
      ...(madeOn !== undefined && { madeOn }),
      notes: blocks.map(block => ({
        isItem: /^[-*] /.test(block),
        text: block.replace(/^[-*] /, '').replaceAll(/\s+/g, ' ')
      }))
    }
  })
}
