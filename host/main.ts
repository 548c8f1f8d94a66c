#!/usr/bin/env node
import { requireNode } from './node-version.js'

requireNode()
const { enableCompileCache } = await import('./compile-cache.js')
enableCompileCache()
const { takeEnvironment } = await import('./operator-secrets.js')
const environment = takeEnvironment(process.env)
const { run } = await import('./run.js')
await run(environment, process.argv.slice(2))
