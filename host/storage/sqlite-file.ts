import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from './errors.js'
import { storeFault } from './sqlite-faults.js'

/** A store's file, known again by its inode. */
export interface StoreFile {
  readonly path: string
  readonly inode: bigint
}

/** Finds the file, or makes it and its folder, for this user's eyes only. */
export function prepareFile(path: string): StoreFile {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    makeIfMissing(path)
    return { path, inode: statSync(path, { bigint: true }).ino }
  } catch (error) {
    throw storeFault(error, path)
  }
}

/** Throws when another file, or none, lies where the store's was: what is written to the old one would be lost. */
export function checkInPlace({ path, inode }: StoreFile): void {
  if (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino !== inode)
    throw new StoreUnavailable(`The store's file ${path} was moved or replaced while in use: restart the host.`, 10)
}

/** Never opens a file that is there: to close it again would drop the locks that SQLite holds on it in this process. */
function makeIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
