/** The least and the most of each number that a call or a setting may give. */
export const bounds = {
  degradedMs: { minimum: 1, maximum: 60_000 },
  certWarnDays: { minimum: 0, maximum: 365 },
  confirmations: { minimum: 1, maximum: 10 },
  timeoutMs: { minimum: 500, maximum: 30_000 },
  everySeconds: { minimum: 60, maximum: 86_400 },
  retries: { minimum: 0, maximum: 3 },
  earlyToleranceSeconds: { minimum: 0, maximum: 3_600 },
  periodSeconds: { minimum: 30, maximum: 31_536_000 },
  graceSeconds: { minimum: 0, maximum: 604_800 },
  maxRunSeconds: { minimum: 1, maximum: 259_200 },
  minRunSeconds: { minimum: 1, maximum: 259_200 },
  port: { minimum: 1_024, maximum: 65_535 }
} as const

/** The parts of a heartbeat's schedule that are seconds. */
export const scheduleSeconds = ['periodSeconds', 'graceSeconds', 'maxRunSeconds', 'minRunSeconds'] as const

/** Largest number of monitors, of stored targets, and of targets that are probed again and again, each for one account. */
export const mostPerAccount = 100

/** Longest name of a target or a monitor. */
export const longestName = 64
