import type { FromPlugin } from '../messages.js'

/**
 * The messages of a process as text: the host does not read what a process may have changed in any form that can do more. The body of a
 * request may be bytes, which are written as base64.
 */
export function textOf(batch: readonly FromPlugin[]): string {
  return JSON.stringify(batch.map(withBody(body => (body instanceof Uint8Array ? { base64: base64Of(body) } : body))))
}

/** The messages that a process sent. Throws what are none. */
export function messagesOf(text: string): readonly FromPlugin[] {
  const batch: unknown = JSON.parse(text)
  if (!Array.isArray(batch) || !batch.every(each => typeof each?.kind === 'string'))
    throw new TypeError('This is no list of messages.')
  return batch.map(
    withBody(body =>
      typeof body === 'object' && body !== null && 'base64' in body ? Buffer.from(String(body.base64), 'base64') : body
    )
  )
}

/** A message with the body of its request, if it has one, as `change` makes it. */
function withBody(change: (body: unknown) => unknown): (message: FromPlugin) => FromPlugin {
  return message => {
    if (message.kind !== 'ask' || message.question?.of !== 'request') return message
    const { question } = message
    if (question.options?.body === undefined) return message
    const body = change(question.options.body) as typeof question.options.body & {}
    return { ...message, question: { ...question, options: { ...question.options, body } } }
  }
}

function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
