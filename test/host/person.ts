import type { Reply, start } from './start.js'

type Call = Awaited<ReturnType<typeof start>>['call']

/** A password that nobody has to think about. */
export const password = 'seven green elephants'

/** A person at a browser, which stores the cookies that it gets; the paths are those below `/dashboard/api`. */
export function person(call: Call) {
  const cookies = new Map<string, string>()
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Reply> {
    const Cookie = [...cookies.values()].join('; ')
    const reply = await call(method, `/dashboard/api${path}`, body, { ...(Cookie && { Cookie }), ...headers })
    for (const set of reply.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = ''] = pair.split('=')
      if (pair === `${name}=`) cookies.delete(name)
      else cookies.set(name, pair)
    }
    return reply
  }
  /** A cookie as a browser sends it; empty when there is none. */
  const cookie = (name = 'session') => cookies.get(name) ?? ''
  return Object.assign(send, { cookie })
}

/** Somebody who has just signed up. */
export async function signedUp(call: Call, email = 'ada@example.org') {
  const one = person(call)
  const { body } = await one('POST', '/accounts', { email, password })
  return Object.assign(one, { id: String(body.id) })
}

/** Opens a checkout and sends the form of the stand-in's page; the answer to the form. */
export async function checkOut(
  { url }: { readonly url: string },
  one: ReturnType<typeof person>,
  purpose: 'trial' | 'card',
  card: 'none' | 'visa' | 'mastercard' | 'remove' = 'none'
): Promise<Response> {
  const { status, body } = await one('POST', '/billing/checkout', { purpose })
  if (status !== 201) throw new Error(`The checkout was refused: ${body.code}`)
  return sendForm(url + new URL(body.url).pathname, card)
}

/** Sends the form of the stand-in's page as a browser or curl does. */
export async function sendForm(address: string, card: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
    headers: { Connection: 'close' }
  })
}
