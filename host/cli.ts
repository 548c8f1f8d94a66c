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
  const { exitCodeOf, failureText } = await import('./cli/output.js')
  process.exitCode = exitCodeOf(error)
  process.stderr.write(failureText(error, process.exitCode))
}
