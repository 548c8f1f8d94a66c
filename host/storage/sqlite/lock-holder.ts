import { readFileSync, statSync } from 'node:fs'

/** The byte of the shared-memory file that whoever writes has locked (WAL_WRITE_LOCK, sqlite.org/walformat.html). */
const writeLockByte = 120

/**
 * Which other process keeps a store's file from being written, and what to do if it is stopped; empty where the operating system
 * does not say, such as for a process in another container.
 */
export function lockHolder(path: string): string {
  const holder = holderOf(inodeOf(`${path}-shm`), inodeOf(path))
  // A process that this one cannot see has the number 0.
  if (!holder || holder === process.pid) return ''
  const status = read(`/proc/${holder}/status`)
  const [, name = 'unknown'] = /^Name:\s+(\S+)$/m.exec(status) ?? []
  const isStopped = /^State:\s+[Tt]\b/m.test(status)
  const advice = isStopped ? `, which is stopped: continue it with "kill -CONT ${holder}", or end it` : ''
  return `: process ${holder} (${name})${advice}`
}

/** Lines such as `1: POSIX  ADVISORY  WRITE 4711 fe:00:2154855 120 120`. */
const lockLine = /^\d+: POSIX +ADVISORY +WRITE (\d+) \S+:(\d+) (\d+) (\d+|EOF)$/gm

/** The process that has the lock of writers, or the whole file, for itself. */
function holderOf(sharedMemory: string | undefined, file: string | undefined): number | undefined {
  for (const [, pid, inode, from, to] of read('/proc/locks').matchAll(lockLine)) {
    const includesWriteLock = Number(from) <= writeLockByte && (to === 'EOF' || Number(to) >= writeLockByte)
    if ((inode === sharedMemory && includesWriteLock) || inode === file) return Number(pid)
  }
  return undefined
}

function inodeOf(path: string): string | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino.toString()
}

/** A file of Linux; empty where it cannot be read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
