/** The time and new identifiers; settable and seeded in tests, so use these and neither `Date.now` nor `Math.random`. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** A ULID (github.com/ulid/spec): 26 characters that sort by the time of their making, strictly rising in one process. */
  ulid(): string
}
