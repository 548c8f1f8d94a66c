import { injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { type Operator, Operators } from '../accounts/operators.js'
import { type Actor, OperatorLog } from '../audit/operator-log.js'
import { SecurityEvents } from '../audit/security-events.js'
import { pages } from '../base/pages.js'

/** An operator with the address of its person; null for an account that was erased. */
export interface ListedOperator extends Omit<Operator, 'naming'> {
  readonly email: string | null
}

/** Names, enrols, lists and removes operators. Each change is written to the audit log before it is made. */
@injectable()
export class OperatorOperations {
  constructor(
    private readonly accounts: Accounts,
    private readonly operators: Operators,
    private readonly events: SecurityEvents,
    private readonly log: OperatorLog
  ) {}

  /** Names an account, and returns the link that enrols it; its secret is in the fragment, which browsers do not send. */
  async name(actor: Actor, account: string, publicUrl: string): Promise<string> {
    await this.log.record(actor, 'operator_named', account)
    return `${publicUrl}${pages.operator}#token=${await this.operators.name(account)}`
  }

  /** Enrols the account of the actor by its link; false if the link is not valid for it. */
  async enrol(
    actor: Actor & { readonly account: string },
    token: string,
    factorSince: string | null
  ): Promise<boolean> {
    const { account } = actor
    if (!(await this.operators.mayEnrol(token, account))) return false
    await this.log.record(actor, 'operator_enrolled', account)
    const isEnrolled = await this.operators.enrol(token, account, factorSince)
    if (isEnrolled) await this.events.record(account, { kind: 'operator_enrolled' })
    return isEnrolled
  }

  /** Ends the rights of an account; false if it had none. */
  async remove(actor: Actor, account: string): Promise<boolean> {
    if (!(await this.operators.find(account))) return false
    await this.log.record(actor, 'operator_removed', account)
    return this.operators.remove(account)
  }

  async list(): Promise<readonly ListedOperator[]> {
    const operators = await this.operators.list()
    return Promise.all(
      operators.map(async ({ naming: _naming, ...operator }) => ({
        ...operator,
        email: (await this.accounts.find(operator.account))?.email ?? null
      }))
    )
  }
}
