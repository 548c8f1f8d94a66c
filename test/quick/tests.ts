import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The compiled tests in a folder and below, in their order, without those that are named slow. */
export function quickTests(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => /(?<!\.slow)\.test\.js$/.test(name))
    .sort()
    .map(name => join(folder, name))
}
