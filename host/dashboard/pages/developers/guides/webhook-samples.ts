import { programNeeds } from '../../../parts/code-samples.js'

/** A receiver that verifies with the library. */
export const withLibrary = `${programNeeds('receiver.mts', ['standardwebhooks'])}
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '') // whsec_…

createServer(async (request, response) => {
  let event: { type: string; data: unknown }
  try {
    const body = await text(request) // as it was sent, before anything parses it
    event = webhook.verify(body, request.headers as Record<string, string>) as typeof event
  } catch {
    response.writeHead(400).end() // not genuine: the webhook is not sent again
    return
  }
  try {
    await handle(String(request.headers['webhook-id']), event.type, event.data)
    response.writeHead(200).end()
  } catch {
    response.writeHead(500).end() // the webhook is sent again
  }
}).listen(8080)

async function handle(id: string, type: string, data: unknown) {
  // Your own work; do nothing for an id that was processed already.
}`

/** The verification without it. */
export const byHand = `// In a program of Node.js; it needs no package.
import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers.get('webhook-signature') ?? '').split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
