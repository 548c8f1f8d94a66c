import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'

/** A plugin to install: its only module, and its members of the deployment file. */
export interface Installed {
  readonly source: string
  readonly entry: object
}

/**
 * A folder with these plugins, by the names of their packages, and with plugins of this repository, by the names of their folders.
 * Its deployment file, `product-host.json`, hardly limits callers.
 */
export async function install(
  plugins: Readonly<Record<string, Installed>>,
  own: Readonly<Record<string, object>> = {}
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-bench-'))
  await mkdir(join(folder, 'node_modules/@product-host'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@product-host/sdk'))
  for (const [name, { source }] of Object.entries(plugins)) {
    const place = join(folder, 'node_modules', name)
    await mkdir(place)
    const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js', productHost: { contract: 2 } }
    await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(place, 'index.js'), source)
  }
  for (const name of Object.keys(own))
    await symlink(join(root, 'plugins', name), join(folder, 'node_modules/@product-host', name))
  const entries = Object.entries(plugins).map(([name, { entry }]) => ({ package: name, ...entry }))
  entries.push(...Object.entries(own).map(([name, entry]) => ({ package: `@product-host/${name}`, ...entry })))
  const rate = { key: [1_000_000, 1], account: [1_000_000, 1], keyless: [1_000_000, 1], atOnce: 1_000 }
  await writeFile(join(folder, 'product-host.json'), JSON.stringify({ plugins: entries, rate }))
  return folder
}
