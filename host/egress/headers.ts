import { EgressError } from '@product-host/sdk'
import { http } from '../node-http.js'

/** Header lines by their lower-case names. */
export type Headers = Readonly<Record<string, string>>

/** What describes the connection or frames the message (RFC 9110, sections 7 and 10.1), and so is ours alone to say. */
const reserved = /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/

/** The headers of a caller, with lower-case names. Throws `EgressError` for one that cannot be sent or is not the caller's to set. */
export function judgeHeaders(headers: Headers = {}): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!isSendable(name, value))
        throw new EgressError('invalid_request', `The header ${JSON.stringify(name)} cannot be sent as it is.`)
      if (reserved.test(name.toLowerCase()))
        throw new EgressError('invalid_request', `The header "${name}" cannot be set by a caller.`)
      return [name.toLowerCase(), value]
    })
  )
}

function isSendable(name: string, value: string): boolean {
  try {
    http.validateHeaderName(name)
    http.validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
