import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../fixtures/root.js'
import { npm } from '../fixtures/run-npm.js'

const plugins = await readdir(join(root, 'plugins'), { withFileTypes: true })
const places = ['sdk', 'host', ...plugins.filter(each => each.isDirectory()).map(({ name }) => `plugins/${name}`)]
for (const place of places) {
  const [{ name, size, unpackedSize, entryCount }] = JSON.parse(
    await npm(root, 'pack', join(root, place), '--dry-run', '--json')
  )
  const [packed, unpacked] = [size, unpackedSize].map(bytes => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11))
  process.stdout.write(
    `${name.padEnd(32)}${packed} packed${unpacked} unpacked${String(entryCount).padStart(5)} files\n`
  )
}
