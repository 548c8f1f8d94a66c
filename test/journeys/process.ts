import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What ends with its test. */
export interface Ending {
  teardown(end: () => unknown): void
}

/** The repository's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What Node 22 prints of its SQLite. */
const warnings = /^\(.*(?:ExperimentalWarning: |`node --trace-warnings ).*\n/gm

/** A host in a process of its own. */
export interface HostProcess {
  readonly child: ChildProcess
  /** What it has printed for a person. */
  greeting(): string
  readonly url: string
  /** Sends a signal and waits for the end; the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** A folder for a store, gone with the test. */
export async function dataFolder(t: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-data-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the repository's own deployment as `npm start` does, on a free port and a store of the test's. */
export async function startProcess(
  t: Ending,
  folder: string,
  environment: Readonly<Record<string, string>> = {}
): Promise<HostProcess> {
  const child = spawn(process.execPath, [join(root, 'host/dist/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      DEMO_MODE: 'local',
      PRODUCT_HOST_CONFIG: 'plugins/product-host.json',
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  let printed = ''
  let logged = ''
  child.stdout.on('data', data => {
    logged += data
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', code =>
      reject(new Error(`The host ended with ${code}: ${printed.replace(warnings, '')}${logged}`))
    )
    child.stderr.on('data', data => {
      printed += data
      const [, address] = /listens on (\S+),[\s\S]*Products/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
  return {
    child,
    url,
    greeting: () => printed,
    async end(signal) {
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    }
  }
}
