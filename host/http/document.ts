import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HostRequest } from './message.js'
import { sendBytes, sendEmpty } from './reply.js'

type Encoding = 'br' | 'gzip' | 'identity'

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes)
}

/** A JSON document that changes rarely: encoded once, and compressed once for those who take that. */
export class JsonDocument {
  readonly #tag: string
  readonly #variants = new Map<Encoding, Buffer | Promise<Buffer>>()

  constructor(body: unknown) {
    const bytes = Buffer.from(JSON.stringify(body))
    this.#tag = hash('sha256', bytes, 'base64url').slice(0, 27)
    this.#variants.set('identity', bytes)
  }

  /** The entity tag of a variant: the bytes differ, and so do the tags (RFC 9110, section 8.8.3.3). */
  tagOf(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}.${encoding}"`
  }

  /** Whether `If-None-Match` names a variant of this document. */
  isKnown(ifNoneMatch: string): boolean {
    if (ifNoneMatch === '*') return true
    const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
    return tags.some(tag => tag === `"${this.#tag}"` || tag === `"${this.#tag}.br"` || tag === `"${this.#tag}.gzip"`)
  }

  /** The bytes of a variant, which are compressed when they are asked for first. */
  bytesOf(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#variants.get(encoding)
    if (known) return known
    const plain = this.#variants.get('identity')
    if (encoding === 'identity' || !Buffer.isBuffer(plain)) throw new Error('A document has its plain bytes.')
    const making = compress[encoding](plain).then(bytes => {
      this.#variants.set(encoding, bytes)
      return bytes
    })
    this.#variants.set(encoding, making)
    return making
  }
}

/** Sends a document, or 304 to who has it. */
export async function sendDocument(
  { exchange, headers }: HostRequest,
  document: JsonDocument,
  more: Readonly<Record<string, string>> = {}
): Promise<void> {
  const encoding = encodingOf(headers['accept-encoding'])
  const cache = {
    ETag: document.tagOf(encoding),
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    ...more
  }
  const { 'if-none-match': known } = headers
  if (known !== undefined && document.isKnown(known)) return sendEmpty(exchange, 304, cache)
  const bytes = document.bytesOf(encoding)
  const type = { 'Content-Type': 'application/json; charset=utf-8', ...cache }
  const coded = encoding === 'identity' ? type : { ...type, 'Content-Encoding': encoding }
  sendBytes(exchange, 200, Buffer.isBuffer(bytes) ? bytes : await bytes, coded)
}

/** The smallest form that a caller takes. */
function encodingOf(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const taken = (coding: string) =>
    new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i').test(accepted)
  return taken('br') ? 'br' : taken('gzip') ? 'gzip' : 'identity'
}
