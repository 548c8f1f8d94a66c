#!/usr/bin/env node
import { requireNode } from './node-version.js'

requireNode()
const { enableCompileCache } = await import('./compile-cache.js')
enableCompileCache()
const { takeEnvironment } = await import('./operator-secrets.js')
const environment = takeEnvironment(process.env)
const { program } = await import('./commands/program.js')
try {
  await (await program(environment, process.argv[2])).parseAsync()
} catch (error) {
  process.stderr.write(`product-host: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof Error && error.name === 'SettingsError' ? 78 : 1
}
