import { Socket } from 'node:net'
import helmet from 'helmet'
import { http } from '../node-http.js'

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

/**
 * The headers of answers for programs, as names and values in turn: what OWASP's REST security guide names. The others that
 * Helmet sets speak of pages, and a browser shows none of these answers as one.
 */
export function apiHeaders(isSecure: boolean): readonly string[] {
  const headers = [
    'Content-Security-Policy',
    "default-src 'none';frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Referrer-Policy',
    'no-referrer',
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY'
  ]
  return isSecure ? [...headers, 'Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : headers
}

/** The headers of pages and files, which are Helmet's, as names and values in turn. */
export function pageHeaders(isSecure: boolean): readonly string[] {
  const request = new http.IncomingMessage(new Socket())
  const response = new http.ServerResponse(request)
  helmet({ strictTransportSecurity: isSecure, contentSecurityPolicy })(request, response, error => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
