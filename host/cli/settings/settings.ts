import { Command } from 'commander'
import { readDeployment } from '../../deployment.js'
import { configuration } from '../../operator/configuration.js'
import { readSettings } from '../../settings.js'
import { print, table } from '../output.js'

/** `product-host settings` */
export function settingsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('settings')
    .description('show the settings and the deployment file as the host understands them, secrets masked')
    .option('--json', 'for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = readSettings(environment)
      const understood = configuration(settings, await readDeployment(settings.deploymentFile))
      print(json, understood, [
        ...table(understood.settings.map(({ name, value }) => [name, value ?? '-'])),
        '',
        ...table(understood.members.map(({ name, value }) => [name, value.replaceAll('`', '')]))
      ])
    })
}
