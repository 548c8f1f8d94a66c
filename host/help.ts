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
    '  Each can be read from a file: <NAME>_FILE is its path. As a systemd credential, it has the name in lower case,',
    '  such as LoadCredential=encryption_keys:/etc/product-host/encryption_keys. In production, use files.',
    ''
  ].join('\n')
}
