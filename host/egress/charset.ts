import { TextDecoder } from 'node:util'

/** Text in the charset that a Content-Type names; UTF-8 where it names none that is known. A character cut in two is left off. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, isCut: boolean): string {
  const [, label = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType ?? '') ?? []
  return decoderOf(label).decode(bytes, { stream: isCut })
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
