import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallToolResult, Client, Progress } from '@modelcontextprotocol/client'
import { type Logger, ProductError, type Settings, type Storage } from '@product-host/sdk'
import type { McpSource } from '../../deployment.js'
import type { SettingOf } from '../../entries/account-value.js'
import { settingsOf } from '../../entries/mcp.js'
import { SourceUnavailable } from '../source-unavailable.js'
import { AccountFiles, fileErrors } from './account-files.js'
import { connect } from './connect.js'
import { httpFailure, isSessionLost } from './http-failure.js'
import type { Sandbox } from './sandbox.js'

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

/** How long a server may take to start and to answer its first message, in milliseconds. */
const startMs = 10_000

/** How long after its first failures in a row a server is not started again: doubled by each, up to the longest, in milliseconds. */
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Longer than any call: the host's own deadline ends it first. */
const longestCallMs = 600_000

/** Most lines of standard error that one process has in the log in a minute, and most characters of one. */
const mostLines = 60
const longestLine = 1_000

/** A process or a session under way. */
interface Session {
  /** What it was started with. */
  readonly digest: string
  readonly client: Promise<Client>
  /** The files of its account; undefined where it has none of its own. */
  readonly files: Promise<AccountFiles | undefined>
  close(): Promise<void>
  calls: number
  /** When its last call ended, in milliseconds since the process started. */
  usedAt: number
  /** Whether it has answered a call. */
  isProven: boolean
}

/**
 * The processes or the sessions of one server: one for each account, or one for all of them. One is started by the first call that needs
 * it, ended when nothing has called it for a while, and started again by the next call if it ended by itself.
 */
export class ServerSessions {
  readonly #sessions = new Map<string, Session>()
  /** ServerSessions that failed before they answered a call, by their account. */
  readonly #failures = new Map<string, { count: number; until: number }>()
  readonly #closing = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  constructor(
    private readonly source: McpSource,
    /** The deployment's folder. */
    private readonly folder: string,
    private readonly sandbox: Sandbox | undefined,
    private readonly logger: Logger
  ) {
    this.#timer = setInterval(() => this.#endIdle(), Math.min(source.mcp.idleSeconds * 500, 30_000)).unref()
  }

  /** Asks the server, in a session of its own that no account uses, whatever `ask` asks. */
  async ask<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    const samples = new Map(settingsOf(this.source.mcp).map(({ setting, sample }) => [setting, sample]))
    const lines: string[] = []
    const session = this.#start(
      name => samples.get(name),
      line => void lines.push(line)
    )
    try {
      return await ask(await session.client)
    } catch (error) {
      const last = lines.findLast(line => line.trim() !== '')?.slice(0, longestLine)
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(
        `Its server cannot be asked: ${reason}${last === undefined ? '' : ` (its last line of standard error: ${last})`}`
      )
    } finally {
      await session.close()
    }
  }

  /** Throws `SourceUnavailable` when there is no session for the call, or when the one that it was sent to ends. */
  async call({ account, settings, tool, input, signal, progress, storage }: ServerCall): Promise<CallToolResult> {
    const key = this.source.mcp.tenancy === 'shared' ? '' : account
    const session = await this.#sessionFor(key, settings, storage)
    session.calls++
    const atDeadline = () => {
      if (signal.reason?.name === 'TimeoutError') void this.#end(key, session)
    }
    signal.addEventListener('abort', atDeadline)
    try {
      const client = await this.#connected(key, session)
      const result = await client.callTool(
        { name: tool, arguments: { ...input } },
        { signal, onprogress: progress, timeout: longestCallMs }
      )
      session.isProven = true
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
      throw httpFailure(error)
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
    await Promise.all(this.#closing)
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
  async #sessionFor(key: string, settings: Settings, storage: Storage | undefined): Promise<Session> {
    const digest = digestOf(settings)
    const known = this.#sessions.get(key)
    if (known?.digest === digest) return known
    const until = this.#failures.get(key)?.until ?? 0
    if (until > performance.now())
      throw new SourceUnavailable('The server of the product failed and is started again soon.', secondsUntil(until))
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
    const stderr = this.#lineLogger()
    const started = this.#start(name => settings[name], stderr, storage)
    const session: Session = { ...started, digest, calls: 0, usedAt: performance.now(), isProven: false }
    this.#sessions.set(key, session)
    session.client.then(
      client => {
        client.onclose = () => this.#lost(key, session)
      },
      error => this.#lost(key, session, error)
    )
    return session
  }

  /** A session that ended by itself, or never began: said once in the log; the next call starts another. */
  #lost(key: string, session: Session, error?: unknown): void {
    if (this.#sessions.get(key) !== session) return
    this.#sessions.delete(key)
    const message = `the server of the product ${error === undefined ? 'ended by itself' : 'could not be started'}`
    this.logger.warn(message, { ...(key !== '' && { account: key }), ...(error !== undefined && { err: error }) })
    if (session.isProven) return
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const pauseMs = count === 1 && error === undefined ? 0 : Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs)
    this.#failures.set(key, { count, until: performance.now() + pauseMs })
  }

  async #end(key: string, session: Session): Promise<void> {
    if (this.#sessions.get(key) === session) this.#sessions.delete(key)
    const closing = session.close()
    this.#closing.add(closing)
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
    stderr: (line: string) => void,
    storage?: Storage
  ): Pick<Session, 'client' | 'files' | 'close'> {
    const { source, sandbox } = this
    const folder = source.mcp.command ? mkdtemp(join(tmpdir(), 'product-host-')) : Promise.resolve('')
    const files = folder.then(async workFolder => {
      if (!storage || workFolder === '') return undefined
      const own = new AccountFiles(await realpath(workFolder), source.mcp.filesMb * 1024 * 1024)
      await own.restore(storage)
      return own
    })
    const client = Promise.all([folder, files]).then(([workFolder]) =>
      connect({ source, folder: this.folder, sandbox, workFolder, settingOf, stderr }, startMs)
    )
    const close = async () => {
      await client.then(each => each.close()).catch(() => undefined)
      const workFolder = await folder.catch(() => '')
      if (workFolder !== '') await rm(workFolder, { recursive: true, force: true })
    }
    return { client, files, close }
  }

  /** What the server writes to standard error, as far as the log takes it. */
  #lineLogger(): (line: string) => void {
    let [minute, lines] = [0, 0]
    return line => {
      const now = Math.floor(performance.now() / 60_000)
      if (now !== minute) [minute, lines] = [now, 0]
      if (++lines > mostLines) return
      this.logger.info('the server of the product wrote to standard error', { line: line.slice(0, longestLine) })
      if (lines === mostLines) this.logger.warn('further lines of this minute are left out')
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
