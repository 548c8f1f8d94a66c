import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { STORE, type Store } from '../storage/store.js'

/** An account that may use the page for operators. */
export interface Operator {
  readonly account: string
  /** When the command line named it. ISO 8601, like all times here. */
  readonly namedAt: string
  /** Differs each time that the account is named: only the newest link is valid. */
  readonly naming: string
  /** When its owner used the link; null until then, and nothing is allowed. */
  readonly enrolledAt: string | null
  /** Since when the second factor was on that the account had at its enrolment; null without one, as in the demo. */
  readonly factorSince: string | null
}

/** The subject of these records, one below it for each account, so that they are erased with it. */
const operatorSubject = 'operators'
const operatorKey = 'operator'

/** The accounts that the command line has named as operators. */
@injectable()
export class Operators {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly tokens: OneTimeTokens
  ) {}

  /**
   * Names an account, and returns the token that enrols it: once, for a limited time, and only while the account has not been
   * named again or removed. An operator that is named again stays enrolled.
   */
  async name(account: string): Promise<string> {
    const namedAt = isoTime(this.clock.now())
    const naming = this.clock.ulid()
    await this.#records(account).update([operatorKey], read => {
      const { enrolledAt, factorSince } = read<Operator>(operatorKey) ?? { enrolledAt: null, factorSince: null }
      const value: Operator = { account, namedAt, naming, enrolledAt, factorSince }
      return { writes: [{ key: operatorKey, value }], result: undefined }
    })
    return this.tokens.make('operator-enrolment', { account, naming }, this.tokens.validMs('operator-enrolment'))
  }

  /** Whether a token would enrol an account now. */
  async mayEnrol(token: string, account: string): Promise<boolean> {
    const purpose = await this.tokens.read('operator-enrolment', token)
    if (purpose?.account !== account) return false
    return (await this.find(account))?.naming === purpose.naming
  }

  /** Enrols an account with the second factor that it has now; false if the token was used meanwhile, or names another account. */
  async enrol(token: string, account: string, factorSince: string | null): Promise<boolean> {
    if (!(await this.mayEnrol(token, account))) return false
    const purpose = await this.tokens.use('operator-enrolment', token)
    if (!purpose) return false
    return this.#records(account).update([operatorKey], read => {
      const operator = read<Operator>(operatorKey)
      if (operator?.naming !== purpose.naming) return { result: false }
      const value: Operator = { ...operator, enrolledAt: isoTime(this.clock.now()), factorSince }
      return { writes: [{ key: operatorKey, value }], result: true }
    })
  }

  async find(account: string): Promise<Operator | undefined> {
    return this.#records(account).get<Operator>(operatorKey)
  }

  async list(): Promise<readonly Operator[]> {
    const operators: Operator[] = []
    for await (const { below: account } of this.store.ownBelow(operatorSubject)) {
      const operator = await this.find(account)
      if (operator) operators.push(operator)
    }
    return operators
  }

  /** Ends an account's rights at once; false if it had none. */
  async remove(account: string): Promise<boolean> {
    return this.#records(account).delete(operatorKey)
  }

  #records(account: string): Storage {
    return this.store.own(`${operatorSubject}/${account}`)
  }
}
