import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What every key of this service begins with. */
export const keyPrefix = 'phk'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^phk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new key: `phk_`, 30 random characters of base62 (178 bits), and 6 characters of their CRC32. */
export function newKey(): string {
  const body = Array.from({ length: 30 }, () => base62[randomInt(62)]).join('')
  return `${keyPrefix}_${body}${checksum(body)}`
}

/** Whether the text has a key's form and its checksum is right, so that a mistyped key is refused without asking the store. */
export function isKey(text: string): boolean {
  const [, body, sum] = form.exec(text) ?? []
  return body !== undefined && checksum(body) === sum
}

/** The CRC32 of a key's body in 6 characters of base62. */
export function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = `${base62[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
