import { type ExecFileOptions, execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs a program, to its end, as it runs outside of a test: the test runner loads a module of its own into every Node below it,
 * which not every program bears. Rejects, with what it printed, when it fails.
 */
export async function outside(
  program: string,
  parameters: readonly string[],
  options: ExecFileOptions = {}
): Promise<string> {
  const { stdout } = await run('env', ['-u', 'NODE_OPTIONS', program, ...parameters], { ...options, encoding: 'utf8' })
  return stdout
}
