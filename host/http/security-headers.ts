import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** What a page of this host may load and do: what comes from the host itself, and nothing that stands inside the page or is made from text. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'"],
    manifestSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"]
  }
}

/** Helmet's headers as names and values in turn, computed once: they are the same for every answer. */
export function securityHeaders(isSecure: boolean): readonly string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({ strictTransportSecurity: isSecure, contentSecurityPolicy })(request, response, error => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
