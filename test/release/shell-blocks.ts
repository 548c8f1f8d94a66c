import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'

/** A block of commands that a document prints, in which something is installed. */
export interface ShellBlock {
  readonly page: string
  /** The first command, by which people know it. */
  readonly title: string
  readonly lines: readonly string[]
}

const installs = /^(npm (create|install)|npx --package) /

/** Commands that run until they are ended. */
const serves = /(^| )(npm start|npm run (dev|watch)|product-host start)$/

/** The blocks of a document that install packages, with the lines that a backslash joins as one. */
export async function installBlocks(page: string): Promise<readonly ShellBlock[]> {
  const text = await readFile(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, language = '', block = '']) => {
    const lines = block
      .replace(/\\\n */g, '')
      .trimEnd()
      .split('\n')
    const [title = ''] = lines
    return /^(sh)?$/.test(language) && installs.test(title) ? [{ page, title, lines }] : []
  })
  if (blocks.length === 0) throw new Error(`${page} prints no commands that install anything.`)
  return blocks
}

/** A script of bash that runs the lines as they are printed. What serves goes on in the background while the others run. */
export function script(lines: readonly string[]): string {
  const run = lines.map((line, index) => {
    const command = line.replace(/ +#.*$/, '')
    const log = `"$LOGS/${index}.log"`
    return serves.test(command) ? `: > ${log}\n{ ${command}; } > ${log} 2>&1 &\nserving ${log}` : line
  })
  return `set -eo pipefail
serving() {
  for attempt in {1..300}; do
    if grep -qE 'listens on|"listening"|Watching for file changes' "$1"; then return; fi
    if ! kill -0 $! 2> /dev/null; then break; fi
    sleep 0.2
  done
  cat "$1"
  return 1
}
${run.join('\n')}
`
}
