import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// Run in the copy of the repository that gets the faults. It finds the packages of others in the repository's folder, which lies above
// it; those of the repository have to be its own.
const repository = join(import.meta.dirname, '../..')
for (const folder of ['node_modules/@product-host', 'host/node_modules', 'plugins/core/node_modules'])
  cpSync(join(repository, folder), folder, { recursive: true, verbatimSymlinks: true })

// One file for the tests of each part: `[[file, patterns in dist-test]]`.
for (const [file, patterns] of JSON.parse(process.env.MUTATED)) {
  mkdirSync(dirname(file), { recursive: true })
  const tests = globSync(patterns, { cwd: 'dist-test' }).sort()
  writeFileSync(
    file,
    tests.map(test => `await import('./${relative(dirname(file), join('dist-test', test))}')\n`).join('')
  )
}
