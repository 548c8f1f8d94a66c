import { cpSync } from 'node:fs'
import { join } from 'node:path'

// Run in the copy of the repository that gets the faults. It finds the packages of others in the repository's folder, which lies above
// it; those of the repository have to be its own.
const repository = join(import.meta.dirname, '../..')
for (const folder of ['node_modules/@product-host', 'host/node_modules', 'plugins/core/node_modules'])
  cpSync(join(repository, folder), folder, { recursive: true, verbatimSymlinks: true })
