import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
/** What ends a host within a URL, which `domainToASCII` would read so far and no further. */
const delimiters = /[\s/\\?#@:%[\]]/
const wellFormed = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`)

/** A name of the DNS as it is asked for: ASCII, lower case, without the dot at its end. Undefined for what is no such name. */
export function toHostName(text: string): string | undefined {
  if (delimiters.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  return wellFormed.test(name) && isIP(name) === 0 ? name : undefined
}
