import type { Memory, OldVersion } from './memory.js'

const mostVersions = 20

/**
 * Bytes of JSON that old versions may take up: a record is 1 MiB at most, of which the newest value can need 64 KiB, key,
 * tags and dates 8 KiB. Only versions of over 12,000 characters beyond the Basic Multilingual Plane come near to it.
 */
const mostBytes = (1024 - 64 - 8) * 1024

/** The history of a memory's next version: what it holds now, before what it held earlier; at most 20 versions. */
export function historyAfter({ version, value, updatedAt, history }: Memory): OldVersion[] {
  const versions = [{ version, value, at: updatedAt }, ...history].slice(0, mostVersions)
  let bytes = 0
  const beyond = versions.findIndex(each => {
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1
    return bytes > mostBytes
  })
  return beyond < 0 ? versions : versions.slice(0, beyond)
}

/** The version that the memory had at a time; undefined when it was not there yet, or that version is no longer kept. */
export function versionAt({ version, value, updatedAt, history }: Memory, time: number): OldVersion | undefined {
  return [{ version, value, at: updatedAt }, ...history].find(({ at }) => Date.parse(at) <= time)
}
