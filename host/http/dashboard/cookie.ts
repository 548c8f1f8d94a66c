import type { HostRequest } from '../message.js'

/**
 * The value of a cookie that a request bears; undefined when it bears none with this name, or several with different values, since
 * nobody can tell which of them the host set. Only spaces and tabs are cut off: a name that begins with another kind of white space is another
 * name, for which browsers do not hold to the prefix `__Host-`.
 */
export function cookieOf(headers: HostRequest['headers'], name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.replace(/^[ \t]+|[ \t]+$/g, ''))
  const values = cookies.filter(cookie => cookie.startsWith(`${name}=`)).map(cookie => cookie.slice(name.length + 1))
  return new Set(values).size === 1 ? values[0] : undefined
}
