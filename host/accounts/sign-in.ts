import { injectable } from '@product-host/sdk'
import type { Account } from '../base/account.js'
import { Problem } from '../base/problems.js'
import { normalEmail } from '../mail/email-address.js'
import { Accounts } from './accounts.js'
import { DisabledAccounts } from './keys/check-key.js'
import { KnownDevices } from './known-devices.js'
import { Passwords } from './passwords/passwords.js'
import { type Attempt, Throttle } from './throttle.js'

/** Identifies a person by e-mail address and password; unknown addresses get the same answer after the same time. */
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
   * The account if the password is right; `device` is the token of a browser that signed in before. Throws a `Problem`:
   * 401 `invalid_credentials`, 403 `account_disabled`, 429 `rate_limited`.
   */
  async identify(email: string, password: string, address: string, device?: string): Promise<Account> {
    const attempt: Attempt = [
      ['sign_in_by_address', address],
      ...(await this.#attemptFor(normalEmail(email), address, device))
    ]
    await this.throttle.take(attempt)
    const account = await this.accounts.findByEmail(email)
    const isRight = await this.passwords.verify(password, account?.password, address)
    if (!account || !isRight) throw new Problem('invalid_credentials', 'The e-mail address or the password is wrong.')
    await this.throttle.giveBack(attempt)
    await this.disabled.refuse(account.id)
    return account
  }

  /** Whether the password of a signed-in account is right. Throws a 429 `Problem` after too many attempts. */
  async confirm(account: Account, password: string): Promise<boolean> {
    const attempt: Attempt = [['password_by_account', account.id]]
    await this.throttle.take(attempt)
    const isRight = await this.passwords.verify(password, account.password, account.id)
    if (isRight) await this.throttle.giveBack(attempt)
    return isRight
  }

  /**
   * A browser that has signed in to the account before has a limit of its own, which others cannot use up. Only the
   * device's own account is read, so that the time of a refusal reveals nothing about the address.
   */
  async #attemptFor(email: string, address: string, device?: string): Promise<Attempt> {
    const known = device === undefined ? undefined : await this.devices.find(device)
    const owner = known && (await this.accounts.find(known.account))
    if (owner && normalEmail(owner.email) === email) return [['sign_in_by_device', known.id]]
    return [
      ['sign_in_by_pair', `${email} ${address}`],
      ['sign_in_by_email', email]
    ]
  }
}
