import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallToolResult, Client, Progress } from '@modelcontextprotocol/client'
import { type Logger, ProductError, type Settings, type Storage } from '@product-host/sdk'
import type { McpSource } from '../../deployment.js'
import type { RefusedConnection } from '../../egress/forward-proxy.js'
import type { SettingOf } from '../../entries/account-value.js'
import { settingsOf } from '../../entries/mcp.js'
import { asked, type Span } from '../../tracing/spans.js'
import { SourceUnavailable } from '../source-unavailable.js'
import { AccountFiles, fileErrors } from './account-files.js'
import { ChildTransport } from './child-transport.js'
import { type Confinement, connect, disconnect } from './connect.js'
import { httpFailure, isSessionLost } from './http-failure.js'
import { secretsOf, withoutSecrets } from './secrets.js'

/** One call of a tool. */
export interface ServerCall {
  readonly account: string
  readonly settings: Settings
  /** The name by which the server knows the tool. */
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
  /** Where the files of the account's program are stored; left out where it has none of its own. */
  readonly storage?: Storage | undefined
}

/**
 * How long a server may take to start and to answer its first message, and to say what tools it has, in milliseconds: a little less than the
 * start of a product with the end of a program, so that the log has the last line of standard error.
 */
const startMs = 8_000

/** How long after its first failures in a row a server is not started again: doubled by each, up to the longest, in milliseconds. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Longer than any call: the host's own deadline ends it first. */
const longestCallMs = 600_000

/** Most lines that one process has in the log in a minute, and most characters of one. */
const mostLines = 60
const longestLine = 1_000

/** A process or a session under way. */
interface Session {
  /** What it was started with. */
  readonly digest: string
  readonly client: Promise<Client>
  /** The files of its account; undefined where it has none of its own. */
  readonly files: Promise<AccountFiles | undefined>
  /** What must not be in a log. */
  readonly secrets: readonly string[]
  close(): Promise<void>
  calls: number
  /** When its last call ended, in milliseconds since the process started. */
  usedAt: number
  /** When it last answered a call; 0 if it never has. */
  answeredAt: number
}

/** What is told of a process. */
interface Reports {
  readonly stderr: (line: string) => void
  readonly refused: (connection: RefusedConnection) => void
}

/**
 * The processes or the sessions of one server: one for each account, or one for all of them. One is started by the first call that needs
 * it, ended when nothing has called it for a while, and started again by the next call if it ended by itself.
 */
export class ServerSessions {
  readonly #sessions = new Map<string, Session>()
  /** Sessions that failed before they answered a call, by their account. */
  readonly #failures = new Map<string, { readonly digest: string; readonly count: number; readonly until: number }>()
  /** Sessions that are being ended, with their account. */
  readonly #closing = new Map<Promise<void>, string>()
  readonly #timer: NodeJS.Timeout
  /** Called when a session says that the server has other tools than before. */
  listChanged: (() => void) | undefined
  #isClosed = false

  constructor(
    private readonly source: McpSource,
    /** The deployment's folder. */
    private readonly folder: string,
    private readonly confinement: Confinement | undefined,
    private readonly logger: Logger
  ) {
    this.#timer = setInterval(() => this.#endIdle(), Math.min(source.mcp.idleSeconds * 500, 30_000)).unref()
  }

  /** Asks the server, in a session of its own that no account uses, whatever `ask` asks. */
  async ask<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    const samples = new Map(settingsOf(this.source.mcp).map(({ setting, sample }) => [setting, sample]))
    const settingOf = (name: string) => samples.get(name)
    let last = ''
    const stderr = (line: string) => {
      if (line.trim() !== '') last = line.slice(0, longestLine)
    }
    const session = this.#start(settingOf, { ...this.#reportsOf(''), stderr })
    const timer = setTimeout(() => void session.close(), startMs)
    try {
      return await ask(await session.client)
    } catch (error) {
      const safe = withoutSecrets(error, session.secrets)
      const reason = safe instanceof Error ? safe.message : String(safe)
      throw new Error(
        `Its server cannot be asked: ${reason}${last === '' ? '' : ` (its last line of standard error: ${last})`}`
      )
    } finally {
      clearTimeout(timer)
      await session.close()
    }
  }

  /** Throws `SourceUnavailable` when there is no session for the call, or when the one that it was sent to ends. */
  async call({ account, settings, tool, input, signal, progress, storage }: ServerCall): Promise<CallToolResult> {
    const key = this.source.mcp.tenancy === 'shared' ? '' : account
    const session = this.#sessionFor(key, settings, storage)
    session.calls++
    const startedAt = performance.now()
    const atDeadline = () => {
      if (signal.reason?.name === 'TimeoutError' && this.#seemsStuck(session, startedAt)) void this.#end(key, session)
    }
    signal.addEventListener('abort', atDeadline)
    try {
      const client = await this.#connected(key, session)
      const about = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool }
      const ask = (span: Span | undefined) => {
        const traced = span && { _meta: { traceparent: span.traceparent } }
        const options = { signal, onprogress: progress, timeout: longestCallMs }
        return client.callTool({ name: tool, arguments: { ...input }, ...traced }, options)
      }
      const result = await asked(`tools/call ${tool}`, about, ask, ({ isError }) =>
        isError ? 'tool_error' : undefined
      )
      session.answeredAt = performance.now()
      this.#failures.delete(key)
      if (storage) await (await session.files)?.save(storage)
      return result
    } catch (error) {
      // What is not stored would be there for the next call and then be lost.
      if (error instanceof ProductError && error.code in fileErrors) void this.#end(key, session)
      if (error instanceof SourceUnavailable || error instanceof ProductError || signal.aborted) throw error
      if (this.#sessions.get(key) !== session)
        throw new SourceUnavailable('The server of the product ended during the call.', 1, true)
      if (isSessionLost(error)) void this.#end(key, session)
      throw withoutSecrets(httpFailure(error), session.secrets)
    } finally {
      signal.removeEventListener('abort', atDeadline)
      session.calls--
      session.usedAt = performance.now()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const [key, session] of this.#sessions) void this.#end(key, session)
    await Promise.all(this.#closing.keys())
  }

  /** A call past its deadline does not end a session that answers the calls of other accounts meanwhile. */
  #seemsStuck({ calls, answeredAt }: Session, startedAt: number): boolean {
    return this.source.mcp.tenancy === 'account' || calls === 1 || answeredAt < startedAt
  }

  async #connected(key: string, session: Session): Promise<Client> {
    try {
      return await session.client
    } catch (error) {
      const failure = httpFailure(error)
      if (failure instanceof ProductError) throw failure
      const pause = this.#failures.get(key)
      throw new SourceUnavailable('The server of the product could not be started.', secondsUntil(pause?.until))
    }
  }

  /** The session of an account that has today's settings, started if there is none. */
  #sessionFor(key: string, settings: Settings, storage: Storage | undefined): Session {
    const digest = digestOf(settings)
    const known = this.#sessions.get(key)
    if (known?.digest === digest) return known
    const failure = this.#failures.get(key)
    if (failure?.digest === digest && failure.until > performance.now())
      throw new SourceUnavailable(
        'The server of the product failed and is started again soon.',
        secondsUntil(failure.until)
      )
    if (known) void this.#end(key, known)
    this.#makeRoom()
    if (this.#isClosed) throw new SourceUnavailable('The host is stopping.', 1)
    return this.#open(key, settings, digest, storage)
  }

  /** Ends the session that has been idle for longest where there are as many as there may be. */
  #makeRoom(): void {
    if (this.#sessions.size < this.source.mcp.sessions) return
    const idle = [...this.#sessions].filter(([, { calls }]) => calls === 0)
    const [oldest] = idle.sort(([, left], [, right]) => left.usedAt - right.usedAt)
    if (!oldest) throw new SourceUnavailable('All servers of the product are in use.', 1)
    void this.#end(...oldest)
  }

  #open(key: string, settings: Settings, digest: string, storage: Storage | undefined): Session {
    const started = this.#start(name => settings[name], this.#reportsOf(key), storage, this.#closingBefore(key))
    const session: Session = { ...started, digest, calls: 0, usedAt: performance.now(), answeredAt: 0 }
    this.#sessions.set(key, session)
    session.client.then(
      client => {
        const { transport } = client
        client.onclose = () =>
          this.#lost(key, session, undefined, transport instanceof ChildTransport ? transport.exceeded : undefined)
      },
      error => this.#lost(key, session, error)
    )
    return session
  }

  /** What must have ended before a session begins: the former one of its account, and all where there are as many as there may be. */
  #closingBefore(key: string): readonly Promise<void>[] {
    const isFull = this.#sessions.size + this.#closing.size >= this.source.mcp.sessions
    return [...this.#closing].filter(([, account]) => isFull || account === key).map(([closing]) => closing)
  }

  /** A session that ended by itself, or never began: said once in the log; the next call starts another. */
  #lost(key: string, session: Session, error?: unknown, exceeded?: string): void {
    if (this.#sessions.get(key) !== session) return
    void this.#end(key, session)
    if (httpFailure(error) instanceof ProductError) return
    const ended = exceeded === undefined ? 'ended by itself' : `was ended: ${exceeded}`
    const message = `the server of the product ${error === undefined ? ended : 'could not be started'}`
    this.logger.warn(message, {
      ...(key !== '' && { account: key }),
      ...(error !== undefined && { err: withoutSecrets(error, session.secrets) })
    })
    if (session.answeredAt > 0) return
    const { digest } = session
    const before = this.#failures.get(key)
    const count = before?.digest === digest ? before.count + 1 : 1
    const pauseMs = count === 1 && error === undefined ? 0 : Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs)
    this.#failures.set(key, { digest, count, until: performance.now() + pauseMs })
  }

  async #end(key: string, session: Session): Promise<void> {
    if (this.#sessions.get(key) === session) this.#sessions.delete(key)
    const closing = session.close()
    this.#closing.set(closing, key)
    await closing
    this.#closing.delete(closing)
  }

  #endIdle(): void {
    const before = performance.now() - this.source.mcp.idleSeconds * 1000
    for (const [key, session] of this.#sessions)
      if (session.calls === 0 && session.usedAt < before) void this.#end(key, session)
    for (const [key, { until }] of this.#failures)
      if (until + longestPauseMs < performance.now()) this.#failures.delete(key)
  }

  /** A process begins in a folder of its own, which holds the account's files and is deleted with it. */
  #start(
    settingOf: SettingOf,
    reports: Reports,
    storage?: Storage,
    before: readonly Promise<void>[] = []
  ): Pick<Session, 'client' | 'files' | 'secrets' | 'close'> {
    const { source, confinement } = this
    const ending = new AbortController()
    const folder = Promise.all(before).then(() => (source.mcp.command ? mkdtemp(join(tmpdir(), 'product-host-')) : ''))
    const files = folder.then(async workFolder => {
      if (!storage || workFolder === '') return undefined
      const own = new AccountFiles(await realpath(workFolder), source.mcp.filesMb * 1024 * 1024)
      await own.restore(storage)
      return own
    })
    const client = Promise.all([folder, files]).then(([workFolder]) =>
      connect({ source, folder: this.folder, confinement, workFolder, settingOf, ...reports }, startMs, ending.signal)
    )
    client.then(
      each => each.setNotificationHandler('notifications/tools/list_changed', () => this.listChanged?.()),
      () => undefined
    )
    const close = async () => {
      ending.abort()
      await client.then(disconnect).catch(() => undefined)
      await files.then(own => own?.end()).catch(() => undefined)
      const workFolder = await folder.catch(() => '')
      if (workFolder !== '')
        await rm(workFolder, { recursive: true, force: true }).catch(error =>
          this.logger.warn('the folder of the server of the product cannot be deleted', { err: error })
        )
    }
    return { client, files, secrets: secretsOf(source.mcp, settingOf), close }
  }

  /** Logs what a process writes to standard error, and which of its connections are refused, as far as the log takes it. */
  #reportsOf(key: string): Reports {
    let [minute, lines] = [0, 0]
    const whileFew = (log: () => void) => {
      const now = Math.floor(performance.now() / 60_000)
      if (now !== minute) [minute, lines] = [now, 0]
      if (++lines > mostLines) return
      log()
      if (lines === mostLines) this.logger.warn('further lines of this minute are left out')
    }
    return {
      stderr: text =>
        whileFew(() => {
          const line = text.slice(0, longestLine)
          this.logger.info('the server of the product wrote to standard error', { line })
        }),
      refused: connection =>
        whileFew(() => {
          const account = key !== '' && { account: key }
          this.logger.warn('a connection of the server of the product was refused', { ...account, ...connection })
        })
    }
  }
}

function secondsUntil(time = 0): number {
  return Math.max(1, Math.ceil((time - performance.now()) / 1000))
}

function digestOf(settings: Settings): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(settings).sort()))
    .digest('base64url')
}
