import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Ending } from '../fixtures/host-process.js'
import { mailServer } from '../fixtures/mail-server.js'
import { stripeServer } from '../fixtures/stripe-server.js'
import { until } from './deployment.js'

/** What a delivery or an alert was sent as. */
export interface Delivered {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What was answered. */
  readonly status: number
}

/** All that the deployment reaches: a mail server, Stripe, and the receiver that the stored settings name. */
export async function outsideWorld(t: Ending, port: number) {
  const mail = await mailServer(t)
  const stripe = await stripeServer(t)
  const receiver = await receiverOf(t, port)
  /** The token in the newest e-mail to an address whose subject matches. */
  async function linkTo(address: string, subject: RegExp): Promise<string> {
    const found = () => mail.arrived.findLast(each => each.to === address && subject.test(each.subject))
    await until(`an e-mail to ${address} with the subject ${subject}`, () => found() !== undefined)
    return /#token=(\S+)/.exec(found()?.text ?? '')?.[1] ?? ''
  }
  return { mail, stripe, receiver, linkTo }
}

export type OutsideWorld = Awaited<ReturnType<typeof outsideWorld>>

/** Answers every request with one status, or with that of its path. */
async function receiverOf(t: Ending, port: number) {
  const delivered: Delivered[] = []
  const state: { status: number; readonly byPath: Record<string, number> } = { status: 200, byPath: {} }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const status = state.byPath[path] ?? state.status
    delivered.push({ path, headers: request.headers as Record<string, string>, body: await text(request), status })
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end('well')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return { port, delivered, state }
}
