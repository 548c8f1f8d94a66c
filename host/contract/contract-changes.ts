import { isDeepStrictEqual } from 'node:util'
import type { Change } from './change.js'
import type { ContractAction, ContractDocument } from './document.js'
import { schemaChanges } from './schema-changes.js'

/** What is different for callers between two versions of a product, action by action. */
export function contractChanges(before: ContractDocument, after: ContractDocument): readonly Change[] {
  return [...productChanges(before, after)]
}

function* productChanges(before: ContractDocument, after: ContractDocument): Generator<Change> {
  if (before.slug !== after.slug)
    yield { level: 'major', pointer: '#/slug', detail: `is "${after.slug}" and was "${before.slug}"` }
  for (const name of new Set([...Object.keys(before.actions), ...Object.keys(after.actions)])) {
    const [old, current] = [before.actions[name], after.actions[name]]
    const pointer = `#/actions/${name}`
    if (!current) yield { level: 'major', pointer, detail: 'is gone' }
    else if (!old) yield { level: 'minor', pointer, detail: 'is new' }
    else yield* actionChanges(old, current, pointer)
  }
  if (before.settings && !after.settings)
    yield { level: 'major', pointer: '#/settings', detail: 'are gone, and the config routes with them' }
  else if (after.settings)
    yield* schemaChanges(before.settings ?? { type: 'object' }, after.settings, 'input', '#/settings')
}

const effects = ['read', 'write', 'external']

function* actionChanges(before: ContractAction, after: ContractAction, pointer: string): Generator<Change> {
  for (const word of ['title', 'description'] as const)
    if (!isDeepStrictEqual(before[word], after[word]))
      yield { level: 'patch', pointer: `${pointer}/${word}`, detail: 'says something else' }
  if (before.effect !== after.effect)
    yield {
      level: effects.indexOf(after.effect) > effects.indexOf(before.effect) ? 'major' : 'minor',
      pointer: `${pointer}/effect`,
      detail: `is ${after.effect} and was ${before.effect}`
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
