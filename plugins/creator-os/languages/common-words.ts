import common from './common-english.json' with { type: 'json' }

/** The most common English words. */
export function commonEnglish(): ReadonlySet<string> {
  known ??= new Set(common.words)
  return known
}

/** Made when the first text is read: that takes a millisecond. */
let known: ReadonlySet<string> | undefined
