/** What an answer may warn of. */
export const warnings = {
  no_schedule: 'The monitor has neither a period nor a cron pattern, so it is never late.',
  too_fast: 'The run took less than minRunSeconds.',
  stuck: 'Three reports of progress in a row said the same.',
  overridden: 'The settings of this monitor say otherwise than the schedule that was sent, and they win.'
} as const

/** The code of a warning. */
export type Warning = keyof typeof warnings
