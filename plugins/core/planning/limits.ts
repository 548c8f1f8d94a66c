/** Steps of one run at most, and of a plan from a goal when the caller does not say. */
export const mostSteps = 8
export const usualSteps = 5

/** Turns that a model has for one goal. */
export const mostTurns = 6

/** Runs that are kept of an account, the newest. */
export const keptRuns = 50

/** Longest text in a trace, in characters; and what a kept run may hold, in bytes of JSON. */
export const longestText = 2048
export const largestRun = 64 * 1024

/** How deep and how long a condition may be: levels of operators, bytes of JSON. */
export const deepestLogic = 12
export const longestLogic = 2048
