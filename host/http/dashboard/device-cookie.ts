import { inject, injectable } from '@product-host/sdk'
import { deviceMs, KnownDevices } from '../../accounts/known-devices.js'
import type { Settings } from '../../settings.js'
import { HOST_SETTINGS } from '../../tokens.js'
import type { HostRequest } from '../message.js'
import { cookieOf } from './cookie.js'

/** The cookie of a browser that has signed in; it opens nothing, it only has tries of its own at the next sign-in. */
@injectable()
export class DeviceCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(
    @inject(HOST_SETTINGS) { publicUrl }: Settings,
    private readonly devices: KnownDevices
  ) {
    const isSecure = publicUrl.startsWith('https:')
    this.#name = isSecure ? '__Host-known-device' : 'known-device'
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${deviceMs / 1000}`
  }

  /** The token that a browser was given at a sign-in. */
  read({ headers }: HostRequest): string | undefined {
    return cookieOf(headers, this.#name)
  }

  /** Whether the browser has signed in to the account before. */
  async isKnown(request: HostRequest, account: string): Promise<boolean> {
    const token = this.read(request)
    return token !== undefined && (await this.devices.find(token))?.account === account
  }

  /** Makes the browser a known device of the account; the answer sets its cookie. */
  async remember(request: HostRequest, account: string): Promise<void> {
    const token = await this.devices.remember(account, this.read(request))
    request.exchange.headers.push('Set-Cookie', `${this.#name}=${token}; ${this.#attributes}`)
  }
}
