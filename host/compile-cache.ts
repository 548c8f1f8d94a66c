import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Has Node store the compiled code of modules for the next start, in a folder of the system's temporary files that only this
 * user can write, since whoever writes there decides which code runs. Without such a folder the start is slower and nothing
 * else; `NODE_COMPILE_CACHE` names another folder, and `NODE_DISABLE_COMPILE_CACHE` switches the cache off.
 */
export function enableCompileCache(temporary = tmpdir()): void {
  const user = process.getuid?.()
  const folder = join(
    temporary,
    user === undefined ? 'product-host-compile-cache' : `product-host-compile-cache-${user}`
  )
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    const isOwn = user === undefined || (uid === user && (mode & 0o022) === 0)
    if (isOwn && lstatSync(folder).isDirectory()) module.enableCompileCache(folder)
  } catch {
    // A read-only file system: modules are compiled at every start.
  }
}
