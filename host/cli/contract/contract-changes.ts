import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compare } from 'semver'
import type { ContractStep } from '../../products/product-documents.js'
import { type ContractAction, type ContractDocument, readContract } from './read-contract.js'
import { type ContractChange, schemaChanges } from './schema-changes.js'

/** The differences for callers between two versions of a product, action by action. */
export function contractChanges(before: ContractDocument, after: ContractDocument): readonly ContractChange[] {
  return [...productChanges(before, after)]
}

function* productChanges(before: ContractDocument, after: ContractDocument): Generator<ContractChange> {
  if (before.slug !== after.slug)
    yield { level: 'major', pointer: '#/slug', detail: `is "${after.slug}" and was "${before.slug}"` }
  for (const name of new Set([...Object.keys(before.actions), ...Object.keys(after.actions)])) {
    const [old, current] = [before.actions[name], after.actions[name]]
    const pointer = `#/actions/${name}`
    if (!current) yield { level: 'major', pointer, detail: 'was removed' }
    else if (!old) yield { level: 'minor', pointer, detail: 'is new' }
    else yield* actionChanges(old, current, pointer)
  }
  if (before.settings && !after.settings)
    yield { level: 'major', pointer: '#/settings', detail: 'were removed, and the config routes with them' }
  else if (after.settings)
    yield* schemaChanges(before.settings ?? { type: 'object' }, after.settings, 'input', '#/settings')
}

const effects = ['read', 'write', 'external']

function* actionChanges(before: ContractAction, after: ContractAction, pointer: string): Generator<ContractChange> {
  for (const word of ['title', 'description'] as const)
    if (!isDeepStrictEqual(before[word], after[word]))
      yield { level: 'patch', pointer: `${pointer}/${word}`, detail: 'says something else' }
  if (before.effect !== after.effect)
    yield {
      level: effects.indexOf(after.effect) > effects.indexOf(before.effect) ? 'major' : 'minor',
      pointer: `${pointer}/effect`,
      detail: `is ${after.effect} and was ${before.effect}`
    }
  if (
    before.isDestructive !== undefined &&
    after.isDestructive !== undefined &&
    before.isDestructive !== after.isDestructive
  )
    yield {
      level: after.isDestructive ? 'major' : 'minor',
      pointer: `${pointer}/destructive`,
      detail: after.isDestructive ? 'is true now' : 'is no longer true'
    }
  if (before.isIdempotent !== after.isIdempotent)
    yield {
      level: after.isIdempotent ? 'minor' : 'major',
      pointer: `${pointer}/idempotent`,
      detail: after.isIdempotent ? 'is true now' : 'is no longer true'
    }
  if (!before.isDeprecated && after.isDeprecated)
    yield { level: 'minor', pointer: `${pointer}/deprecated`, detail: 'is said now' }
  for (const code of new Set([...before.errors, ...after.errors]))
    if (before.errors.includes(code) !== after.errors.includes(code))
      yield {
        level: 'minor',
        pointer: `${pointer}/errors/${code}`,
        detail: after.errors.includes(code) ? 'is a new way to fail' : 'is no longer a way to fail'
      }
  yield* schemaChanges(before.input, after.input, 'input', `${pointer}/input`)
  yield* schemaChanges(before.detail, after.detail, 'output', `${pointer}/detail`)
  yield* schemaChanges(before.metrics, after.metrics, 'output', `${pointer}/metrics`)
}

/** Where a package stores the contracts of its released versions, as `contract show` prints them, one file a version. */
const storedFolder = 'contracts'

/**
 * What changed for callers from each stored contract of a built package to the next one, and from the last of them to the build; the
 * newest step first, no step without a stored contract. Throws, in a sentence, if a file holds no contract of this product.
 */
export async function contractHistory(folder: string): Promise<readonly ContractStep[]> {
  const stored = await storedContracts(join(folder, storedFolder))
  if (stored.length === 0) return []
  const built = await readContract(folder)
  const foreign = stored.find(({ slug }) => slug !== built.slug)
  if (foreign)
    throw new Error(`${join(folder, storedFolder)} holds a contract of ${foreign.slug}, not of ${built.slug}.`)
  const versions = [...stored.filter(({ version }) => version !== built.version), built]
  return versions
    .slice(1)
    .map((after, index) => step(versions[index] ?? after, after))
    .toReversed()
}

/** The stored contracts, the oldest version first. */
async function storedContracts(folder: string): Promise<readonly ContractDocument[]> {
  const names = await readdir(folder).catch(emptyIfMissing)
  const contracts = names.filter(name => name.endsWith('.json')).map(name => readContract(join(folder, name)))
  return (await Promise.all(contracts)).toSorted((left, right) => compare(left.version, right.version))
}

function emptyIfMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function step(before: ContractDocument, after: ContractDocument): ContractStep {
  const changes = contractChanges(before, after)
  return {
    from: before.version,
    to: after.version,
    changes: changes.filter(({ level }) => level !== 'patch'),
    changedTexts: changes.filter(({ level }) => level === 'patch').length
  }
}
