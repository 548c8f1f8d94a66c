/** Most bytes of a frame: the text of a product's answer may stand in it twice escaped. */
const largestFrame = 16 * 1024 * 1024

/** Bytes before the content of a frame: its length, and what it is. */
const headBytes = 5

/** The file descriptors of a plugin's process that it shares with the host. */
export const pipe = { messages: 3, output: 4, answers: 5, filter: 6 } as const

/** What a frame is: messages, or how many of them the process has taken, and for which call. */
export const frameKind = { messages: 0, taken: 1 } as const

/** A part of what two processes send each other over a pipe. */
export interface Frame {
  readonly kind: number
  readonly content: Buffer
}

/** A frame as it is sent. */
export function frameOf(kind: number, content: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + content.length)
  frame.writeUInt32LE(content.length)
  frame.writeUInt8(kind, 4)
  content.copy(frame, headBytes)
  return frame
}

/** Makes frames of the parts in which they arrive. */
export class FrameReader {
  #parts: Buffer[] = []
  #bytes = 0
  /** Bytes without which no more frame is complete. */
  #needed = headBytes

  /** The frames that are complete with this part. Throws a `RangeError` when one is larger than a frame may be. */
  read(part: Buffer): readonly Frame[] {
    this.#parts.push(part)
    this.#bytes += part.length
    if (this.#bytes < this.#needed) return []
    const frames: Frame[] = []
    let rest = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
    this.#needed = headBytes
    while (rest.length >= headBytes) {
      const end = headBytes + rest.readUInt32LE()
      if (end > largestFrame) throw new RangeError(`A message has more than ${largestFrame} bytes.`)
      if (rest.length < end) {
        this.#needed = end
        break
      }
      frames.push({ kind: rest.readUInt8(4), content: rest.subarray(headBytes, end) })
      rest = rest.subarray(end)
    }
    this.#parts = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    return frames
  }
}
