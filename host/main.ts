#!/usr/bin/env node
import { requireNode } from './node-version.js'

requireNode()
const { enableCompileCache } = await import('./compile-cache.js')
enableCompileCache()
const { run } = await import('./run.js')
await run(process.env, process.argv.slice(2))
