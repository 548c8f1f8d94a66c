import { Client } from '@product-host/sdk/client'
import { Command } from 'commander'
import { parse, type SemVer } from 'semver'
import { productTypes } from '../../products/typescript.js'
import { failureText, print } from '../output.js'
import { contractChanges } from './contract-changes.js'
import { type ContractDocument, description, readContract } from './read-contract.js'
import { type ChangeLevel, type ContractChange, covers, strongest } from './schema-changes.js'

/** The exit code of `contract diff` when the version promises too little. */
const versionTooSmall = 1

/** The exit code when the versions cannot be compared. */
const cannotCompare = 2

/** `product-host contract …` */
export function contractCommands(): Command {
  const contract = new Command('contract').description('what callers of a product depend on')

  contract
    .command('show')
    .description('print what contract diff compares, to store it in a file')
    .argument('<product>', 'a package’s folder, built; or an address or a file of a description')
    .action(async (source: string) => {
      const shown = await orCannotCompare(() => description(source))
      if (shown !== undefined) process.stdout.write(`${JSON.stringify(shown, undefined, 2)}\n`)
    })

  contract
    .command('diff')
    .description(
      'show what changed for callers; exit code 0 if the version says so, 1 if it does not, 2 if the two cannot be compared'
    )
    .argument(
      '<old>',
      'the version that callers know: an address or a file of a description, or a package’s folder, built'
    )
    .argument('<new>', 'the new version, in the same forms')
    .option('--json', 'for scripts')
    .action(async (old: string, current: string, { json }: { readonly json?: boolean }) => {
      const diff = await orCannotCompare(async () =>
        diffContracts(await readContract(old), await readContract(current))
      )
      if (!diff) return
      print(json, diff, lines(diff))
      if (!diff.isEnough) process.exitCode = versionTooSmall
    })

  return contract
}

/** Prints why something cannot be read, and sets the exit code. */
async function orCannotCompare<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    process.stderr.write(failureText(error, cannotCompare))
    process.exitCode = cannotCompare
    return undefined
  }
}

function lines({ level, from, to, declared, isEnough, changes }: ContractDiff): readonly string[] {
  const list = changes.map(each => `${each.level.padEnd(5)}  ${each.pointer}  ${each.detail}`)
  if (level === undefined) return [`Nothing changed for callers between ${from} and ${to}.`]
  const change = `The change is ${level}`
  const promise = declared ? `${from} to ${to} allows a ${declared} one` : `the version did not rise from ${from}`
  return [...list, '', isEnough ? `${change}, and ${promise}.` : `${change}, but ${promise}.`]
}

/** The differences between two versions of a product, and whether the version number covers them. */
export interface ContractDiff {
  /** The level of the changes; undefined when nothing changed. */
  readonly level: ChangeLevel | undefined
  readonly from: string
  readonly to: string
  /** The strongest change that the version allows; undefined if it did not rise. */
  readonly declared: ChangeLevel | undefined
  /** Whether the new version covers the changes. */
  readonly isEnough: boolean
  readonly changes: readonly ContractChange[]
}

/** Compares two versions of a product. Throws, in a sentence, when a version is not one by semver.org. */
export function diffContracts(before: ContractDocument, after: ContractDocument): ContractDiff {
  const changes = contractChanges(before, after)
  const level = strongest(changes)
  const declared = declaredLevel(version(before), version(after))
  const isEnough = level === undefined || (declared !== undefined && covers(declared, level))
  return { level, from: before.version, to: after.version, declared, isEnough, changes }
}

/**
 * The strongest change that a new version number allows. Before 1.0.0, the second number stands for breaking changes and the third
 * for additions, as in npm's `^`; a pre-release allows any change after it (semver.org, 4 and 9).
 */
function declaredLevel(from: SemVer, to: SemVer): ChangeLevel | undefined {
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

/** `product-host types <url>`: prints TypeScript types for a client of a running host. */
export function typesCommand(): Command {
  return new Command('types')
    .description('print the TypeScript types of the products that a running host serves')
    .argument('<url>', "the host's address, such as http://127.0.0.1:3000")
    .action(async (url: string) => {
      const client = new Client({ url })
      const slugs = (await client.catalogue()).map(({ slug }) => slug)
      const products = await Promise.all(slugs.map(slug => client.describe(slug)))
      process.stdout.write(productTypes(products, url))
    })
}
