import { createSecureContext, getCACertificates } from 'node:tls'
import { type Egress, EgressError } from '@product-host/sdk'
import { Addresses, type AllowedNetwork, ownAddresses } from './addresses.js'
import { DnsResolver } from './dns-resolver.js'
import { AddressFinder } from './find-addresses.js'
import { findRecords } from './find-records.js'
import { Journey } from './journey.js'
import type { Resolver } from './resolver.js'

/** How a deployment guards its way out. */
export interface EgressOptions {
  /** Networks that may be reached although they are not public, such as `10.1.0.0/16`, each on `ports` or on its own. */
  readonly allow: readonly AllowedNetwork[]
  /** Ports of public addresses that every request may use. */
  readonly ports?: readonly number[]
  /** Further ports of public addresses, which a request may use that asks for them. */
  readonly requestPorts?: readonly number[]
  /** Whether products may ask for the records of names. */
  readonly dns: boolean
  readonly resolver?: Resolver
  /** Certificates in PEM of authorities that are trusted beside Node's own. */
  readonly trust?: readonly string[]
  /** The addresses of this machine, which are refused although they may be public. */
  readonly own?: () => readonly string[]
}

/** The way out for what callers ask for; `sdk/egress.ts` says what it promises. Throws when `allow` is ill-formed. */
export function guardedEgress({
  allow,
  ports = [80, 443, 8080, 8443],
  requestPorts = [],
  dns,
  resolver = new DnsResolver(),
  trust = [],
  own = ownAddresses
}: EgressOptions): Egress {
  const equipment = {
    ports,
    requestPorts,
    finder: new AddressFinder(new Addresses(allow, ports, own), resolver),
    trust: createSecureContext(trust.length > 0 ? { ca: [...getCACertificates('default'), ...trust] } : {})
  }
  return {
    request: (url, options = {}) => new Journey(equipment, options).run(url),
    async resolve(name, kind, options) {
      if (!dns) throw new EgressError('dns_unavailable', 'This deployment asks no questions about names.')
      return findRecords(resolver, name, kind, options)
    }
  }
}
