import { isDeepStrictEqual } from 'node:util'
import type { Action, Effect } from '../../action.js'
import { compileInput } from '../../runtime/checks.js'
import type { AnyContext } from './conform.js'

/** Watches what a call does to the account's records and jobs, and whether it leaves the machine. */
export async function watchEffect(context: AnyContext): Promise<{
  /** The fault of a call that does more than its action says of this input. */
  fault(action: Action | undefined, input: object): Promise<string | undefined>
}> {
  const before = await stateOf(context)
  const requests = context.requests.length
  return {
    async fault(action, input) {
      if (!action) return undefined
      const said = saidEffect(action, input)
      if (said !== 'external' && context.requests.length > requests)
        return `says that it does no more than ${said}, and leaves the machine.`
      if (said === 'read' && !isDeepStrictEqual(await stateOf(context), before))
        return 'says that it only reads, and changes what the account keeps.'
      return undefined
    }
  }
}

async function stateOf({ storage, jobs }: AnyContext): Promise<unknown> {
  return [await storage.list('', { limit: 1000 }), jobs()]
}

function saidEffect(action: Action, input: object): Effect {
  const filled = structuredClone(input)
  const isTaken = compileInput(action.input)(filled).length === 0
  return (isTaken ? action.effectOf?.(filled) : undefined) ?? action.effect
}
