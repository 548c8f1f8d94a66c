import { inject, injectable } from '@product-host/sdk'
import { KnownDevices } from '../../accounts/known-devices.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import type { HostRequest } from '../message.js'

/**
 * A cookie that only this host reads: hidden from scripts, and not sent with the requests of other sites (`SameSite=Lax`). Behind
 * https its name has the prefix `__Host-`, so that no other host of the domain can set it. Browsers share cookies between the ports of
 * a host name: over plain http, the name has the port, so that two hosts on one machine do not sign each other's people out.
 */
export class HostCookie {
  constructor(
    private readonly plainName: string,
    private readonly settings: Pick<Settings, 'publicUrl'>
  ) {}

  get name(): string {
    const url = new URL(this.settings.publicUrl)
    return isSecure(url) ? `${securePrefix}${this.plainName}` : `${this.plainName}-${url.port || '80'}`
  }

  /**
   * The value that a request sends; undefined if it sends none, or several that differ, because it is unknown which one
   * the host set. The library's `parse` would return the first one, and would cut white space off the end of a name.
   * Here only spaces and tabs before a name are ignored: browsers do not check the prefix of a name with other
   * characters.
   */
  read({ headers }: HostRequest): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map(pair => pair.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))
    const valuesOf = (name: string) =>
      new Set(pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1)))
    const { name } = this
    const own = valuesOf(name)
    // Browsers that signed in when the name had no port have the cookie under it until it ends.
    const values = own.size === 0 && !isPrefixed(name) ? valuesOf(this.plainName) : own
    return values.size === 1 ? [...values][0] : undefined
  }

  /** The `Set-Cookie` header that stores a value for so many milliseconds; 0 deletes the cookie. */
  async set(value: string, lifetimeMs: number): Promise<string> {
    // Loaded with the first cookie: a start does not need it.
    const { serialize } = await import('cookie')
    const maxAge = lifetimeMs / 1000
    const secure = isSecure(new URL(this.settings.publicUrl))
    return serialize(this.name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'lax' })
  }
}

/** Browsers accept a name with it only over https and from the host itself. */
const securePrefix = '__Host-'

function isPrefixed(name: string): boolean {
  return name.startsWith(securePrefix)
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:'
}

/** The cookie of a known browser: it grants no access, but its sign-in attempts are counted separately. */
@injectable()
export class DeviceCookie {
  readonly #cookie: HostCookie

  constructor(
    @inject(HOST_SETTINGS) settings: Settings,
    private readonly devices: KnownDevices
  ) {
    this.#cookie = new HostCookie('known-device', settings)
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
