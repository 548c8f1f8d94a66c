#!/usr/bin/env node
import { requireNode } from './start/node-version.js'

requireNode()
const { enableCompileCache, resolvePackageModules } = await import('./start/module-loading.js')
enableCompileCache()
resolvePackageModules()
const { takeEnvironment } = await import('./base/environment.js')
const environment = takeEnvironment(process.env)
const { run } = await import('./start/run.js')
await run(environment, process.argv.slice(2))
