import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { matchesWeakly } from '../base/entity-tags.js'
import type { Headers, HostRequest } from './message.js'
import { sendBytes, sendUnchanged } from './reply.js'

/** The encodings of a document, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof encodings)[number]

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes)
}

/** A document in one encoding. */
interface Variant {
  readonly encoding: Encoding
  /** The entity tag of a variant: the bytes differ, and so do the tags (RFC 9110, section 8.8.3.3). */
  readonly tag: string
  /** The headers of a 304, by which a cache finds and refreshes the stored response (RFC 9111, section 4.3.4). */
  readonly unchanged: Headers
  /** The headers of a 200. */
  readonly complete: Headers
  /** Compressed on first use. */
  bytes: Buffer | Promise<Buffer> | undefined
}

/** A text that changes rarely, with the headers of its answers: made once, and compressed once per encoding. */
export class Document {
  readonly #bytes: Buffer
  readonly #variants: readonly Variant[]
  readonly #plain: readonly Variant[]

  /** `cached` are headers of every answer, `more` those of a complete one. */
  constructor(type: string, text: string, cached: Headers = {}, more: Headers = {}) {
    this.#bytes = Buffer.from(text)
    const digest = hash('sha256', this.#bytes, 'base64url').slice(0, 27)
    this.#variants = encodings.map(encoding => {
      const isPlain = encoding === 'identity'
      const tag = isPlain ? `"${digest}"` : `"${digest}.${encoding}"`
      const unchanged = { ETag: tag, 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding', ...cached }
      const coded = isPlain ? {} : { 'Content-Encoding': encoding }
      const complete = { 'Content-Type': `${type}; charset=utf-8`, ...unchanged, ...more, ...coded }
      return { encoding, tag, unchanged, complete, bytes: isPlain ? this.#bytes : undefined }
    })
    this.#plain = this.#variants.slice(-1)
  }

  static json(body: unknown, cached?: Headers, more?: Headers): Document {
    return new Document('application/json', JSON.stringify(body), cached, more)
  }

  /** Sends the document, or 304 to a caller that already has it; at once, unless it has to be compressed first. */
  send({ context, headers }: HostRequest): void | Promise<void> {
    const accepted = this.#accepted(headers['accept-encoding'])
    const stored = storedVariant(accepted, headers['if-none-match'])
    if (stored) return sendUnchanged(context, stored.unchanged)
    const [variant] = accepted
    if (!variant) return
    const bytes = this.#bytesOf(variant)
    if (Buffer.isBuffer(bytes)) return sendBytes(context, 200, bytes, variant.complete)
    return bytes.then(compressed => sendBytes(context, 200, compressed, variant.complete))
  }

  /** The variants that a caller accepts, the smallest first. */
  #accepted(header: string | undefined): readonly Variant[] {
    if (header === undefined) return this.#plain
    return this.#variants.filter(({ encoding }) => encoding === 'identity' || accepts[encoding].test(header))
  }

  #bytesOf(variant: Variant): Buffer | Promise<Buffer> {
    const { encoding } = variant
    if (variant.bytes || encoding === 'identity') return variant.bytes ?? this.#bytes
    const compressing = compress[encoding](this.#bytes)
    variant.bytes = compressing.then(bytes => {
      variant.bytes = bytes
      return bytes
    })
    return variant.bytes
  }
}

/** What an `Accept-Encoding` says where it accepts a compressed variant. */
const accepts = { br: acceptedCoding('br'), gzip: acceptedCoding('gzip') }

/** A coding that is named without a quality, or with one above 0. */
function acceptedCoding(coding: Encoding): RegExp {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i')
}

/** The accepted variant that a caller already has, by its `If-None-Match`. */
function storedVariant(accepted: readonly Variant[], ifNoneMatch: string | undefined): Variant | undefined {
  if (ifNoneMatch === undefined) return undefined
  return accepted.find(({ tag }) => matchesWeakly(ifNoneMatch, tag))
}
