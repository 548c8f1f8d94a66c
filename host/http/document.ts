import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HostRequest } from './message.js'
import { sendBytes, sendEmpty } from './reply.js'

/** The encodings of a document, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

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
  const accepted = acceptedEncodings(headers['accept-encoding'])
  const stored = storedVariant(document, accepted, headers['if-none-match'])
  const encoding = stored ?? accepted[0] ?? 'identity'
  const cache = {
    ETag: document.tagOf(encoding),
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    ...more
  }
  if (stored) return sendEmpty(exchange, 304, cache)
  const bytes = document.bytesOf(encoding)
  const type = { 'Content-Type': 'application/json; charset=utf-8', ...cache }
  const coded = encoding === 'identity' ? type : { ...type, 'Content-Encoding': encoding }
  sendBytes(exchange, 200, Buffer.isBuffer(bytes) ? bytes : await bytes, coded)
}

/** The encodings that a caller takes, the smallest first. */
function acceptedEncodings(accepted = ''): readonly Encoding[] {
  const isAccepted = (coding: Encoding) =>
    coding === 'identity' ||
    new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i').test(accepted)
  return encodings.filter(isAccepted)
}

/**
 * The variant that a caller has, by its `If-None-Match`, among those that it takes. A 304 bears the tag of this variant: a cache finds what
 * the 304 is about by it (RFC 9111, section 4.3.4).
 */
function storedVariant(
  document: JsonDocument,
  accepted: readonly Encoding[],
  ifNoneMatch: string | undefined
): Encoding | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch.trim() === '*') return accepted[0]
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return accepted.find(encoding => tags.includes(document.tagOf(encoding)))
}
