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

/** The name that a program gives itself: one word, so that nobody writes a sentence or an address into an email to the owner. */
const program = /^[A-Za-z][A-Za-z0-9_-]{0,29}(?=[/ (]|$)/

/** The browser and the system of a User-Agent header, in two words. */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([sign]) => sign.test(userAgent)) ?? []
  const [, system] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (!browser) return program.exec(userAgent)?.[0] ?? 'An unknown browser'
  return system ? `${browser} on ${system}` : browser
}
