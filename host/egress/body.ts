import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib'
import { decodeText } from './charset.js'

/** What was read of a body. */
export interface Body {
  readonly text: string
  /** Decoded. */
  readonly bytes: number
  readonly isCut: boolean
}

/** Compressed bytes that are read beyond the limit of decoded ones: incompressible data grows a little. */
const slack = 65_536

/**
 * Reads a body up to `maxBytes` decoded bytes, and hardly further on the wire. Gzip, deflate and Brotli are undone as the bytes
 * come, so that a little which unfolds into much stops at the limit; a body in any other coding is kept as it is.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  const wire = new Portion(maxBytes + slack)
  const kept = new Portion(maxBytes)
  const decoder = decoderOf(response.headers['content-encoding'])
  const chunks: Buffer[] = []
  for await (const chunk of kept.of(decoder ? decode(wire.of(response), decoder) : response)) chunks.push(chunk)
  const isCut = kept.isCut || wire.isCut
  return { text: decodeText(Buffer.concat(chunks), response.headers['content-type'], isCut), bytes: kept.bytes, isCut }
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

/** Decoders give out what they have at every step, and take an early end for an end, as browsers do. */
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
