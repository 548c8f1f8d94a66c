import { createRequire } from 'node:module'
import type { Command } from 'commander'
import { versionIn } from '../base/files.js'
import { isForScript, print } from './output.js'

/** The names of the option that shows versions. */
export const versionOptions = ['-V', '--version']

/** Adds `--version`: the versions of this host, of the sdk that its plugins get, and of the Node that runs it. */
export function withVersion(commands: Command): Command {
  return commands
    .option(versionOptions.join(', '), 'show the versions of host, sdk and Node')
    .on('option:version', () => {
      const host = versionIn(new URL('../../package.json', import.meta.url))
      const sdk = versionIn(createRequire(import.meta.url).resolve('@product-host/sdk/package.json'))
      const { node } = process.versions
      print(isForScript(), { host, sdk, node }, [
        `@product-host/host ${host}`,
        `@product-host/sdk ${sdk}`,
        `Node ${node}`
      ])
      process.exit(0)
    })
}
