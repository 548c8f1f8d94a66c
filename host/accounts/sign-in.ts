import { injectable } from '@product-host/sdk'
import { Problem } from '../problems.js'
import { type Account, Accounts } from './accounts.js'
import { DisabledAccounts } from './disabled-accounts.js'
import { normalEmail } from './email.js'
import { KnownDevices } from './known-devices.js'
import { Passwords } from './passwords.js'
import { Throttle, type Try } from './throttle.js'

/** Tells who somebody is by e-mail address and password; unknown addresses get the same answer after the same time. */
@injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly disabled: DisabledAccounts,
    private readonly devices: KnownDevices
  ) {}

  /**
   * The account, when the password is its own; `device` is the token of a browser that signed in before. Throws a `Problem`:
   * 401 `invalid_credentials`, 403 `account_disabled`, 429 `rate_limited`.
   */
  async identify(email: string, password: string, address: string, device?: string): Promise<Account> {
    const attempt: Try = [
      ['sign_in_by_address', address],
      ...(await this.#triesFor(normalEmail(email), address, device))
    ]
    await this.throttle.take(attempt)
    const account = await this.accounts.findByEmail(email)
    const isRight = await this.passwords.verify(password, account?.password, address)
    if (!account || !isRight)
      throw new Problem('invalid_credentials', 'There is no account with this e-mail address and this password.')
    await this.throttle.giveBack(attempt)
    await this.disabled.refuse(account.id)
    return account
  }

  /** Whether the password is an account's own, where its owner is signed in. Throws a 429 `Problem` after too many tries. */
  async confirm(account: Account, password: string): Promise<boolean> {
    const attempt: Try = [['password_by_account', account.id]]
    await this.throttle.take(attempt)
    const isRight = await this.passwords.verify(password, account.password, account.id)
    if (isRight) await this.throttle.giveBack(attempt)
    return isRight
  }

  /**
   * A browser that has signed in to the account before has tries of its own, which nobody else can use up. Only the device's
   * own account is looked up, so that the time of a refusal tells nothing about the address.
   */
  async #triesFor(email: string, address: string, device?: string): Promise<Try> {
    const known = device === undefined ? undefined : await this.devices.find(device)
    const owner = known && (await this.accounts.find(known.account))
    if (owner && normalEmail(owner.email) === email) return [['sign_in_by_device', known.id]]
    return [
      ['sign_in_by_pair', `${email} ${address}`],
      ['sign_in_by_email', email]
    ]
  }
}
