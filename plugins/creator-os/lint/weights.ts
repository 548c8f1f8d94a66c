/** How much each rule takes off the quality of 100: a failure the whole, a warning half of it. Own choice. */
export const weights = {
  within_limit: 40,
  hook_fits_fold: 10,
  hashtags_in_range: 6,
  one_ask: 10,
  reading_ease: 10,
  rhythm: 6,
  no_slop: 20,
  nothing_invented: 40,
  no_placeholder: 40,
  capitals: 6,
  emoji: 6,
  topic_first: 10
} as const

/** The name of a rule. */
export type Rule = keyof typeof weights
