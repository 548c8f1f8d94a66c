import type { Egress, EgressRequest } from '@product-host/sdk'

const methods: readonly NonNullable<EgressRequest['method']>[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The most bytes of a body that `fetch` reads. */
const mostBytes = 1024 * 1024

/** Headers that describe the body as it was sent, before it was decoded. */
const ofTransfer = ['content-encoding', 'content-length', 'transfer-encoding']

/**
 * The `fetch` of a plugin in a thread: a request of the call that runs, guarded as those of EGRESS are. `data:` and `blob:` leave nothing,
 * so they are read by `own`.
 */
export function guardedFetch(egressOfCall: () => Egress | undefined, own: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (/^(?:data|blob):/.test(request.url)) return own(request)
    const egress = egressOfCall()
    if (!egress) throw failed('A plugin in a thread can send requests only while one of its actions runs.')
    const method = methods.find(each => each === request.method)
    if (!method) throw failed(`EGRESS does not send ${request.method}; it sends ${methods.join(', ')}.`)
    const response = await egress
      .request(request.url, {
        method,
        headers: Object.fromEntries(request.headers),
        ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
        asBytes: true,
        maxRedirects: request.redirect === 'follow' ? 5 : 0,
        maxBytes: mostBytes,
        signal: request.signal
      })
      .catch((error: unknown) => {
        throw request.signal.aborted ? request.signal.reason : failed(error)
      })
    const { status, headers, content, url, isCut, redirects } = response
    if (isCut) throw failed(`The response has more than ${mostBytes} bytes.`)
    if (request.redirect === 'error' && status >= 300 && status < 400) throw failed('The response is a redirect.')
    const kept = Object.entries(headers).filter(([name]) => !ofTransfer.includes(name))
    const answer = new Response([204, 205, 304].includes(status) ? null : new Uint8Array(content), {
      status,
      headers: kept
    })
    return Object.defineProperties(answer, { url: { value: url }, redirected: { value: redirects.length > 0 } })
  }
}

function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause: typeof cause === 'string' ? new Error(cause) : cause })
}
