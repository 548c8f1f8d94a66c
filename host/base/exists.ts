import { accessSync, constants, statSync } from 'node:fs'
import { SettingsError } from './environment.js'

/** Whether there is a file or folder at a path. Throws a `SettingsError` where this user may not look, which says neither. */
export function exists(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw unreadable(path, error)
  }
}

/** Throws a `SettingsError` when this user may not read a file that exists. */
export function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** The error for a path that cannot be read, with the operating system's reason. */
export function unreadable(path: string, error: unknown): SettingsError {
  const code = codeOf(error)
  const who = code === 'EACCES' || code === 'EPERM' ? ' by this user' : ''
  return new SettingsError(
    `${path} cannot be read${who} (${code ?? String(error)}): change its permissions or its path.`
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
