import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '../settings-error.js'
import { Cipher } from './cipher.js'

/** The cipher with the operator's keys, or with a key that is made once and kept beside the embedded store. */
export async function openCipher(given: readonly Buffer[], folder: string): Promise<Cipher> {
  const [first, ...rest] = given
  return new Cipher(first ? [first, ...rest] : [await keptKey(folder)])
}

/** Says where the key lies that is kept beside the embedded store, or will lie. Throws, in a sentence, when it cannot be used. */
export async function checkKeptKey(folder: string): Promise<string> {
  const file = fileIn(folder)
  if (!existsSync(file)) return `one will be made at the first start, in ${file}`
  await readKey(file)
  return `the one in ${file}`
}

async function keptKey(folder: string): Promise<Buffer> {
  const file = fileIn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readKey(file)
}

function fileIn(folder: string): string {
  return join(folder, 'encryption.key')
}

async function readKey(file: string): Promise<Buffer> {
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new SettingsError(`The file ${file} does not hold a key of 32 bytes in base64.`)
  return key
}
