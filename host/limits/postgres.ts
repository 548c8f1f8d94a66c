import { randomUUID } from 'node:crypto'
import type { Rate } from '../deployment.js'
import type { PostgresConnection } from '../storage/postgres/connection.js'
import { type LeaseStore, leasedCallers, slotLeaseMs } from './leases.js'
import { type LimitStore, memoryLimits, type RateCounter, type RateState, unlessAway } from './limits.js'
import type { PotAsk, PotGrant } from './shares.js'

/** A PostgreSQL that runs statements, with the schema of its tables; nothing else is asked of it. */
type Asked = Pick<PostgresConnection, 'run' | 'schema'>

/**
 * Counts in PostgreSQL for all processes that share it, in tables that are empty after a crash and after a failover; for callers each
 * borrows parts. While it is away each process holds callers to the same bounds by its own memory.
 */
export function postgresLimits(connection: Asked, leaseMs = slotLeaseMs): LimitStore {
  const store = postgresLeases(connection, leaseMs)
  return {
    counter: (name, rate) => postgresCounter(connection, name, rate),
    callers: rules => leasedCallers(store, rules, { leaseMs })
  }
}

/** A window, and what is left of it in milliseconds. */
interface Counted {
  readonly count: number
  readonly left: number
}

/** The server's own time is the measure of windows and leases, so that the hosts' clocks have no part in them. */
function postgresCounter(connection: Asked, name: string, rate: Rate): RateCounter {
  const local = memoryLimits.counter(name, rate)
  const [table, now] = ['limit_window', 'now_ms()'].map(name => `"${connection.schema}".${name}`)
  const counting = `INSERT INTO ${table} AS w VALUES ($1, 1, ${now} + $2) ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN w.ends > ${now} THEN w.count + 1 ELSE 1 END,
    ends = CASE WHEN w.ends > ${now} THEN w.ends ELSE excluded.ends END
    RETURNING count, (ends - ${now})::double precision AS left`
  const peeking = `SELECT count, (ends - ${now})::double precision AS left FROM ${table} WHERE name = $1 AND ends > ${now}`
  const stateOf = ({ count, left }: Counted): RateState => {
    const { requests } = rate
    return { left: Math.max(0, requests - count), resetsInMs: Math.max(0, left), isOver: count > requests }
  }
  const count = async (key: string) => {
    const [row] = await connection.run<Counted>('limits', counting, [`${name}:${key}`, rate.seconds * 1000])
    if (!row) throw new TypeError('PostgreSQL answered a count with nothing.')
    return stateOf(row)
  }
  const peek = async (key: string) => {
    const [row] = await connection.run<Counted>('limits', peeking, [`${name}:${key}`])
    return stateOf(row ?? { count: 0, left: rate.seconds * 1000 })
  }
  return {
    count: key => unlessAway(count(key), () => local.count(key)),
    peek: key => unlessAway(peek(key), () => local.peek(key))
  }
}

function postgresLeases(connection: Asked, leaseMs: number): LeaseStore {
  const host = randomUUID()
  const text = `SELECT granted, remaining AS left, window_end::double precision AS window, ends_in::double precision AS "endsInMs"
    FROM "${connection.schema}".borrow_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
  return {
    async borrow(asks) {
      const columns = [0, 1, 2, 3, 4, 5, 6, 7].map(column => asks.map(ask => parameters(ask)[column]))
      const grants = await connection.run<PotGrant>('limits', text, [host, leaseMs, ...columns])
      if (grants.length === asks.length) return grants
      throw new TypeError('PostgreSQL granted something else than was asked.')
    }
  }
}

/** What `borrow_1` takes of each ask. */
function parameters(ask: PotAsk): readonly (string | number)[] {
  const { kind, key, most, needed, ahead } = ask
  const own = kind === 'window' ? [ask.ms, ask.back, ask.window] : [ask.held, 0, 0]
  return [kind, key, most, needed, ahead, ...own]
}
