#!/usr/bin/env node
import { requireNode } from './node-version.js'

requireNode()
const { run } = await import('./run.js')
await run(process.env, process.argv.slice(2))
