import type { Reply, start } from './start.js'

type Call = Awaited<ReturnType<typeof start>>['call']

/** A password that nobody has to think about. */
export const password = 'seven green elephants'

/** A person at a browser, which keeps the cookie that it gets; the paths are those below `/dashboard/api`. */
export function person(call: Call) {
  let cookie = ''
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Reply> {
    const reply = await call(method, `/dashboard/api${path}`, body, { ...(cookie && { Cookie: cookie }), ...headers })
    const [set] = (reply.headers.get('set-cookie') ?? '').split(';')
    if (set) cookie = set.endsWith('=') ? '' : set
    return reply
  }
  return Object.assign(send, { cookie: () => cookie })
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
