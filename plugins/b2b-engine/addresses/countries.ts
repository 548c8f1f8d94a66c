/**
 * Country endings that are sold and used worldwide, so that they say nothing of a country. Source: Google Search Central's list of
 * country-code top-level domains that it treats as generic, and .gg, .ly, .sh, .so, .to, .gl.
 */
export const genericEndings: ReadonlySet<string> = new Set([
  'ac',
  'ad',
  'ai',
  'as',
  'bz',
  'cc',
  'cd',
  'co',
  'dj',
  'eu',
  'fm',
  'gg',
  'gl',
  'io',
  'la',
  'ly',
  'me',
  'ms',
  'nu',
  'sc',
  'sh',
  'so',
  'sr',
  'su',
  'tk',
  'to',
  'tv',
  'vc',
  'ws'
])

/** Country endings that are not the country's ISO 3166 code. */
export const otherCodes: Readonly<Record<string, string>> = { uk: 'GB' }
