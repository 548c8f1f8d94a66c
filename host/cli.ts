#!/usr/bin/env node
import { requireNode } from './start/node-version.js'

requireNode()
const { enableCompileCache, resolvePackageModules } = await import('./start/module-loading.js')
enableCompileCache()
resolvePackageModules()
const { takeEnvironment } = await import('./base/environment.js')
const environment = takeEnvironment(process.env)
const { program } = await import('./cli/program.js')
try {
  await (await program(environment, process.argv[2])).parseAsync()
} catch (error) {
  process.stderr.write(`product-host: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof Error && error.name === 'SettingsError' ? 78 : 1
}
