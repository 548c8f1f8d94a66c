import { Command, InvalidArgumentError } from 'commander'
import { realClock } from '../../base/clock.js'
import type { UsageRecord } from '../../usage/records.js'
import { reportOf } from '../../usage/report.js'
import { dayOf } from '../../usage/usage.js'
import { type Days, UsageStore } from '../../usage/usage-store.js'
import { withOperations } from '../operations.js'
import { print, table } from '../output.js'
import { accountArgument, accountArgumentHelp, everyAccount, findAccount } from './find-account.js'

interface Options {
  readonly from?: string
  readonly to?: string
  readonly product?: string
  readonly json?: boolean
}

/** What one account used of one product. */
type ProductUsage = Omit<ReturnType<typeof reportOf>['products'][number], 'latencyMs'> & { readonly account: string }

/** The number of days before today that are counted by default, as in the usage of the HTTP interface. */
const usualDays = 29

/** `product-host usage` */
export function usageCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('usage')
    .description('show how often accounts called each product and were refused, in some days; the last 30 by default')
    .argument('[account]', `${accountArgumentHelp}; every account if left out`, accountArgument)
    .option('--from <day>', 'the first day (UTC), such as 2027-01-01', dayArgument)
    .option('--to <day>', 'the last day (UTC); by default today', dayArgument)
    .option('--product <slug>', 'only this product')
    .option('--json', 'for scripts')
    .action(async (name: string | undefined, { product, json, ...named }: Options) => {
      const days = daysOf(named)
      const used = await withOperations(environment, async ({ store, accounts }) => {
        const usage = new UsageStore(store, realClock())
        const found: ProductUsage[] = []
        for await (const { id } of name === undefined ? everyAccount(store) : [await findAccount(accounts, name)])
          for (const { latencyMs: _, ...figures } of reportOf(await recordsOf(usage, id, days), days).products)
            if (product === undefined || figures.product === product) found.push({ account: id, ...figures })
        return found
      })
      const head = ['ACCOUNT', 'PRODUCT', 'CALLS', 'ERRORS', 'REPLAYS', 'REFUSALS']
      print(
        json,
        used,
        used.length > 0 ? table([head, ...used.map(row)]) : [`Nothing from ${days.from} to ${days.to}.`]
      )
    })
}

function dayArgument(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time) && dayOf(time) === text) return text
  throw new InvalidArgumentError('Give a day such as 2027-01-31.')
}

function daysOf({ from, to = dayOf(Date.now()) }: Options): Days {
  const first = from ?? dayOf(Date.parse(to) - usualDays * 24 * 60 * 60 * 1000)
  if (first > to) throw new Error('The day of --from is later than the last day.')
  return { from: first, to }
}

async function recordsOf(usage: UsageStore, account: string, days: Days): Promise<readonly UsageRecord[]> {
  const records: UsageRecord[] = []
  for await (const record of usage.records(account, days)) records.push(record)
  return records
}

function row({ account, product, calls, errors, replays, refusals }: ProductUsage): readonly string[] {
  const refused = Object.entries(refusals).map(([status, count]) => `${count} × ${status}`)
  return [account, product, `${calls}`, `${errors}`, `${replays}`, refused.join(', ') || '0']
}
