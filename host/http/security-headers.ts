import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** Helmet's headers as names and values in turn, computed once: they are the same for every answer. */
export function securityHeaders(isSecure: boolean): readonly string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({ strictTransportSecurity: isSecure })(request, response, error => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
