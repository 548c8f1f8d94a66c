import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg, { type Client, type QueryResultRow } from 'pg'
import { SettingsError } from '../../base/environment.js'
import { type Opening, ServerConnection, type ServerDriver, wordsOf } from '../server-connection.js'
import { type DatabaseAddress, databaseAddress } from './address.js'
import { causeOf, endOf, isReply, postgresError, readOnly, refusalOf } from './errors.js'
import { knownLayout, newestLayout, prepareLayout } from './layout.js'

/** How a connection is opened. */
interface PostgresOptions {
  /** Such as `postgres://user:password@postgres.example:5432/database?sslmode=verify-full`. */
  readonly url: string
  /** Is told when the connection is lost. */
  readonly report: (error: Error) => void
  /** Is told the name of a server without tables of a store: whether to create them. What it throws is passed on. */
  readonly onMissing?: (name: string) => boolean
  /** How long a reply may take before the connection counts as lost, in milliseconds; 2,000 by default. */
  readonly replyMs?: number
}

/** What a session is for: writes never wait for what is read, and what counts requests waits for neither. */
type Lane = 'write' | 'read' | 'limits'

/** Opens a session under a name of its own; `begun` works with its client each time that it is connected. */
type OpenSession = (suffix: string, begun?: (client: Client) => Promise<void>) => Promise<ServerConnection<Session>>

/** Each other lane has one session. */
const sessionsForReads = 2

interface Session {
  readonly client: Client
  /** What the server said of a commit that no standby has confirmed, although one has to. */
  unconfirmed: string | undefined
}

/** The oldest version that is supported, in the form of `server_version_num`. */
const oldestVersion = 140_000

/**
 * The sessions with one PostgreSQL. While one is lost, every use of it is rejected at once; a server that accepts requests and does not
 * reply counts as unreachable. They reconnect by themselves, and end once the server answers as read-only.
 */
export class PostgresConnection {
  #listening: Promise<ServerConnection<Session>> | undefined

  private constructor(
    /** The name of the server in messages. */
    readonly name: string,
    readonly schema: string,
    /** Whether there are tables of a store. */
    readonly hasTables: boolean,
    private readonly address: DatabaseAddress,
    private readonly applicationName: string,
    private readonly lanes: Readonly<Record<Lane, readonly ServerConnection<Session>[]>>,
    /** Opens one more session, which ends with the others. */
    private readonly openSession: OpenSession
  ) {}

  /**
   * Rejects with `StoreUnavailable`, which names the server, when it does not reply within 5 seconds or accepts no writes, and with a
   * `SettingsError` when it answers and cannot be the store.
   */
  static async open({
    url,
    report,
    onMissing = () => true,
    replyMs = 2_000
  }: PostgresOptions): Promise<PostgresConnection> {
    const address = databaseAddress(url)
    const name = nameOf(address)
    const applicationName = `${applicationPrefix(address.schema)}${randomBytes(6).toString('base64url')}`
    const opened: ServerConnection<Session>[] = []
    const lose = (cause: string) =>
      setImmediate(() => {
        for (const connection of opened) connection.lose(cause)
      })
    const options = { replyMs, report: onlyNews(report) }
    const open: OpenSession = async (suffix, begun) => {
      const driver = postgresDriver(address, name, `${applicationName}${suffix}`, replyMs, lose, begun)
      const connection = await ServerConnection.open(driver, options)
      opened.push(connection)
      return connection
    }
    try {
      const write = [await open('w')]
      const hasTables = await layout(address, name, onMissing)
      const opening = ['l', ...Array.from({ length: sessionsForReads }, (_, index) => String(index))].map(suffix =>
        open(suffix)
      )
      await Promise.allSettled(opening)
      const [limits, ...read] = await Promise.all(opening)
      const lanes = { write, read, limits: limits ? [limits] : [] }
      return new PostgresConnection(name, address.schema, hasTables, address, applicationName, lanes, open)
    } catch (error) {
      await Promise.all(opened.map(connection => connection.close()))
      throw error
    }
  }

  /**
   * Runs a statement for some keys, as a transaction of its own; each session prepares it once. Rejects with `StoreUnavailable` when the
   * server is unreachable or replies that it cannot serve now, and with a `StoreRefusal`, which names the keys, when it replies with another
   * error.
   */
  async run<Row extends QueryResultRow>(
    lane: Lane,
    text: string,
    values: readonly unknown[],
    keys: readonly string[] = []
  ): Promise<readonly Row[]> {
    const [first, ...others] = this.lanes[lane]
    const connection = others.reduce((least, other) => (other.pending < (least?.pending ?? 0) ? other : least), first)
    if (!connection) throw new Error(`There is no session for "${lane}".`)
    return connection.use(async session => {
      const { rows } = await session.client.query<Row>({ name: statementName(text), text, values: [...values] })
      const unconfirmed = session.unconfirmed
      session.unconfirmed = undefined
      if (unconfirmed !== undefined) throw new Error(unconfirmed)
      return rows
    }, keys)
  }

  /** Works with a client of its own, which is closed afterwards; errors become those of the store. */
  apart<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return apart(this.address, this.name, work)
  }

  /** A client of its own that is not connected yet, which the caller ends. */
  client(): Client {
    return clientApart(this.address)
  }

  /** An error of such a client as one of the store. */
  errorOf(error: unknown): unknown {
    return postgresError(error, this.name, [])
  }

  /** The number of sessions that other processes have with the same store. */
  async otherSessions(): Promise<number> {
    const rows = await this.run<{ count: number }>('read', othersStatement, [
      applicationPrefix(this.schema),
      this.applicationName
    ])
    return rows[0]?.count ?? 0
  }

  /** Sends a text to those who listen, which are the hosts that use the same schema. */
  async notify(text: string): Promise<void> {
    await this.run('limits', 'SELECT pg_notify($1, $2)', [this.schema, text])
  }

  /** Calls back with each text that is sent, and with undefined whenever some may have been missed. */
  async listen(receive: (text: string | undefined) => void): Promise<void> {
    this.#listening = this.openSession('n', async client => {
      client.on('notification', ({ payload }) => receive(payload ?? ''))
      await client.query(`LISTEN "${this.schema}"`)
      receive(undefined)
    })
    await this.#listening
  }

  /** Waits for the outstanding replies, then closes the sessions. */
  async close(): Promise<void> {
    const [listening] = await Promise.allSettled([this.#listening])
    if (listening.status === 'fulfilled') await listening.value?.close()
    await Promise.all(Object.values(this.lanes).flatMap(lane => lane.map(connection => connection.close())))
  }
}

/** What the names of all sessions with one store start with. */
function applicationPrefix(schema: string): string {
  return `product-host ${schema} `
}

const othersStatement = `SELECT count(*)::integer AS count FROM pg_catalog.pg_stat_activity
  WHERE datname = current_database() AND starts_with(application_name, $1) AND NOT starts_with(application_name, $2)`

const statementNames = new Map<string, string>()

/** A name that no other text has: PgBouncer may give a session of the server to several hosts. */
function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = hash('sha1', text)
  statementNames.set(text, name)
  return name
}

function nameOf({ host, port, database, schema }: DatabaseAddress): string {
  const place = host.startsWith('/') ? `${host}:${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`
  return `PostgreSQL at ${place}/${database}${schema === 'product_host' ? '' : `, schema ${schema}`}`
}

/** Passes on an error unless it says the same as the one before it, a moment ago: all sessions of a server end together. */
function onlyNews(report: (error: Error) => void): (error: Error) => void {
  let last = { message: '', at: Number.NEGATIVE_INFINITY }
  return error => {
    const now = performance.now()
    const isNews = error.message !== last.message || now - last.at > 1_000
    last = { message: error.message, at: now }
    if (isNews) report(error)
  }
}

function postgresDriver(
  address: DatabaseAddress,
  name: string,
  applicationName: string,
  replyMs: number,
  loseAll: (cause: string) => void,
  begun?: (client: Client) => Promise<void>
): ServerDriver<Session> {
  return {
    name,
    begin() {
      const client = newClient(address, { applicationName, statementMs: replyMs * 0.75, isPipelined: true })
      return begin(client, applicationName, begun)
    },
    causeOf,
    refusalOf: error => refusalOf(error, name),
    endOf(error) {
      const end = endOf(error)
      if (end !== undefined && isReply(error) && error.code === readOnly) loseAll(end)
      return end
    },
    errorOf: (error, keys) => postgresError(error, name, keys)
  }
}

function begin(client: Client, applicationName: string, begun?: (client: Client) => Promise<void>): Opening<Session> {
  const lost = Promise.withResolvers<unknown>()
  const session: Session = { client, unconfirmed: undefined }
  // An error while it connects rejects `connect` too.
  client.on('error', lost.resolve)
  client.on('end', () => lost.resolve(new Error('the server has ended the connection')))
  // A commit that waits for a standby can be ended from outside; it is then in the primary alone, and counts as a success.
  client.on('notice', notice => {
    if (notice.routine === 'SyncRepWaitForLSN')
      session.unconfirmed = `no standby has confirmed a commit (${notice.message})`
  })
  const connect = async () => {
    await client.connect()
    await requireStore(client)
    await client.query({ text: endFormer, values: [applicationName] })
    await client.query(planOnce)
    await begun?.(client)
    return session
  }
  return { opened: connect(), lost: lost.promise, destroy: () => destroy(client) }
}

/** A session that was given up may wait in the server for a standby or a lock, and would hold its own locks as long. */
const endFormer = `SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity
  WHERE application_name = $1 AND usename = session_user AND pid <> pg_backend_pid()`

/**
 * A session plans each statement once, and every statement finds its rows by an index. Left to itself, a session keeps plans that were made
 * while the table had a page or two, which read the whole of it however far it has grown since, and plans each list of a large store
 * again. What has no index, the sweep of limits, is too small to be compiled.
 */
const planOnce = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'jit = off'
]
  .map(setting => `SET ${setting}`)
  .join(';')

/** Throws when a server is too old, has settings that a store cannot work with, or accepts no writes now. */
async function requireStore(client: Client): Promise<void> {
  const { rows } = await client.query<{
    number: number
    version: string
    encoding: string
    isolation: string
    standby: boolean
    off: boolean
  }>(
    `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding, current_setting('transaction_isolation') AS isolation, pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') = 'on' AS off`
  )
  const [found] = rows
  if (!found) throw new Error('it says nothing of itself')
  if (found.number < oldestVersion) throw new SettingsError(`is version ${found.version}; a store needs 14 or later`)
  if (found.encoding !== 'UTF8')
    throw new SettingsError(`has a database with the encoding ${found.encoding}; a store needs UTF8`)
  if (found.isolation !== 'read committed')
    throw new SettingsError(
      `has default_transaction_isolation = ${found.isolation} for this role; a store needs read committed`
    )
  if (found.standby) throw new Error('it is a standby, which accepts no writes')
  if (found.off) throw new Error('it is read-only (default_transaction_read_only)')
}

/** Creates tables or brings them up to date, where that may be; whether there are tables then. */
async function layout(address: DatabaseAddress, name: string, onMissing: (name: string) => boolean): Promise<boolean> {
  const found = await apart(address, name, client => knownLayout(client, address.schema))
  if (found === undefined && !onMissing(name)) return false
  if (found !== newestLayout) await apart(address, name, client => prepareLayout(client, address.schema))
  return true
}

async function apart<Result>(
  address: DatabaseAddress,
  name: string,
  work: (client: Client) => Promise<Result>
): Promise<Result> {
  const client = clientApart(address)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw refusalOf(error, name) ?? postgresError(error, name, [])
  } finally {
    destroy(client)
  }
}

function clientApart(address: DatabaseAddress): Client {
  const client = newClient(address, { applicationName: 'product-host', statementMs: 10_000, isPipelined: false })
  // What is asked meanwhile is rejected.
  client.on('error', () => undefined)
  return client
}

interface ClientOptions {
  readonly applicationName: string
  /** How long the server works on a statement, in milliseconds. */
  readonly statementMs: number
  /** Whether statements are sent before the earlier ones are answered. */
  readonly isPipelined: boolean
}

function newClient(address: DatabaseAddress, { applicationName, statementMs, isPipelined }: ClientOptions): Client {
  const { host, port, database, user, password } = address
  return new pg.Client({
    host,
    port,
    database,
    user,
    password,
    ssl: tlsOptions(address),
    application_name: applicationName,
    statement_timeout: statementMs,
    keepAlive: true,
    pipeline: isPipelined
  })
}

function tlsOptions({ tls, certificates }: DatabaseAddress): pg.ClientConfig['ssl'] {
  if (tls === 'disable') return false
  if (tls === 'require') return { rejectUnauthorized: false }
  return { rejectUnauthorized: true, ...(certificates !== undefined && { ca: read(certificates) }) }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`cannot be trusted: the file of sslrootcert cannot be read (${wordsOf(error)})`)
  }
}

function destroy(client: Client): void {
  client.connection.stream.destroy()
}
