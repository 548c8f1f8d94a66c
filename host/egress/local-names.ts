/**
 * Names that mean something within one network only: RFC 6761 (localhost), RFC 6762 with its appendix G (local and the
 * others), RFC 8375 (home.arpa), and the ICANN board's resolution of 29 July 2024 (internal).
 */
const localNames = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'intranet',
  'private',
  'corp',
  'home',
  'lan'
]

/** Whether a normalised name is one of a local network, or lies below one. */
export function isLocalName(name: string): boolean {
  return localNames.some(local => name === local || name.endsWith(`.${local}`))
}
