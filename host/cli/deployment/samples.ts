import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { readDeployment } from '../../deployment.js'
import { samplesOfDeployment } from '../../products/make-samples.js'
import { contractStepsFile, samplesFile } from '../../products/product-documents.js'
import { readSettings } from '../../settings.js'
import { contractHistory } from '../contract/contract-changes.js'
import { flushAndExit, print, table } from '../output.js'

/** What was written into one package. */
interface Counts {
  readonly package: string
  readonly answers: number
  readonly webhooks: number
  readonly versions: number
}

/** `product-host samples` */
export function samplesCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('samples')
    .description(
      'for the documentation of the deployment’s plugins, run their examples with the test kit and compare ' +
        `their contracts with those stored in contracts/; write ${samplesFile} and ${contractStepsFile} of each`
    )
    .option('--json', 'for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const { deploymentFile } = readSettings(environment)
      const made = await samplesOfDeployment(await readDeployment(deploymentFile))
      const counts: Counts[] = []
      for (const { plugin, folder, samples } of made) {
        const contracts = await contractHistory(folder)
        await writeJson(join(folder, samplesFile), samples)
        await writeJson(join(folder, contractStepsFile), contracts)
        counts.push({
          package: plugin,
          answers: Object.keys(samples.answers).length,
          webhooks: samples.webhooks.length,
          versions: contracts.length
        })
      }
      const rows = counts.map(each => Object.values(each).map(String))
      print(json, counts, table([['PACKAGE', 'ANSWERS', 'WEBHOOKS', 'EARLIER VERSIONS'], ...rows]))
      await flushAndExit(0)
    })
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
