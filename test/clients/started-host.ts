import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { dataFolder, startProcess } from '../../dist-test/fixtures/host-process.js'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'

/** This folder. */
export const here = import.meta.dirname
/** Where everything that is made goes. */
export const made = join(here, '.made')

const run = promisify(execFile)

/** A host that serves the repository's own deployment, and the file that its description was saved to. */
export interface StartedHost {
  readonly url: string
  readonly key: string
  readonly document: string
}

/** Starts a host at an address that it knows, as its description names it. */
export async function startHost(t: TestContext): Promise<StartedHost> {
  const ending = { teardown: (end: () => unknown) => t.after(async () => void (await end())) }
  const port = String(await freePort())
  const { url } = await startProcess(ending, await dataFolder(ending), { PORT: port })
  await mkdir(made, { recursive: true })
  const document = join(made, 'openapi.json')
  await writeFile(document, await (await fetch(`${url}/openapi.json`)).text())
  return { url, key: demoKey, document }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}

/** Runs one of the tools to its end; all that it printed. Throws, with what it printed, when it does not end well. */
export async function tool(name: string, parameters: readonly string[]): Promise<string> {
  const file = join(here, 'node_modules/.bin', name)
  const options = { cwd: here, env: environment() }
  const { stdout, stderr } = await run(process.execPath, [file, ...parameters], options).catch(error => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
  return stdout + stderr
}

/** Starts one of the tools, to be ended with the test, and waits until it prints something. */
export async function service(
  t: TestContext,
  name: string,
  parameters: readonly string[],
  ready: RegExp
): Promise<void> {
  const file = join(here, 'node_modules/.bin', name)
  const child = spawn(process.execPath, [file, ...parameters], { cwd: here, env: environment() })
  t.after(() => ended(child))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const note = (data: Buffer) => {
      printed += data
      if (ready.test(printed)) resolve()
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    child.once('exit', code => reject(new Error(`${name} ended with ${code}: ${printed}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

/** The tools neither phone home nor look for newer versions of themselves. */
function environment(): NodeJS.ProcessEnv {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1', NO_COLOR: '1' }
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...quiet }
}
