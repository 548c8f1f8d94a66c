/** How much a warning and a failure of each rule take off the quality of 100; `specific` takes up to `mostForGeneric`. Own choice. */
export const weights = {
  within_limit: { warn: 20, fail: 40 },
  hook_fits_fold: { warn: 5, fail: 10 },
  hashtags_in_range: { warn: 3, fail: 6 },
  one_ask: { warn: 5, fail: 10 },
  reading_ease: { warn: 5, fail: 10 },
  rhythm: { warn: 3, fail: 6 },
  no_slop: { warn: 10, fail: 20 },
  nothing_invented: { warn: 20, fail: 40 },
  no_placeholder: { warn: 20, fail: 50 },
  capitals: { warn: 3, fail: 6 },
  emoji: { warn: 3, fail: 6 },
  topic_first: { warn: 5, fail: 10 },
  language: { warn: 20, fail: 40 }
} as const

/** A rule whose weight depends on nothing but its result. */
export type WeightedRule = keyof typeof weights

/** The name of a rule. */
export type LintRule = WeightedRule | 'specific'

/** What people call each rule. */
export const checks: Readonly<Record<LintRule, string>> = {
  within_limit: 'Length',
  hook_fits_fold: 'Length of the first line',
  hashtags_in_range: 'Number of hashtags',
  one_ask: 'One request to the reader',
  reading_ease: 'Easy to read',
  rhythm: 'Long and short sentences',
  no_slop: 'No worn-out phrases',
  nothing_invented: 'Nothing invented',
  no_placeholder: 'Nothing left to fill in',
  capitals: 'Words in capitals',
  emoji: 'Number of emoji',
  topic_first: 'Topic in the first line',
  language: 'Language',
  specific: 'Specific to the topic'
}

/** Least share of a text that has to be its author's own; below it the quality falls. */
export const leastSpecific = 0.5

/** What a text loses of which every sentence would fit any topic. */
export const mostForGeneric = 60

/** Lowest Flesch reading ease that passes; 60 is plain English. Own choice. */
export const leastEase = 50

/** Lowest standard deviation of sentence lengths, in words, that passes. Own choice. */
export const leastRhythm = 4

/** Most words in capitals that pass. Own choice. */
export const mostCapitals = 2

/** Most emoji that pass. Own choice. */
export const mostEmoji = 3

/** Most em dashes that pass. Own choice. */
export const mostDashes = 1

/** Share of the topic's words that the first line has to hold. */
export const topicShare = 0.5
