import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** Encrypts small secrets with AES-256-GCM (NIST SP 800-38D), each bound to the place where it is kept. */
export class Cipher {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #current: string

  /** Keys of 32 bytes: the first one writes, all of them read. */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = new Map(keys.map(key => [nameOf(key), key]))
    this.#current = nameOf(keys[0])
  }

  /** `v1.<key>.<iv>.<tag>.<ciphertext>`, the last three in base64url. `place` must be the same when it is read. */
  encrypt(text: string, place: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#current), iv).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return ['v1', this.#current, ...[iv, cipher.getAuthTag(), sealed].map(part => part.toString('base64url'))].join('.')
  }

  /** Throws when no key fits, or when the secret was kept at another place. */
  decrypt(sealed: string, place: string): string {
    const [version, name = '', ...parts] = sealed.split('.')
    const [iv, tag, text] = parts.map(part => Buffer.from(part, 'base64url'))
    if (version !== 'v1' || !iv || !tag || !text) throw new Error('A kept secret is not in the form v1.')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(name), iv).setAAD(Buffer.from(place)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  }

  /** The name of the key that writes. */
  get currentKey(): string {
    return this.#current
  }

  /** Whether a kept secret was encrypted with the key that writes. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.#current}.`)
  }

  /** Whether one of the keys opens a kept secret. */
  opens(sealed: string, place: string): boolean {
    try {
      this.decrypt(sealed, place)
      return true
    } catch {
      return false
    }
  }

  #key(name: string): Buffer {
    const key = this.#keys.get(name)
    if (!key) throw new Error(`A secret was encrypted with the key ${name}, which ENCRYPTION_KEYS does not hold.`)
    return key
  }
}

/** A key's name: enough of its digest to tell it from others. */
function nameOf(key: Buffer): string {
  return hash('sha256', key).slice(0, 8)
}
