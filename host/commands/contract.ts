import { Command } from 'commander'
import { description, readContract } from '../contract/read.js'
import { judge, type Verdict } from '../contract/verdict.js'
import { print } from './print.js'

/** Exit codes of `contract diff`, beside 0. */
const versionTooSmall = 1
const cannotCompare = 2

/** `product-host contract …` */
export function contractCommands(): Command {
  const contract = new Command('contract').description('what callers of a product depend on')

  contract
    .command('show')
    .description('print what contract diff compares, to be kept in a file')
    .argument('<product>', 'a package’s folder, built; or an address or a file of a description')
    .action(async (source: string) => {
      const shown = await orCannotCompare(() => description(source))
      if (shown !== undefined) process.stdout.write(`${JSON.stringify(shown, undefined, 2)}\n`)
    })

  contract
    .command('diff')
    .description(
      'say what changed for callers, and whether the version says so: exit code 0, 1 if it does not, 2 if it cannot tell'
    )
    .argument(
      '<old>',
      'the version that callers know: an address or a file of a description, or a package’s folder, built'
    )
    .argument('<new>', 'the version to come, likewise')
    .option('--json', 'for scripts')
    .action(async (old: string, current: string, { json }: { readonly json?: boolean }) => {
      const verdict = await orCannotCompare(async () => judge(await readContract(old), await readContract(current)))
      if (!verdict) return
      print(json, verdict, lines(verdict))
      if (!verdict.isEnough) process.exitCode = versionTooSmall
    })

  return contract
}

/** What cannot be read is said in a sentence, with an exit code of its own. */
async function orCannotCompare<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    process.stderr.write(`product-host: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = cannotCompare
    return undefined
  }
}

function lines({ level, from, to, declared, isEnough, changes }: Verdict): readonly string[] {
  const list = changes.map(each => `${each.level.padEnd(5)}  ${each.pointer}  ${each.detail}`)
  if (level === undefined) return [`Nothing changed for callers between ${from} and ${to}.`]
  const change = `The change is ${level}`
  const promise = declared ? `${from} to ${to} allows a ${declared} one` : `the version did not rise from ${from}`
  return [...list, '', isEnough ? `${change}, and ${promise}.` : `${change}, but ${promise}.`]
}
