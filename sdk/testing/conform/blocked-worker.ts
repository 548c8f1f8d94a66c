import { writeSync } from 'node:fs'
import { url as debuggerUrl, Session } from 'node:inspector'
import { availableParallelism, loadavg } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isOfPlugin, shortened } from './code-location.js'

/** What the watch is started with, and what it is told: what is tried, and how long it may take. */
export interface Tried {
  readonly what: string
  readonly limitMs: number
}

/** The numbers of the shared memory; the text of the place follows them. */
export const cell = { beats: 0, length: 1 } as const
/** Where the text of the place begins, in bytes. */
export const locationAt = 8
export const sharedBytes = 1_024

/** The least that a thread is taken to have of a processor. */
const leastShare = 0.25
/** How often the watch looks, in milliseconds. */
const everyMs = 50
/** How much longer than its limit a run may block the thread before the process is ended, in milliseconds. */
const graceMs = 3_000
/** How much memory the process may take up while one thing is tried, in bytes. */
const mostBytes = 1_073_741_824

if (workerData instanceof SharedArrayBuffer) watch(workerData)

/**
 * Runs in a thread of its own: watches the beats of the thread of `conform`. If that is blocked for longer than a run may take, it finds out
 * where. If it is still blocked later, nothing in it can end the run any more, so that the watch says what is tried and ends the process.
 */
function watch(memory: SharedArrayBuffer): void {
  const cells = new Int32Array(memory, 0, 2)
  let tried: Tried = { what: 'the declaration', limitMs: 3_000 }
  let bytes = process.memoryUsage.rss()
  let [beats, stillMs, ownMs, lookedAt, hasAsked] = [-1, 0, 0, performance.now(), false]
  parentPort?.on('message', (next: Tried) => {
    tried = next
    bytes = Math.min(bytes, process.memoryUsage.rss())
  })
  setInterval(() => {
    const now = performance.now()
    const beatsNow = Atomics.load(cells, cell.beats)
    // A machine that was suspended is not a thread that is blocked; a debugger stops it on purpose.
    const counts = now - lookedAt < 10 * everyMs && debuggerUrl() === undefined
    if (beatsNow !== beats) [stillMs, ownMs, hasAsked] = [0, 0, false]
    else if (counts) {
      stillMs += now - lookedAt
      ownMs += (now - lookedAt) * shareOfProcessor()
    }
    beats = beatsNow
    lookedAt = now
    const isLarge = process.memoryUsage.rss() - bytes > mostBytes
    if ((stillMs >= tried.limitMs || isLarge) && !hasAsked) {
      hasAsked = true
      findLocation(memory)
    }
    if (isLarge) setTimeout(() => end(memory, tried, 'takes up more than 1 GiB of memory'), 200)
    else if (ownMs >= tried.limitMs + graceMs) end(memory, tried, `blocks the thread for more than ${tried.limitMs} ms`)
  }, everyMs)
}

/** What a thread has of a processor where more of them want to run than there are processors. */
function shareOfProcessor(): number {
  const [lastMinute = 0] = loadavg()
  return Math.max(leastShare, Math.min(1, availableParallelism() / lastMinute))
}

/** Stops the thread for a moment, and notes where it is. Code that is not JavaScript does not stop. */
function findLocation(memory: SharedArrayBuffer): void {
  const session = new Session()
  const files = new Map<string, string>()
  // The thread may be in code of Node between two steps of the plugin.
  let tries = 100
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void files.set(scriptId, url))
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const frames = callFrames.map(({ functionName, location }) => ({
      name: functionName,
      file: files.get(location.scriptId) ?? '',
      line: location.lineNumber + 1
    }))
    const frame = frames.find(({ file }) => isOfPlugin(file))
    if (frame) store(memory, `${shortened(frame.file)}:${frame.line}${frame.name && `, in ${frame.name}`}`)
    session.post('Debugger.resume')
    if (frame || --tries === 0) session.disconnect()
    else setTimeout(() => session.post('Debugger.pause'), 2)
  })
  session.post('Debugger.enable', () => session.post('Debugger.pause'))
}

function store(memory: SharedArrayBuffer, location: string): void {
  const text = new TextEncoder().encode(location).subarray(0, sharedBytes - locationAt)
  new Uint8Array(memory, locationAt).set(text)
  Atomics.store(new Int32Array(memory, 0, 2), cell.length, text.length)
}

function end(memory: SharedArrayBuffer, { what }: Tried, fault: string): never {
  const length = Atomics.load(new Int32Array(memory, 0, 2), cell.length)
  const location = new TextDecoder().decode(new Uint8Array(memory, locationAt, length).slice())
  const where =
    length > 0 ? ` at ${location}` : ', not in JavaScript of the plugin: perhaps in a synchronous read of a file'
  writeSync(2, `\nconform: ${what} ${fault}${where}. Nothing can end it: the process is killed.\n`)
  process.kill(process.pid, 'SIGKILL')
  throw new Error('The process is killed.')
}
