import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, type Transform } from 'node:stream'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { TextDecoder } from 'node:util'
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib'
import type { EgressCertificate } from '@product-host/sdk'

/** The part of a body that was read. */
interface Body {
  /** Empty where bytes were asked for. */
  readonly text: string
  /** Empty where text was asked for. */
  readonly content: Uint8Array
  /** Decoded. */
  readonly bytes: number
  readonly isCut: boolean
}

/** Compressed bytes that are read in excess of the limit of decoded ones: incompressible data grows a little. */
const slack = 65_536

/**
 * Reads a body up to `maxBytes` decoded bytes, and little more from the wire. Gzip, deflate and Brotli are decoded as
 * the bytes arrive, so that a decompression bomb stops at the limit; a body in any other coding is not decoded.
 */
export async function readBody(response: IncomingMessage, maxBytes: number, asBytes: boolean): Promise<Body> {
  const wire = new Portion(maxBytes + slack)
  const portion = new Portion(maxBytes)
  const decoder = decoderOf(response.headers['content-encoding'])
  const chunks: Buffer[] = []
  for await (const chunk of portion.of(decoder ? decode(wire.of(response), decoder) : response)) chunks.push(chunk)
  const isCut = portion.isCut || wire.isCut
  const whole = Buffer.concat(chunks)
  return {
    text: asBytes ? '' : decodeText(whole, response.headers['content-type'], isCut),
    // A copy of its own: a part of a larger buffer would be sent to a thread with all of it.
    content: asBytes ? new Uint8Array(whole) : new Uint8Array(),
    bytes: portion.bytes,
    isCut
  }
}

/** The first bytes of a stream. */
class Portion {
  bytes = 0
  isCut = false

  constructor(private readonly limit: number) {}

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const part = chunk.subarray(0, this.limit - this.bytes)
      this.bytes += part.length
      this.isCut = part.length < chunk.length
      yield part
      if (this.isCut) return
    }
  }
}

/** An error of either stream reaches the reader of the decoder, so the callback has nothing to add. */
function decode(source: AsyncIterable<Buffer>, decoder: Transform): AsyncIterable<Buffer> {
  return pipeline(source, decoder, () => {})
}

/** Decoders emit their output at every step, and accept a truncated end, as browsers do. */
function decoderOf(coding = ''): Transform | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH })
    default:
      return undefined
  }
}

/**
 * Text in the charset that a byte order mark, the Content-Type or the document itself names; UTF-8 if none names one that is known. An
 * incomplete last character is dropped.
 */
function decodeText(bytes: Buffer, contentType: string | undefined, isCut: boolean): string {
  const [, named] = /;\s*charset="?([^\s";]+)/i.exec(contentType ?? '') ?? []
  const label = markedCharset(bytes) ?? named ?? declaredCharset(bytes, contentType) ?? 'utf-8'
  const decoder = textDecoderOf(label)
  // Unless it streams, Node 22 takes windows-1252 for ISO-8859-1, in which there is no €; its characters are never incomplete.
  return decoder.decode(bytes, { stream: isCut || decoder.encoding === 'windows-1252' })
}

/** The charset of the byte order mark with which a text begins (Encoding Standard, "BOM sniff"). */
function markedCharset(bytes: Buffer): string | undefined {
  const mark = bytes.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return 'utf-8'
  if (mark.startsWith('\xfe\xff')) return 'utf-16be'
  return mark.startsWith('\xff\xfe') ? 'utf-16le' : undefined
}

/** The bytes at the beginning in which a document says its charset (HTML Standard, "prescan a byte stream"). */
const prescanBytes = 1024

/** The charset of `<meta charset>` or `<meta http-equiv>` in HTML, or of `<?xml encoding?>` in XML; one of 16 bits cannot be meant. */
function declaredCharset(bytes: Buffer, contentType = ''): string | undefined {
  const [type = ''] = contentType.toLowerCase().split(';', 1)
  if (!/html|xml/.test(type)) return undefined
  const start = bytes.toString('latin1', 0, prescanBytes)
  const html = start.split('<!--').map((part, index) => (index === 0 ? part : part.split('-->').slice(1).join('-->')))
  const [, label] =
    /^<\?xml\b[^>]*?\bencoding=["']([\w.:-]+)/.exec(start) ??
    /<meta\b[^>]*?\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(html.join(' ')) ??
    []
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function textDecoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** The certificate of the other machine; undefined on plain http, and once the socket is closed. */
export function certificateOf(socket: Socket): EgressCertificate | undefined {
  if (!(socket instanceof TLSSocket) || socket.destroyed) return undefined
  const certificate = socket.getPeerCertificate(true)
  const { subject, issuer, subjectaltname = '' } = certificate
  return {
    validTo: new Date(earliestExpiry(certificate)).toISOString(),
    subject: first(subject?.CN) || /DNS:([^,]+)/.exec(subjectaltname)?.[1] || '',
    issuer: first(issuer?.CN) || first(issuer?.O) || '',
    protocol: socket.getProtocol() ?? ''
  }
}

/** Of the certificate, which was verified, and of those that were sent with it, whose dates were not checked. */
function earliestExpiry(certificate: DetailedPeerCertificate): number {
  const expiries = chainOf(certificate).map(({ valid_to }) => Date.parse(valid_to))
  return Math.min(...expiries.filter(expiry => !Number.isNaN(expiry)))
}

/** A certificate and its issuers; a root is its own issuer. */
function chainOf(certificate: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain = new Set<DetailedPeerCertificate>()
  for (let link = certificate; link && !chain.has(link); link = link.issuerCertificate) chain.add(link)
  return [...chain]
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
