import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = new URL('../../', import.meta.url).href

/**
 * Where code of the plugin stands in a stack, such as `dist/actions/add.js:12:9`: the first frame that is neither Node's, nor the sdk's,
 * nor of a dependency. Undefined if there is none.
 */
export function locationIn(stack: string | undefined): string | undefined {
  for (const line of stack?.split('\n') ?? []) {
    const [, file = '', position] = /(?:\(|at (?:async )?)(\S[^()]*):(\d+:\d+)\)?$/.exec(line) ?? []
    if (isOfPlugin(file)) return `${shortened(file)}:${position}`
  }
  return undefined
}

/** Whether a file, by its path or its URL, is the plugin's own. */
export function isOfPlugin(file: string): boolean {
  if (!/^(?:file:|\/|[A-Za-z]:\\)/.test(file) || file.includes('/node_modules/')) return false
  return !file.startsWith(ownFolder) && !file.startsWith(fileURLToPath(ownFolder))
}

/** A file as a person writes it: below the folder of the process where it is there. */
export function shortened(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const short = relative(process.cwd(), path)
  return short.startsWith('..') || isAbsolute(short) ? path : short
}

/** The place of an error in brackets, with a blank before them, or nothing. */
export function bracketed(location: string | undefined): string {
  return location === undefined ? '' : ` (${location})`
}
