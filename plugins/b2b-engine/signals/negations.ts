/** Words that deny a cue when they stand shortly before it. Source: the scoring contract, and their contracted forms. */
export const denials: ReadonlySet<string> = new Set([
  'no',
  'not',
  'never',
  'without',
  'declined',
  'cancelled',
  'canceled',
  'stopped',
  'paused',
  'cannot',
  "isn't",
  "aren't",
  "wasn't",
  "weren't",
  "hasn't",
  "haven't",
  "hadn't",
  "doesn't",
  "don't",
  "didn't",
  "won't",
  "wouldn't",
  "can't",
  "couldn't",
  'isnt',
  'arent',
  'wasnt',
  'hasnt',
  'havent',
  'doesnt',
  'dont',
  'didnt',
  'wont',
  'cant'
])

/** How many words before a cue are looked at. */
export const denialReach = 4

/** Words after which a denial no longer holds: "no demo yet but hiring". */
export const contrasts: ReadonlySet<string> = new Set([
  'but',
  'however',
  'although',
  'though',
  'while',
  'instead',
  'only',
  'just'
])

/** Words that deny an event when the phrase ends with them: "demo cancelled", "trial on hold last week". */
export const endings: readonly string[] = [
  'declined',
  'cancelled',
  'canceled',
  'stopped',
  'paused',
  'rejected',
  'refused',
  'postponed',
  'on hold',
  'fell through',
  'called off',
  'denied',
  'expired'
]

/** What a denied cue that speaks for a lead counts of its points. */
export const denialFactor = -0.6
