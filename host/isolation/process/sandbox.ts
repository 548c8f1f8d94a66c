import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FilesMember, NetworkMember, SandboxMember } from '../../entries/sandbox.js'
import { deniedCalls } from './denied-calls.js'
import type { VisibleFiles } from './visible-files.js'

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
  '--proc',
  '/proc',
  '--dev',
  '/dev'
]

/** Hides the name of the machine. Engines of containers often forbid the system call, and then the name stays. */
const otherName = ['--hostname', 'sandbox']

/** Where the host's proxy listens in a sandbox whose network is `proxy`. */
export const proxyPort = 3_128

const listenForHost = {
  file: fileURLToPath(new URL('./listen-for-host.js', import.meta.url)),
  /** What it is called in the sandbox: without its package.json, Node goes by the name. */
  inside: '/run/listen-for-host.mjs',
  /** The channel to the host, by which the listener is handed over, ends before the program begins. */
  script:
    `env -i NODE_CHANNEL_FD="$NODE_CHANNEL_FD" "$0" "$1" ${proxyPort} && shift && ` +
    'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE && exec "$@" 3>&-'
}

/** Runs programs by bubblewrap. */
export class Sandbox {
  private constructor(private readonly bubblewrap: readonly string[]) {}

  /** The sandbox, or why there is none: bubblewrap is not installed, or may not do its work, as in most containers. */
  static find(): Promise<Sandbox | string> {
    found ??= Sandbox.#tried()
    return found
  }

  static async #tried(): Promise<Sandbox | string> {
    const path = places.find(existsSync)
    if (path === undefined) return 'bubblewrap (bwrap) is not installed'
    let reason = ''
    for (const name of [otherName, []]) {
      const sandbox = new Sandbox([path, ...limits, ...name])
      const [file = '', ...rest] = sandbox.command(['true'], { workFolder: '/tmp', read: [], write: [] }, 'none')
      try {
        await promisify(execFile)(file, rest, { timeout: 5_000 })
        return sandbox
      } catch (error) {
        reason = failureOf(error)
      }
    }
    return `bubblewrap does not work here (${reason})`
  }

  /**
   * The command that runs another in the sandbox. With the network `proxy` it sends a listener of the sandbox's `proxyPort` to the process
   * that starts it, by Node's channel at the file descriptor 3.
   */
  command(command: readonly string[], { workFolder, read, write }: Visible, network: NetworkMember): readonly string[] {
    const { file, inside, script } = listenForHost
    const programs = [dirname(process.execPath), ...read].filter(path => !isWithin(path, '/usr'))
    return [
      ...this.bubblewrap,
      ...system.flatMap(bound),
      ...configuration.filter(existsSync).flatMap(path => ['--ro-bind', realpathSync(path), path]),
      ...(network === 'host' ? [] : ['--unshare-net']),
      ...(network === 'proxy' ? ['--ro-bind', file, inside] : []),
      '--tmpfs',
      '/tmp',
      ...programs.filter(existsSync).flatMap(path => ['--ro-bind', realpathSync(path), path]),
      ...write.flatMap(path => ['--bind', path, path]),
      ...(workFolder === '/tmp' ? [] : ['--bind', workFolder, workFolder]),
      '--remount-ro',
      '/',
      '--chdir',
      workFolder,
      '--',
      ...(network === 'proxy' ? ['/bin/sh', '-c', script, process.execPath, inside] : []),
      ...command
    ]
  }

  /**
   * The command that runs this Node with the files of a plugin alone: no programs, no network, and a `/tmp` of its own, in which it begins.
   * From the file descriptor `filter` it reads which system calls are denied.
   */
  confine(
    command: readonly string[],
    { read, write, links }: VisibleFiles,
    { temporaryMb, filter }: { readonly temporaryMb: number; readonly filter: number }
  ): readonly string[] {
    return [
      ...this.bubblewrap,
      '--unshare-net',
      ...(deniedCalls() ? ['--seccomp', String(filter)] : []),
      '--size',
      String(temporaryMb * 1024 * 1024),
      '--tmpfs',
      '/tmp',
      ...nodeFiles().flatMap(path => ['--ro-bind', realpathSync(path), path]),
      ...[...links].flatMap(([path, target]) => ['--symlink', target, path]),
      ...read.flatMap(path => ['--ro-bind', path, path]),
      ...write.flatMap(path => ['--bind', path, path]),
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      '/tmp',
      '--',
      ...command
    ]
  }
}

/** What bubblewrap says, in one line, or how it ended: a filter of system calls ends it without a word. */
function failureOf(error: unknown): string {
  const { stderr = '', signal, code } = error as Partial<ExecFileException>
  const [line] = stderr.trim().split('\n')
  return line || `it ended by ${signal ?? `code ${code}`}`
}

/** What a program or a plugin in a process can do where there is no sandbox. */
export const notWithheld = ['files', 'network', 'processes'] as const

/** The sandbox that an entry asks for, or why there is none. Rejects where it requires one. */
export async function chosenSandbox(
  choice: SandboxMember = 'auto'
): Promise<{ readonly sandbox?: Sandbox; readonly missing?: string }> {
  if (choice === 'none') return {}
  const found = await Sandbox.find()
  if (found instanceof Sandbox) return { sandbox: found }
  if (choice === 'required') throw new Error(`Its entry requires a sandbox, but ${found}.`)
  return { missing: found }
}

/** The files that an entry names, as whole paths. */
export function filesOf({ read = [], write = [] }: FilesMember = {}, folder: string) {
  return { read: read.map(path => resolve(folder, path)), write: write.map(path => resolve(folder, path)) }
}

let found: Promise<Sandbox | string> | undefined
let ofNode: readonly string[] | undefined

/** This Node and the libraries that it has loaded. */
function nodeFiles(): readonly string[] {
  if (ofNode) return ofNode
  // Otherwise a report looks up the names of all that the host is connected to.
  Reflect.set(process.report, 'excludeNetwork', true)
  const { sharedObjects } = process.report.getReport() as { readonly sharedObjects: readonly string[] }
  ofNode = [process.execPath, ...sharedObjects.filter(path => isAbsolute(path) && existsSync(path))]
  return ofNode
}

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
