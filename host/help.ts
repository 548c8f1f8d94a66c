import { secretVariables } from './operator-secrets.js'
import { variables } from './settings.js'

/** What `--help` says of the environment. */
export function environmentHelp(): string {
  const width = Math.max(...variables.map(([name]) => name.length))
  return [
    'Environment',
    ...variables.map(([name, meaning, usual]) => `  ${name.padEnd(width)}  ${meaning} (${usual})`),
    '',
    'Secrets',
    `  ${secretVariables.join(', ')}`,
    '  In production, give each as a file: <NAME>_FILE is its path, or CREDENTIALS_DIRECTORY holds it under its name in',
    '  lower case, as with LoadCredential=encryption_keys:/etc/product-host/encryption_keys of systemd.',
    ''
  ].join('\n')
}
