/**
 * What products call the states of things that want a look, the worst first. Collected for this product from the words of
 * monitoring, ledgers and queues; not from any one product.
 */
export const worries: readonly (readonly string[])[] = [
  ['down', 'dead', 'critical', 'outage', 'broken'],
  ['red', 'failed', 'failing', 'error', 'over_budget', 'overspent', 'expired'],
  ['late', 'overdue', 'amber', 'degraded', 'warning', 'warn', 'retrying', 'blocked'],
  ['due', 'held', 'waiting', 'unassigned', 'pending']
]

/** What a summary says of things that only want to be known; they come last. */
export const tidings: readonly string[] = ['new', 'unrouted', 'arrived']

/** Members that hold such a state, those that name what is in it, and those that say it in a sentence. */
export const stateMembers: readonly string[] = ['state', 'status', 'severity', 'level']
export const nameMembers: readonly string[] = ['name', 'title', 'target', 'key', 'id', 'code']
export const messageMembers: readonly string[] = ['message', 'text', 'summary']
