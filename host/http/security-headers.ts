import { Socket } from 'node:net'
import helmet from 'helmet'
import { http } from '../base/node-http.js'

/** Pages load resources from this host only; inline scripts, inline styles and eval are forbidden. */
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
 * The headers of API answers, as alternating names and values: those that OWASP's REST security guide lists. The others that
 * Helmet sets concern pages, and no browser shows an API answer as a page.
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

/** Helmet's headers, for pages and files, as alternating names and values. */
export function pageHeaders(isSecure: boolean): readonly string[] {
  const request = new http.IncomingMessage(new Socket())
  const response = new http.ServerResponse(request)
  helmet({ strictTransportSecurity: isSecure, contentSecurityPolicy })(request, response, error => {
    if (error) throw error
  })
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
