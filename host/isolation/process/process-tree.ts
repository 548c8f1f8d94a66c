import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Of util-linux: what it runs ends with the process that started it, however that ends. */
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync)

/** The command that runs another so that it ends with this process, where the system can do so. */
export function endingWithHost(command: readonly string[]): readonly string[] {
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', ...command] : command
}

/** Signals the process group of a process and all its descendants, those in groups of their own too. */
export function killTree(pid: number | undefined, signal: NodeJS.Signals, known: readonly number[] = []): void {
  if (pid === undefined) return
  for (const target of [-pid, ...new Set([...descendants(pid), ...known])])
    try {
      process.kill(target, signal)
    } catch {
      // It has ended already.
    }
}

/** The processes that a process has started, and those that they have, where the system has a `/proc`. */
export function descendants(pid: number): readonly number[] {
  return childrenOf(pid).flatMap(child => [child, ...descendants(child)])
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    )
  } catch {
    return []
  }
}

/** How often memory is measured, in milliseconds, and after how many measurements the processes are listed again. */
const memoryEveryMs = 100
const listedEvery = 10
const bytesPerMb = 1024 * 1024

/**
 * Calls back once if the resident memory of a process and its descendants exceeds a limit, in MiB. Pages that processes share count
 * once for each. Measures nothing where the system has no `/proc`. Returns what ends it.
 */
export function guardTreeMemory(pid: number | undefined, limitMb: number, tooMuch: () => void): () => void {
  if (pid === undefined) return () => undefined
  let tree: readonly number[] = []
  let looks = 0
  const timer = setInterval(() => {
    if (looks++ % listedEvery === 0) tree = [pid, ...descendants(pid)]
    if (tree.reduce((sum, each) => sum + residentBytes(each), 0) <= limitMb * bytesPerMb) return
    clearInterval(timer)
    tooMuch()
  }, memoryEveryMs).unref()
  return () => clearInterval(timer)
}

function residentBytes(pid: number): number {
  try {
    const [, kib = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) * 1024
  } catch {
    return 0
  }
}
