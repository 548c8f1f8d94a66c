/** How much work an argon2id hash is. `memorySize` is in KiB. */
export interface PasswordCost {
  readonly memorySize: number
  readonly iterations: number
  readonly parallelism: number
}

/** 19 MiB and two passes, one of the settings of OWASP's Password Storage Cheat Sheet. */
export const defaultCost: PasswordCost = { memorySize: 19_456, iterations: 2, parallelism: 1 }

/**
 * The hash to compare with if there is no account, so that the check takes as long as with one. Its salt and its 32 bytes are
 * arbitrary: no password is known that matches.
 */
export function nobodysHash({ memorySize, iterations, parallelism }: PasswordCost): string {
  const parameters = `m=${memorySize},t=${iterations},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$Bxg77lWTyYFPlumBHCLzSQ$RPkoBaZ/gO/6qB891vITQ/LaQ1yUzlx++0e67jpTRi4`
}
