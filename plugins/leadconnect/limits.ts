const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Longest e-mail address with a name beside it, in characters, as in b2b-engine; the address itself has at most 254 (RFC 5321, 4.5.3.1.3). */
export const longestEmail = 500

/** Most characters of a payload. */
export const longestPayload = 16_000

/** Most characters of the members that the payloads of one person leave together, as JSON. */
export const longestFields = 4 * longestPayload

/** Deepest nesting of a JSON payload; a deeper one is stored as text. */
export const deepestPayload = 32

/** Milliseconds that the classification of an address may take. */
export const longestClassificationMs = 3 * second

/** Most leads that are stored. */
export const mostLeads = 5_000

/** Most leads that are passed over for having a delivery under way, where the oldest make room. */
export const mostPassedOver = 100

/** Most deliveries that a lead remembers. */
export const mostDeliveriesOfLead = 10

/** Most events that wait or are held. */
export const mostQueued = 5_000

/** Milliseconds for which a dead letter is stored. */
export const deadLetterMs = 30 * day

/** Most dead letters that one step of the clean-up removes. */
export const mostExpiredAtOnce = 100

/** Most dead letters that a replay of several reads. */
export const mostReadPerReplay = 10_000

/** Most delivered events that are stored. */
export const mostDelivered = 5_000

/** Most attempts of one event that are stored, those before a replay included. */
export const mostAttempts = 30

/** Milliseconds for one delivery, where the destination does not say. */
export const usualTimeoutMs = 10 * second

/** What an attempt may take beyond the destination's time-out, before another may begin. */
export const claimMarginMs = 10 * second

/** Milliseconds before the second attempt within the call that created the event. */
export const quickRetryMs = 1 * second

/** Milliseconds after which a call, or a batch within it, begins no more attempts; the remaining events are sent by their jobs. */
export const lastAttemptAfterMs = 12 * second

/** How long the call that made an event has to send it, before its job is due. */
export const firstJobDelayMs = 5 * second

/** When the job of an attempt that could not be recorded runs again. */
export const jobRetry = { delaysMs: [10 * second, minute, 10 * minute, hour, 6 * hour] }

/** First and longest wait between two checks of held events; each is twice the one before. */
export const firstCheckMs = minute
export const longestCheckMs = 30 * minute

/** An event this long past its time has lost its job. */
export const overdueMs = 10 * minute

/** Most events that one check resumes. */
export const mostResumedAtOnce = 100

/** Most events that one page of deliveries reads; where few of them match the filter, the page is shorter than its limit. */
export const mostReadPerPage = 1_000

/** Most dead letters that the queue state lists. */
export const mostShownDeadLetters = 5

/** Highest number of a rule. */
export const lastRule = 50

/** How deep operators of a rule may be nested. */
export const deepestLogic = 12

/** Longest rule, in bytes of UTF-8. */
export const longestLogic = 2_048

/** Milliseconds for which the leads of a day are counted. */
export const loadTtlMs = 3 * day

/** Milliseconds for which a domain remembers its owner. */
export const domainTtlMs = 180 * day
