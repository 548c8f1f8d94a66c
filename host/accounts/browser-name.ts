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

/** The browser and the system of a User-Agent header, in two words. */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([sign]) => sign.test(userAgent)) ?? []
  const [, system] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (!browser) return userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 40) || 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}
