import type { HostRequest } from '../message.js'

/** The value of a cookie that a request bears; undefined when it bears none with this name. */
export function cookieOf(headers: HostRequest['headers'], name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.trim())
  return cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}
