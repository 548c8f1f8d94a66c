import { hash } from 'node:crypto'

/** Longest name of a tool: several clients refuse longer ones. */
const longestName = 64

/** Characters of the digest that a shortened name ends with. */
const digestLength = 8

/** The host's own tool, whose name no product may take. */
export const findToolName = 'find_tool'

/** The host's own tools for runs; the slug `runs` is reserved, so that no product has these names. */
export const runToolNames = { start: 'runs_start', status: 'runs_status', cancel: 'runs_cancel' } as const

/** Whether a name is that of one of the host's own tools. */
export function isHostTool(name: unknown): boolean {
  return name === findToolName || Object.values(runToolNames).some(each => each === name)
}

/**
 * `slug_action`. A name of more than 64 characters becomes its first 55, a hyphen, and the first 8 hexadecimal digits of the
 * SHA-256 of the full name; so does the name that the host's own tool has.
 */
export function toolName(slug: string, action: string): string {
  const name = `${slug}_${action}`
  if (name.length <= longestName && name !== findToolName) return name
  const digest = hash('sha256', name).slice(0, digestLength)
  return `${name.slice(0, longestName - digestLength - 1)}-${digest}`
}
