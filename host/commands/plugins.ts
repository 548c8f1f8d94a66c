import { Command } from 'commander'
import { readDeployment } from '../deployment.js'
import { type Inspected, inspectPlugins } from '../products/inspect.js'
import { readSettings } from '../settings.js'
import { leave } from './leave.js'
import { print } from './print.js'
import { table } from './table.js'

/** `product-host plugins` */
export function pluginsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('plugins')
    .description('what the deployment file enables, and how each plugin would come up; nothing listens')
    .option('--json', 'for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const { deploymentFile } = readSettings(environment)
      const plugins = await inspectPlugins(await readDeployment(deploymentFile))
      const rows = plugins.map(({ plugin, version = '-', slug = '-', error, required, needs }) => [
        plugin,
        version,
        slug,
        error === undefined ? 'ready' : 'failed',
        required ? 'required' : '-',
        needs.join(' ') || '-'
      ])
      const head = ['PACKAGE', 'VERSION', 'SLUG', 'STATE', 'REQUIRED', 'WORKS WITH']
      print(json, plugins.map(shown), [...table([head, ...rows]), ...plugins.flatMap(reasonLine)])
      await leave(0)
    })
}

function shown({ plugin, version, slug, error, required, needs, ms }: Inspected) {
  const state = error === undefined ? 'ready' : 'failed'
  const found = { package: plugin, version: version ?? null, slug: slug ?? null }
  return { ...found, state, required, needs, ms, reason: error ?? null }
}

function reasonLine({ plugin, error }: Inspected): readonly string[] {
  return error === undefined ? [] : [`${plugin}: ${error}`]
}
