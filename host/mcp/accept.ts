import type { Reply } from '../base/reply.js'

/** The types of an answer of the protocol that a client takes. */
export interface AcceptedTypes {
  /** `application/json`: one message. */
  readonly json: boolean
  /** `text/event-stream`: messages one after the other. */
  readonly stream: boolean
}

/**
 * Reads `Accept` as RFC 9110 has it, section 12.5.1: ranges, in any case, without those of quality 0; the most specific range counts. A
 * client that sends none takes everything. The protocol wants both types named, which many clients do not do.
 */
export function acceptedTypes(header: string | undefined): AcceptedTypes {
  if (header === undefined || header.trim() === '') return { json: true, stream: true }
  const ranges = new Map(header.split(',').map(rangeOf))
  const takes = (type: string, any: string) => ranges.get(type) ?? ranges.get(any) ?? ranges.get('*/*') ?? false
  return { json: takes('application/json', 'application/*'), stream: takes('text/event-stream', 'text/*') }
}

/** A media range, and whether its quality is above 0. */
function rangeOf(text: string): [string, boolean] {
  const [range = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  return [range, quality === undefined || Number(quality) !== 0]
}

/** A complete answer as the only message of a stream. */
export function asStream({ status, headers, text }: Reply): Reply {
  return {
    status,
    headers: { ...headers, 'Content-Type': 'text/event-stream' },
    text: `event: message\ndata: ${text}\n\n`
  }
}

/** The last message of a stream, which is the answer; undefined for a stream without one. */
export function lastMessage(stream: string): string | undefined {
  return stream
    .split('\n')
    .findLast(line => line.startsWith('data:') && line.trim() !== 'data:')
    ?.slice('data:'.length)
    .trim()
}
