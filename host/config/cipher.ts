import { createCipheriv, createDecipheriv, hash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Token } from '@product-host/sdk'
import { SettingsError } from '../base/environment.js'
import { exists, unreadable } from '../base/files.js'
import { sync } from '../storage/new-file.js'

/** Encrypts the secrets of configs. */
export const CIPHER = new Token<Cipher>('CIPHER')

/**
 * Encrypts small secrets with AES-256-GCM (NIST SP 800-38D). Each is bound to its encryption context: where it is
 * stored.
 */
export class Cipher {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #current: string

  /** Keys of 32 bytes: the first one encrypts, all of them decrypt. */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = new Map(keys.map(key => [nameOf(key), key]))
    this.#current = nameOf(keys[0])
  }

  /** `v1.<key>.<iv>.<tag>.<ciphertext>`, the last three in base64url. `context` must be the same when it is read. */
  encrypt(text: string, context: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#current), iv).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return ['v1', this.#current, ...[iv, cipher.getAuthTag(), sealed].map(part => part.toString('base64url'))].join('.')
  }

  /** Throws when no key fits, or when the secret was encrypted for another context. */
  decrypt(sealed: string, context: string): string {
    const [version, name = '', ...parts] = sealed.split('.')
    const [iv, tag, text] = parts.map(part => Buffer.from(part, 'base64url'))
    if (version !== 'v1' || !iv || !tag || !text) throw new Error('A stored secret is not in the form v1.')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(name), iv).setAAD(Buffer.from(context)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  }

  /** The name of the key that encrypts. */
  get currentKey(): string {
    return this.#current
  }

  /** Whether a stored secret was encrypted with the first key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`v1.${this.#current}.`)
  }

  /** Whether one of the keys decrypts a stored secret. */
  opens(sealed: string, context: string): boolean {
    try {
      this.decrypt(sealed, context)
      return true
    } catch {
      return false
    }
  }

  #key(name: string): Buffer {
    const key = this.#keys.get(name)
    if (!key) throw new Error(`A secret was encrypted with the key ${name}, which ENCRYPTION_KEYS does not contain.`)
    return key
  }
}

/** A key's name: a part of its digest that distinguishes it from others. */
function nameOf(key: Buffer): string {
  return hash('sha256', key).slice(0, 8)
}

/**
 * The cipher with the operator's keys, or with a key that is created once and stored in the folder of the embedded
 * store.
 */
export async function openCipher(given: readonly Buffer[], folder: string): Promise<Cipher> {
  const [first, ...rest] = given
  return new Cipher(first ? [first, ...rest] : [await storedKey(folder)])
}

/** Describes the file of the key in the folder of the embedded store. Throws, in a sentence, if it cannot be used. */
export async function checkStoredKey(folder: string): Promise<string> {
  const file = keyFileIn(folder)
  if (!exists(file)) return `one will be made at the first start, in ${file}`
  await readKey(file)
  return `the one in ${file}`
}

async function storedKey(folder: string): Promise<Buffer> {
  const file = keyFileIn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!exists(file)) await createKey(file)
  return readKey(file)
}

/** Creates the file, unless another host does so first: it appears with its complete content, never in part. */
async function createKey(file: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`
  try {
    await writeFile(partial, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await link(partial, file)
    sync(dirname(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(partial, { force: true })
  }
}

/** The file of the key beside the embedded store. */
export function keyFileIn(folder: string): string {
  return join(folder, 'encryption.key')
}

async function readKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw unreadable(file, error)
  })
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new SettingsError(`The file ${file} does not hold a key of 32 bytes in base64.`)
  return key
}

/** The subjects of the host's own records that hold encrypted secrets, each account's records below them. */
export const encryptedSubjects = {
  config: 'config',
  secondFactor: 'second-factor',
  webhookEndpoints: 'webhook-endpoints',
  hooks: 'hooks',
  schedules: 'schedules'
} as const
