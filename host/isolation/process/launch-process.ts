import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import type { Logger } from '@product-host/sdk'
import type { PlacedEntry } from '../../deployment.js'
import type { Launched, PluginListener } from '../launched.js'
import { cell, type PluginStart } from '../messages.js'
import { deniedCalls } from './denied-calls.js'
import { FrameReader, frameKind, frameOf, pipe } from './frames.js'
import { messagesOf } from './message-text.js'
import { PacedReader } from './paced-reader.js'
import { endingWithHost, guardTreeMemory, killTree } from './process-tree.js'
import { chosenSandbox, filesOf, notWithheld, type Sandbox } from './sandbox.js'
import { filesOfPlugin, type VisibleFiles } from './visible-files.js'

/** Where the process of a plugin runs. */
export interface ProcessConfig {
  /** Left out where it is not withheld from anything by the system. */
  readonly sandbox?: Sandbox | undefined
  readonly visible: VisibleFiles
}

/**
 * Where the processes of an entry's plugin run; undefined for a plugin in a thread. Rejects where the entry asks for a sandbox that is not
 * there.
 */
export async function processConfigFor(
  { package: name, isolation, sandbox: choice, files }: PlacedEntry,
  parentUrl: string,
  folder: string,
  logger: Logger
): Promise<ProcessConfig | undefined> {
  if (isolation !== 'process') {
    if (!choice && !files) return undefined
    throw new Error('Its entry has "sandbox" or "files", which only a process has; give it the isolation "process".')
  }
  const { sandbox, missing } = await chosenSandbox(choice)
  const reason = missing ? `: ${missing}` : ''
  if (!sandbox)
    logger.warn(
      `the plugin runs in a process without a sandbox${reason}; it can read and write what the host's user can`,
      { notWithheld }
    )
  return { sandbox, visible: filesOfPlugin(name, parentUrl, filesOf(files, folder)) }
}

/** What the host shares with a process, by the file descriptors of `pipe`. */
type Pipes = readonly [null, Readable, Readable, Writable, Readable, Writable, Writable]

const main = fileURLToPath(new URL('./process-main.js', import.meta.url))

/** How many bytes of messages, and of what it prints, the host takes from a process in a second; a message counts as so many at least. */
const bytesASecond = { messages: 80 * 1024 * 1024, printed: 2 * 1024 * 1024 }
const leastOfMessage = 4_096
/** Most messages of one frame. */
const mostMessages = 1_000
/** Most bytes that wait for a process to read them. */
const mostUnread = 64 * 1024 * 1024
/** How long the pipes of a process that has ended may stay open, in milliseconds: one that it has started may have them. */
const lastOutputMs = 1_000

/**
 * Starts a process for a plugin, with no variable but TZ, in an empty folder of its own that is deleted when it ends. It ends with the host,
 * however that ends.
 */
export function launchProcess(
  start: PluginStart,
  memoryMb: number,
  processConfig: ProcessConfig,
  listener: PluginListener
): Launched {
  const folder = processConfig.sandbox ? undefined : realpathSync(mkdtempSync(join(tmpdir(), 'product-host-')))
  const child = startProcess(memoryMb, processConfig, folder)
  const cells = new Int32Array(Object.keys(cell).length)
  const ended = (reason: string) => {
    if (folder !== undefined) rm(folder, { recursive: true, force: true }).catch(() => undefined)
    listener.ended(reason)
  }
  child.on('error', error => child.pid === undefined && ended(`It could not be started: ${error.message}`))
  if (child.pid === undefined) return { cells, postMessage: none, answerNow: none, hold: none, terminate: none }
  const [, , , input, output, answers, filter] = child.stdio as unknown as Pipes
  for (const stream of [input, answers, filter]) stream.on('error', () => undefined)
  filter.end(processConfig.sandbox && deniedCalls())
  answers.write(frameOf(frameKind.messages, serialize(start)))

  const intake = new PacedReader(output, bytesASecond.messages, messageReader(cells, listener))
  const printed = [child.stdout, child.stderr].map(stream => {
    const decoder = new TextDecoder()
    return (
      stream &&
      new PacedReader(stream, bytesASecond.printed, part => {
        listener.printed(decoder.decode(part, { stream: true }))
        return part.length
      })
    )
  })
  const unguard = guardTreeMemory(child.pid, memoryMb, () =>
    listener.exceeded(`It took more than ${memoryMb} MiB of memory.`)
  )
  whenEnded(
    child,
    () => {
      for (const reader of [intake, ...printed]) reader?.hurry()
    },
    reason => {
      unguard()
      ended(reason)
    }
  )
  return {
    cells,
    postMessage(batch) {
      input.write(frameOf(frameKind.messages, serialize(batch)))
      if (input.writableLength > mostUnread) listener.exceeded('It does not read what the host sends.')
    },
    answerNow: (id, answer) => void answers.write(frameOf(frameKind.messages, serialize({ id, answer }))),
    hold: isHeld => intake.hold(isHeld),
    terminate: () => killTree(child.pid, 'SIGKILL')
  }
}

function none(): void {}

function startProcess(memoryMb: number, { sandbox, visible }: ProcessConfig, folder: string | undefined): ChildProcess {
  const workFolder = folder ?? '/tmp'
  const node = [process.execPath, ...permissions(visible, workFolder), `--max-old-space-size=${memoryMb}`, main]
  const confined = sandbox?.confine(node, visible, { temporaryMb: memoryMb, filter: pipe.filter })
  const [file = '', ...rest] = endingWithHost(confined ?? node)
  const env = { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] as const
  return spawn(file, rest, { env, cwd: folder ?? '/', detached: true, stdio: [...stdio] })
}

/** Node restricts sockets since version 25, also the one on which a process hears from the host; the sandbox withholds all others. */
const sockets = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []

/** The permissions of Node itself: no child processes, threads and add-ons, and only these files. They are no promise against harmful code. */
function permissions({ read, write, links }: VisibleFiles, workFolder: string): readonly string[] {
  const readable = [...read, ...links.keys(), ...write, workFolder]
  return [
    '--permission',
    ...sockets,
    ...readable.map(path => `--allow-fs-read=${path}`),
    ...[...write, workFolder].map(path => `--allow-fs-write=${path}`)
  ]
}

/** Receives frames; returns for how many bytes they count. */
function messageReader(cells: Int32Array, listener: PluginListener): (part: Buffer) => number {
  const reader = new FrameReader()
  return part => {
    let messages = 0
    try {
      for (const { kind, content } of reader.read(part))
        if (kind === frameKind.taken) {
          cells[cell.taken] = content.readInt32LE()
          cells[cell.call] = content.readInt32LE(Int32Array.BYTES_PER_ELEMENT)
        } else {
          const batch = messagesOf(content.toString('utf8'))
          if (batch.length > mostMessages) throw new RangeError('A frame has more messages than it may have.')
          messages += batch.length
          listener.messages(batch)
        }
    } catch {
      listener.exceeded('It sent what the host cannot read.')
    }
    return Math.max(part.length, messages * leastOfMessage)
  }
}

/** Calls back when a process has ended, with everything that it has started, and everything that it sent was received. */
function whenEnded(child: ChildProcess, hurry: () => void, ended: (reason: string) => void): void {
  child.once('exit', (code, signal) => {
    const over = Promise.withResolvers<void>()
    child.once('close', over.resolve)
    setTimeout(over.resolve, lastOutputMs).unref()
    killTree(child.pid, 'SIGKILL')
    hurry()
    over.promise.then(() => ended(`It ended ${signal ? `by the signal ${signal}` : `itself with code ${code}`}.`))
  })
}
