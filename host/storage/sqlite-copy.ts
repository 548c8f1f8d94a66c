import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeFault } from './sqlite-faults.js'
import { requireSound } from './sqlite-snapshot.js'

/**
 * Copies a store's file as it is at one moment, beside hosts that write to it, and gives the copy's size in bytes. The copy is
 * checked, on disk and for this user's eyes only before it has its name, so that a name always stands for a whole copy.
 */
export function copyStore(from: string, to: string): number {
  const partial = beginFile(to)
  const source = new DatabaseSync(resolve(from), { readOnly: true, timeout: 5_000 })
  try {
    source.prepare('VACUUM INTO ?').run(partial)
  } catch (error) {
    rmSync(partial, { force: true })
    throw storeFault(error, partial)
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(partial, { readOnly: true })
  try {
    requireSound(copy, partial)
  } finally {
    copy.close()
  }
  return finishFile(partial, to)
}

/** Copies a store's file, beside it and under a name that says its version, before it is brought to another one. */
export function keptBefore(path: string): (version: number) => Promise<void> {
  return async version => {
    const time = new Date().toISOString().replace(/[:.]/g, '-')
    copyStore(path, `${path}.schema-${version}.${time}`)
  }
}

/** Makes an empty file beside the one that is to be made, for this user alone; throws, in a sentence, where it cannot. */
export function beginFile(to: string): string {
  const folder = dirname(resolve(to))
  if (existsSync(to)) throw new Error(`${resolve(to)} exists already; choose another name.`)
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist; make it first.`)
  const partial = `${resolve(to)}.partial`
  rmSync(partial, { force: true })
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    throw new Error(`Nothing can be written in ${folder}: ${error instanceof Error ? error.message : error}.`)
  }
  return partial
}

/** Brings a file to disk and gives it its name; its size in bytes. */
export function finishFile(partial: string, to: string): number {
  sync(partial)
  renameSync(partial, to)
  sync(dirname(resolve(to)))
  return statSync(to).size
}

/** Brings a file or a folder to disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
