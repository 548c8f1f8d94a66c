const mostRedirects = 5

/** Sends a request, with redirects followed within the origin of its address and by a method that only reads. */
export async function fetchWithinOrigin(
  address: URL,
  init: RequestInit & { readonly method: string }
): Promise<Response> {
  let url = address
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const target = response.headers.get('Location')
    const isFollowed =
      response.status >= 300 && response.status < 400 && target !== null && ['GET', 'HEAD'].includes(init.method)
    const next = isFollowed ? URL.parse(target, url.href) : null
    if (!next) return response
    await response.body?.cancel()
    if (next.origin !== url.origin || redirects === mostRedirects)
      throw new Error(`${url.origin} redirects to ${next.origin}, which is not followed.`)
    url = next
  }
}

/** The text of an answer. Rejects when it has more bytes than `most`, counted after they are decompressed. */
export async function readText({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw new Error(`The answer has more than ${most} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
