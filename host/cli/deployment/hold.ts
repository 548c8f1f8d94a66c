import { Command } from 'commander'
import { isoTime, realClock } from '../../base/clock.js'
import { Hold } from '../../storage/hold.js'
import { withOperations } from '../operations.js'
import { print } from '../output.js'

interface Options {
  readonly json?: boolean
}

const quiet = { info: () => undefined, warn: () => undefined }

/** `product-host hold` and `resume` */
export function holdCommands(environment: NodeJS.ProcessEnv): readonly Command[] {
  const hold = new Command('hold')
    .description('start no job, schedule, hook, webhook or e-mail until resume; running hosts follow within 5 s')
    .option('--json', 'for scripts')
    .action(async ({ json }: Options) => {
      const isChanged = await withOperations(environment, async ({ store, record }) => {
        await record('store_held', 'store')
        return new Hold(store, quiet).begin({ since: isoTime(realClock().now()), by: 'hold' })
      })
      print(json, { held: true, isChanged }, [
        isChanged ? 'The store is held. "product-host resume" releases it.' : 'The store was held already.'
      ])
    })

  const resume = new Command('resume')
    .description('release a store that was restored, imported or held; running hosts follow within 5 s')
    .option('--json', 'for scripts')
    .action(async ({ json }: Options) => {
      const isChanged = await withOperations(environment, async ({ store, record }) => {
        await record('store_resumed', 'store')
        return new Hold(store, quiet).end()
      })
      print(json, { held: false, isChanged }, [
        isChanged ? 'The store is released: what waited starts within 5 s.' : 'The store was not held.'
      ])
    })

  return [hold, resume]
}
