import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Cipher } from './cipher.js'

/** The cipher with the operator's keys, or with a key that is made once and kept beside the embedded store. */
export async function openCipher(given: readonly Buffer[], folder: string): Promise<Cipher> {
  const [first, ...rest] = given
  return new Cipher(first ? [first, ...rest] : [await keptKey(folder)])
}

async function keptKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'encryption.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`The file ${file} does not hold a key of 32 bytes in base64.`)
  return key
}
