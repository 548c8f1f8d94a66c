import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../fixtures/root.js'

/** A registry that this machine alone reaches. */
export interface Registry {
  readonly url: string
  /** What npm needs to publish in it. */
  readonly token: string
  close(): void
}

/**
 * Starts Verdaccio on a port of the loopback interface: it has what is published in it, and asks npm's registry for everything else,
 * but for the names of this repository.
 */
export async function startRegistry(folder: string, port: number, names: readonly string[]): Promise<Registry> {
  await mkdir(folder, { recursive: true })
  const own = names.map(name => `  '${name}':\n    access: $all\n    publish: $authenticated\n`)
  const config = `storage: ${join(folder, 'packages')}
auth:
  htpasswd:
    file: ${join(folder, 'users')}
uplinks:
  npm:
    url: https://registry.npmjs.org/
    maxage: 1h
packages:
${own.join('')}  '**':
    access: $all
    proxy: npm
log: { type: stdout, format: json, level: warn }
`
  const file = join(folder, 'config.yaml')
  await writeFile(file, config)
  const program = join(root, 'test/release/node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', file, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'inherit', 'inherit']
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await isThere(url)); attempt++) {
    if (child.exitCode !== null || attempt === 300) throw new Error('The registry does not start.')
    await delay(100)
  }
  const user = { name: 'rehearsal', password: 'rehearsal-of-a-release' }
  const answer = await fetch(`${url}/-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user)
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`The registry made no user: ${answer.status}.`)
  return { url, token, close: () => child.kill() }
}

async function isThere(url: string): Promise<boolean> {
  return fetch(`${url}/-/ping`).then(
    answer => answer.ok,
    () => false
  )
}
