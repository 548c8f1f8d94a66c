import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { promisify } from 'node:util'

/** What a program in the sandbox sees in addition to the system's programs. */
export interface Visible {
  /** The folder that it begins in: the only one that it may write, with `/tmp`, which is its own. */
  readonly workFolder: string
  /** Files and folders that it may read. */
  readonly read: readonly string[]
  /** Folders that it may write too. */
  readonly write: readonly string[]
}

const places = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

/** Folders of programs and libraries; those that are links to others on this system are links in the sandbox too. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** What programs need of /etc: how names are resolved, which certificates are trusted, where libraries are, what time it is. */
const configuration = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/pki',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/timezone'
]

/** A process of the sandbox: no other processes, no capabilities, no files but those below. It ends with this process. */
const limits = [
  '--unshare-user-try',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--hostname',
  'sandbox',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--tmpfs',
  '/tmp'
]

/** Runs programs by bubblewrap. */
export class Sandbox {
  private constructor(private readonly bubblewrap: string) {}

  /** Undefined where bubblewrap is not installed or may not do its work, as in a container without user namespaces. */
  static find(): Promise<Sandbox | undefined> {
    found ??= Sandbox.#tried()
    return found
  }

  static async #tried(): Promise<Sandbox | undefined> {
    const path = places.find(existsSync)
    if (path === undefined) return undefined
    const sandbox = new Sandbox(path)
    const [file = '', ...rest] = sandbox.command(['true'], { workFolder: '/tmp', read: [], write: [] })
    return promisify(execFile)(file, rest, { timeout: 5_000 }).then(
      () => sandbox,
      () => undefined
    )
  }

  /** The command that runs another in the sandbox. */
  command(command: readonly string[], { workFolder, read, write }: Visible): readonly string[] {
    const programs = [dirname(process.execPath), ...read].filter(path => !isWithin(path, '/usr'))
    return [
      this.bubblewrap,
      ...system.flatMap(bound),
      ...configuration.filter(existsSync).flatMap(path => ['--ro-bind', realpathSync(path), path]),
      ...limits,
      ...programs.filter(existsSync).flatMap(path => ['--ro-bind', realpathSync(path), path]),
      ...write.flatMap(path => ['--bind', path, path]),
      ...(workFolder === '/tmp' ? [] : ['--bind', workFolder, workFolder]),
      '--remount-ro',
      '/',
      '--chdir',
      workFolder,
      '--',
      ...command
    ]
  }
}

let found: Promise<Sandbox | undefined> | undefined

function bound(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

/** What a command reads without being told: the packages of the deployment's folder and above it, and the files that its arguments name. */
export function readByCommand(command: readonly string[], folder: string): readonly string[] {
  const packages: string[] = []
  for (let above = folder; ; above = dirname(above)) {
    packages.push(join(above, 'node_modules'))
    if (dirname(above) === above) break
  }
  return [...packages, ...command.filter(isAbsolute)].filter(existsSync)
}
