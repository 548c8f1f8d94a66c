import { StoreUnavailable } from './errors.js'

/** The first words of Redis' answers that say that it cannot serve now (redis.io/docs: error replies). */
const unable = ['LOADING', 'OOM', 'MISCONF', 'READONLY', 'MASTERDOWN', 'BUSY', 'NOREPLICAS', 'NOAUTH', 'NOPERM']

/** What Redis or the way to it threw: as it is where the program is to blame, and as `StoreUnavailable` where not. */
export function redisFault(error: unknown, name: string): unknown {
  if (error instanceof StoreUnavailable || error instanceof TypeError || !(error instanceof Error)) return error
  if (!isAnswer(error)) return new StoreUnavailable(`${name} is away: ${causeOf(error)}.`)
  if (!unable.includes(firstWord(error))) return error
  return new StoreUnavailable(`${name} cannot serve: ${error.message}`)
}

/** Whether Redis refused a write because it is a replica now: the primary is to be found anew. */
export function saysReplica(error: unknown): boolean {
  return error instanceof Error && firstWord(error) === 'READONLY'
}

/** Why a connection is not there, in few words. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}

/** Whether Redis itself answered with the error: its answers begin with a word in capitals, and have no code of the system. */
function isAnswer(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error)
}

function firstWord({ message }: Error): string {
  return message.split(' ', 1)[0] ?? ''
}
