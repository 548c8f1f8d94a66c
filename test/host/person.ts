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
