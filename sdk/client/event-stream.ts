/** A server-sent event of the host; its data is JSON. */
export interface StreamEvent {
  readonly event: string
  /** Where to go on from after it. */
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the host's own schemas guard what it sends
  readonly data: any
}

/** The events of a stream, until it ends; `heard` is called whenever something came, be it a sign of life alone. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void
): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      heard()
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parsed(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** An event; undefined for a comment, and for what is no event of the host. */
function parsed(block: string): StreamEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const [event, data] = [field('event'), field('data')]
  if (event === undefined || data === undefined) return undefined
  try {
    return { event, id: field('id'), data: JSON.parse(data) }
  } catch {
    return undefined
  }
}
