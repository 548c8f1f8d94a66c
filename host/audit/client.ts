import ipaddr from 'ipaddr.js'

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl']
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux']
] as const

/**
 * The name that a program gives itself: one word, so that no one can put a sentence or an address into an email to the
 * owner.
 */
const programPattern = /^[A-Za-z][A-Za-z0-9_-]{0,29}(?=[/ (]|$)/

/** The browser and the system of a User-Agent header, in two words. */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([sign]) => sign.test(userAgent)) ?? []
  const [, system] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (!browser) return programPattern.exec(userAgent)?.[0] ?? 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}

/** How many leading bits of an address name its network, by the kind of address. */
const networkBits = { ipv4: 24, ipv6: 48 } as const

/** The network of an address, such as 192.0.2.0/24 or 2001:db8:1::/48; undefined for text that is no address. */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  const bits = networkBits[parsed.kind()]
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
}
