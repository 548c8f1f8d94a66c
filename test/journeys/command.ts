import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from './process.js'

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** An operator at a terminal: runs commands of the host with an environment that holds nothing else. */
export function operator(environment: Readonly<Record<string, string>>) {
  async function run(words: readonly string[], input = ''): Promise<Ended> {
    const child = spawn(process.execPath, [join(root, 'host/dist/cli.js'), ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, PRODUCT_HOST_CONFIG: 'plugins/product-host.json', ...environment }
    })
    child.stdin.end(input)
    const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
    const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
    return { code, out, error }
  }
  return {
    run: (...words: string[]) => run(words),
    /** Runs a command that reads its standard input. */
    say: (input: string, ...words: string[]) => run(words, input),
    /** Runs a command with `--json`, and gives what it printed. */
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into results as they come
    async json(...words: string[]): Promise<any> {
      const { code, out, error } = await run([...words, '--json'])
      if (code !== 0) throw new Error(error)
      return JSON.parse(out)
    }
  }
}
