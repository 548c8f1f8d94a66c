/**
 * The shares of the monthly budget, in per cent, at which an alert goes out, and the state from there on.
 * 80 and 100 are the customary two: one in time to act, one when it is used up.
 */
export const thresholds = [
  { pct: 80, state: 'warning' },
  { pct: 100, state: 'exhausted' }
] as const
