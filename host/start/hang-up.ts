import { readFileSync } from 'node:fs'
import { isatty } from 'node:tty'

/** What SIGHUP does: nothing, the deployment file is read again, or the host stops. */
export type HangUp = 'ignore' | 'reload' | 'stop'

/** What SIGHUP does in this process: of a terminal that closes, it stops the host; a host that has none, as a service, reads its file again. */
export function hangUpOf(environment: NodeJS.ProcessEnv): HangUp {
  if (ignoresHangUp(environment)) return 'ignore'
  return hasTerminal() ? 'stop' : 'reload'
}

/** Whether a terminal controls this process, also where its input and output are files; elsewhere than on Linux, whether it uses one. */
function hasTerminal(): boolean {
  const [, fields] = /^.*\) (.*)$/.exec(read('/proc/self/stat').trim()) ?? []
  if (fields === undefined) return [0, 1, 2].some(isatty)
  // The state, the parent, the group and the session come before the number of the terminal; 0 is none.
  return fields.split(' ')[4] !== '0'
}

/**
 * Whether this process was started with SIGHUP ignored, as `nohup` starts a program, as far as can be seen: Node sets every signal to
 * its default before it runs the first module.
 *
 * For SIGINT and SIGTERM nothing can be seen: interactive shells ignore SIGTERM, and programs that wait for a command, such as `time`,
 * ignore SIGINT, while what they start does not.
 */
function ignoresHangUp(environment: NodeJS.ProcessEnv): boolean {
  return isNohup(environment._) || hasUnreadableInput() || isIgnoredByParent()
}

/** Shells name the program that they start in the variable `_`. */
function isNohup(started: string | undefined): boolean {
  return started !== undefined && /(?:^|\/)nohup$/.test(started)
}

/** `nohup` opens /dev/null for writing alone in place of a terminal's standard input. */
function hasUnreadableInput(): boolean {
  const [, flags] = /^flags:\s+(\d+)$/m.exec(read('/proc/self/fdinfo/0')) ?? []
  return flags !== undefined && (Number.parseInt(flags, 8) & 0o3) === 1
}

/** A shell that ignores the signal (`trap '' HUP`) starts its commands with it ignored. */
function isIgnoredByParent(): boolean {
  const [, ignored] = /^SigIgn:\s+[0-9a-f]*([0-9a-f])$/m.exec(read(`/proc/${process.ppid}/status`)) ?? []
  return ignored !== undefined && (Number.parseInt(ignored, 16) & 1) === 1
}

/** A file of Linux; empty where it cannot be read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
