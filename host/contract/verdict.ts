import { parse, type SemVer } from 'semver'
import { type Change, covers, type Level, strongest } from './change.js'
import { contractChanges } from './contract-changes.js'
import type { ContractDocument } from './document.js'

/** What two versions of a product differ in, and whether the version says so. */
export interface Verdict {
  /** What the changes are; undefined when nothing changed. */
  readonly level: Level | undefined
  readonly from: string
  readonly to: string
  /** What the version promises; undefined when it did not rise. */
  readonly declared: Level | undefined
  /** Whether the version promises no less than the changes ask for. */
  readonly isEnough: boolean
  readonly changes: readonly Change[]
}

/** Judges two versions of a product. Throws, in a sentence, when a version is not one by semver.org. */
export function judge(before: ContractDocument, after: ContractDocument): Verdict {
  const changes = contractChanges(before, after)
  const level = strongest(changes)
  const declared = declaredLevel(version(before), version(after))
  const isEnough = level === undefined || (declared !== undefined && covers(declared, level))
  return { level, from: before.version, to: after.version, declared, isEnough, changes }
}

/**
 * What a rise of the version promises at most. Before 1.0.0, the second number is the one that breaks and the third the one that
 * adds, as npm's `^` reads them; a pre-release promises nothing of what comes after it (semver.org, 4 and 9).
 */
function declaredLevel(from: SemVer, to: SemVer): Level | undefined {
  if (to.compare(from) <= 0) return undefined
  if (from.prerelease.length > 0 || to.major > from.major) return 'major'
  if (to.minor > from.minor) return from.major === 0 ? 'major' : 'minor'
  return from.major === 0 ? 'minor' : 'patch'
}

function version({ slug, version: text }: ContractDocument): SemVer {
  const parsed = parse(text)
  if (!parsed) throw new Error(`The version "${text}" of ${slug} is not a semantic version such as 1.0.0.`)
  return parsed
}
