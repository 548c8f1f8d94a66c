import { variables } from './settings.js'

/** What `--help` says of the environment. */
export function environmentHelp(): string {
  const width = Math.max(...variables.map(([name]) => name.length))
  return [
    'Environment',
    ...variables.map(([name, meaning, usual]) => `  ${name.padEnd(width)}  ${meaning} (${usual})`),
    ''
  ].join('\n')
}
