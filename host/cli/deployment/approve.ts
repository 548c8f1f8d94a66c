import { Command } from 'commander'
import { realClock } from '../../base/clock.js'
import { Approvals, type WaitingAction } from '../../sources/approvals.js'
import { withOperations } from '../operations.js'
import { print } from '../output.js'

/** `product-host approve` */
export function approveCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('approve')
    .description(
      'show the actions of servers and interfaces that are new or have changed, or approve those of a product'
    )
    .argument('[product]', 'the slug of the product whose actions are approved; left out, the actions are only shown')
    .option('--json', 'for scripts')
    .addHelpText('after', '\nHosts that run serve what is approved within seconds.')
    .action(async (product: string | undefined, { json }: { json?: boolean }) => {
      const { waiting, isApproved } = await withOperations(environment, async ({ store, record }) => {
        const approvals = new Approvals(store, realClock())
        if (product === undefined) return { waiting: await approvals.waiting(), isApproved: false }
        const known = (await approvals.waiting()).get(product)
        if (!known)
          throw new Error(
            `No action of ${product} waits for approval; \`approve\` without a product shows those that wait.`
          )
        await record('actions_approved', product)
        return { waiting: new Map([[product, await approvals.approve(product)]]), isApproved: true }
      })
      const actions = [...waiting].flatMap(([slug, each]) => each.map(action => ({ product: slug, ...action })))
      const lines = actions.flatMap(action => shown(action, isApproved))
      print(
        json,
        actions.map(action => ({ ...action, isApproved })),
        lines.length > 0 ? lines : ['No action waits for approval.']
      )
    })
}

function shown(
  { product, name, kind, since, description }: WaitingAction & { readonly product: string },
  isApproved: boolean
): readonly string[] {
  // A description is somebody else's: no escape sequence of it reaches the terminal.
  const text = description.replaceAll(/[\s\p{C}]+/gu, ' ')
  return [
    `${isApproved ? 'approved' : 'waits'}  ${product}  ${name}  ${kind}, seen ${since}`,
    ...(text === '' ? [] : [`  ${text}`])
  ]
}
