import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { outside } from '../outside.js'
import { type Ending, root } from './process.js'

/** How a command ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A folder outside the repository, gone with the test. */
export async function emptyFolder(t: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-author-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs npm in a folder; rejects, with what it printed, when it fails. */
export async function npm(folder: string, ...parameters: string[]): Promise<string> {
  const env = { ...process.env, npm_config_ignore_scripts: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
  return outside('npm', [...parameters, '--prefer-offline'], { cwd: folder, env })
}

/** Packs a workspace of the repository, or another package, into a folder; the tarball's path. */
export async function pack(place: string, folder: string): Promise<string> {
  const [{ filename }] = JSON.parse(await npm(folder, 'pack', place, '--json'))
  return join(folder, filename)
}

/** Runs the host's command-line program in a folder, to its end. */
export async function productHost(
  folder: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {}
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'host/dist/cli.js'), ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', data => {
    stdout += data
  })
  child.stderr.on('data', data => {
    stderr += data
  })
  const code = await new Promise<number>(resolve => child.once('close', status => resolve(status ?? -1)))
  return { code, stdout, stderr }
}

/** A host that an author started in a folder. */
export interface Serving {
  readonly url: string
  /** All that it has printed for a person. */
  printed(): string
  /** Resolves once it has printed something that matches. */
  prints(expected: RegExp): Promise<string>
  /** Runs an action with the demo key; the answer's body. */
  execute(slug: string, body: object): Promise<Record<string, unknown>>
  end(): Promise<number | null>
}

/** Starts a program that serves a deployment, on a free port, in demo mode. */
export async function serve(
  t: Ending,
  folder: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>> = { DEMO_MODE: 'local' }
): Promise<Serving> {
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  let text = ''
  let look = () => {}
  child.stderr.on('data', data => {
    text += data
    look()
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const prints = (expected: RegExp) =>
    new Promise<string>((resolve, reject) => {
      look = () => {
        const [found, group = found] = expected.exec(text) ?? []
        if (group !== undefined) resolve(group)
      }
      ended.then(code => reject(new Error(`The program ended with ${code}: ${text}`)))
      look()
    })
  const url = await prints(/listens on (\S+),[\s\S]*Products[\s\S]*\n\n/)
  return {
    url,
    prints,
    printed: () => text,
    async execute(slug, body) {
      const reply = await fetch(`${url}/api/v1/products/${slug}/execute`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body)
      })
      return reply.json() as Promise<Record<string, unknown>>
    },
    end() {
      child.kill('SIGTERM')
      return ended
    }
  }
}
