import { Command } from 'commander'
import { type OperatorLogEntry, operatorActs } from '../../audit/operator-log.js'
import { storedFor } from '../../base/retention.js'
import { readDeployment } from '../../deployment.js'
import type { ListedOperator } from '../../operator/operators.js'
import { readSettings } from '../../settings.js'
import { withOperations } from '../operations.js'
import { print, table } from '../output.js'
import { accountArgument, accountArgumentHelp, findPerson } from './find-account.js'

interface Options {
  readonly json?: boolean
}

/** Entries of the audit log that are listed. */
const mostEntries = 500

/** `product-host operators …` */
export function operatorCommands(environment: NodeJS.ProcessEnv): Command {
  const operators = new Command('operators').description('who may use the page for operators, and what operators did')

  operators
    .command('add')
    .description('name an account as an operator, with a link that enrols it once, for a limited time')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const { publicUrl, deploymentFile } = readSettings(environment)
      const isOn = (await readDeployment(deploymentFile)).operator
      if (!isOn)
        throw new Error(
          'The page for operators is off; set "operator": true in the deployment file, and restart the host.'
        )
      const { named, validFor } = await withOperations(
        environment,
        async ({ store, accounts, operators: people, actor }) => {
          const { id, email } = await findPerson(accounts, name)
          const link = await people.name(actor, id, publicUrl)
          return { named: { id, email, link }, validFor: storedFor(store.retention, 'operatorLinkMinutes') }
        }
      )
      print(json, named, [
        `Named ${named.email}.`,
        '',
        named.link,
        '',
        `With this link, the account is enrolled: once, within ${validFor}, while it is signed in and has a second factor.`
      ])
    })

  operators
    .command('list')
    .description('list the operators')
    .option('--json', 'for scripts')
    .action(async ({ json }: Options) => {
      const all = await withOperations(environment, ({ operators: people }) => people.list())
      print(json, all, all.length > 0 ? table(all.map(row)) : ['There are none.'])
    })

  operators
    .command('remove')
    .description('end the rights of an operator at once')
    .argument('<account>', accountArgumentHelp, accountArgument)
    .option('--json', 'for scripts')
    .action(async (name: string, { json }: Options) => {
      const id = await withOperations(environment, async ({ accounts, operators: people, actor }) => {
        const person = await findPerson(accounts, name)
        if (!(await people.remove(actor, person.id))) throw new Error(`${person.id} is not an operator.`)
        return person.id
      })
      print(json, { id, removed: true }, [`Removed ${id}.`])
    })

  operators
    .command('log')
    .description('list what operators did, on the page and at the command line, the latest 500, the newest first')
    .option('--json', 'for scripts')
    .action(async ({ json }: Options) => {
      const { entries } = await withOperations(environment, ({ log }) => log.page(mostEntries))
      print(json, entries, entries.length > 0 ? table(entries.map(logRow)) : ['There is nothing.'])
    })

  return operators
}

function row({ account, email, namedAt, enrolledAt }: ListedOperator): readonly string[] {
  const state = enrolledAt === null ? `named ${namedAt}` : `enrolled ${enrolledAt}`
  return [account, email ?? '-', state]
}

function logRow({ at, what, on, account, user }: OperatorLogEntry): readonly string[] {
  return [at, account ?? `${user} at the command line`, operatorActs[what], on]
}
