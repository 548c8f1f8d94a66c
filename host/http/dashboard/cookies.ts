import { inject, injectable } from '@product-host/sdk'
import { KnownDevices } from '../../accounts/known-devices.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import type { HostRequest } from '../message.js'

/**
 * A cookie that only this host reads: hidden from scripts, and not sent with the requests of other sites (`SameSite=Lax`). Behind
 * https its name has the prefix `__Host-`, so that no other host of the domain can set it.
 */
export class HostCookie {
  readonly name: string
  readonly #isSecure: boolean

  constructor(name: string, publicUrl: string) {
    this.#isSecure = publicUrl.startsWith('https:')
    this.name = this.#isSecure ? `__Host-${name}` : name
  }

  /**
   * The value that a request sends; undefined if it sends none, or several that differ, because it is unknown which one
   * the host set. The library's `parse` would return the first one, and would cut white space off the end of a name.
   * Here only spaces and tabs before a name are ignored: browsers do not check the prefix of a name with other
   * characters.
   */
  read({ headers }: HostRequest): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map(pair => pair.replace(/^[ \t]+|[ \t]+$/g, ''))
    const prefix = `${this.name}=`
    const values = pairs.filter(pair => pair.startsWith(prefix)).map(pair => pair.slice(prefix.length))
    return new Set(values).size === 1 ? values[0] : undefined
  }

  /** The `Set-Cookie` header that stores a value for so many milliseconds; 0 deletes the cookie. */
  async set(value: string, lifetimeMs: number): Promise<string> {
    // Loaded with the first cookie: a start does not need it.
    const { serialize } = await import('cookie')
    const maxAge = lifetimeMs / 1000
    return serialize(this.name, value, { maxAge, path: '/', httpOnly: true, secure: this.#isSecure, sameSite: 'lax' })
  }
}

/** The cookie of a known browser: it grants no access, but its sign-in attempts are counted separately. */
@injectable()
export class DeviceCookie {
  readonly #cookie: HostCookie

  constructor(
    @inject(HOST_SETTINGS) { publicUrl }: Settings,
    private readonly devices: KnownDevices
  ) {
    this.#cookie = new HostCookie('known-device', publicUrl)
  }

  /** The token that a browser was given at a sign-in. */
  read(request: HostRequest): string | undefined {
    return this.#cookie.read(request)
  }

  /** Whether the browser has signed in to the account before. */
  async isKnown(request: HostRequest, account: string): Promise<boolean> {
    const token = this.read(request)
    return token !== undefined && (await this.devices.find(token))?.account === account
  }

  /** Makes the browser a known device of the account; the answer sets its cookie. */
  async remember(request: HostRequest, account: string): Promise<void> {
    const token = await this.devices.remember(account, this.read(request))
    request.context.headers.push('Set-Cookie', await this.#cookie.set(token, this.devices.knownMs))
  }
}
