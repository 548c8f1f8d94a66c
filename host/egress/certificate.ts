import type { Socket } from 'node:net'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { EgressCertificate } from '@product-host/sdk'

/** What the other machine showed of itself in its handshake; undefined on plain http, and once the socket is gone. */
export function certificateOf(socket: Socket): EgressCertificate | undefined {
  if (!(socket instanceof TLSSocket) || socket.destroyed) return undefined
  const certificate = socket.getPeerCertificate(true)
  const { subject, issuer, subjectaltname = '' } = certificate
  return {
    validTo: new Date(earliestExpiry(certificate)).toISOString(),
    subject: first(subject?.CN) || /DNS:([^,]+)/.exec(subjectaltname)?.[1] || '',
    issuer: first(issuer?.CN) || first(issuer?.O) || '',
    protocol: socket.getProtocol() ?? ''
  }
}

/** Of the certificate, which was verified, and of those that were sent along with it, whose dates nobody has looked at yet. */
function earliestExpiry(certificate: DetailedPeerCertificate): number {
  const expiries = chainOf(certificate).map(({ valid_to }) => Date.parse(valid_to))
  return Math.min(...expiries.filter(expiry => !Number.isNaN(expiry)))
}

/** A certificate and those that vouch for it; a root vouches for itself. */
function chainOf(certificate: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain = new Set<DetailedPeerCertificate>()
  for (let link = certificate; link && !chain.has(link); link = link.issuerCertificate) chain.add(link)
  return [...chain]
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
