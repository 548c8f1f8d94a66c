/** The oldest Node that the host runs on: the first whose `node:sqlite` needs no flag and knows what the store uses. */
const oldestNode = [22, 16] as const

/** Stops an older Node with one sentence (exit code 78, a wrong configuration). Imports nothing, so that it runs on any Node. */
export function requireNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  process.stderr.write(
    `Product Host needs Node ${oldestNode.join('.')} or later, and this is ${version}. In its repository, \`npm start\` brings its own.\n`
  )
  process.exit(78)
}
