import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { exists } from '../base/files.js'

/** Creates an empty file beside a file that does not exist yet, readable by this user alone, and returns its path. */
export function beginFile(to: string): string {
  const folder = dirname(resolve(to))
  if (exists(to)) throw new Error(`${resolve(to)} exists already; choose another name.`)
  if (!exists(folder)) throw new Error(`The folder ${folder} does not exist; make it first.`)
  const partial = `${resolve(to)}.partial`
  rmSync(partial, { force: true })
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    throw new Error(`Cannot write to the folder ${folder}: ${error instanceof Error ? error.message : error}.`)
  }
  return partial
}

/** Syncs the file to disk and renames it to its final name; returns its size in bytes. */
export function finishFile(partial: string, to: string): number {
  sync(partial)
  renameSync(partial, to)
  sync(dirname(resolve(to)))
  return statSync(to).size
}

/** Syncs a file or a folder to disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
