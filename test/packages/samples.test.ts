import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { contractChanges, contractHistory } from '../../host/dist/cli/contract/contract-changes.js'
import { readContract } from '../../host/dist/cli/contract/read-contract.js'
import { readDeployment } from '../../host/dist/deployment.js'
import { samplesOfDeployment } from '../../host/dist/products/make-samples.js'
import { root } from '../fixtures/root.js'

t.test('every action of the products of this repository has a real answer, and it succeeds', async t => {
  const made = await samplesOfDeployment(await readDeployment(join(root, 'plugins/product-host.json')))
  t.equal(made.length, 6)
  for (const { product, samples } of made) {
    const actions = Object.entries(product.actions).filter(([, { internal }]) => !internal)
    t.strictSame(
      Object.entries(samples.answers).map(([name, { answer }]) => [name, answer.ok]),
      actions.map(([name]) => [name, true]),
      product.slug
    )
  }
  t.strictSame(made.flatMap(({ samples }) => samples.webhooks.map(({ event }) => event)).sort(), [
    'budget.threshold_reached',
    'heartbeat.down',
    'lead.created',
    'lead.routed',
    'probe.down'
  ])
})

t.test('every product stores the contracts of its released versions, which its change log names', async t => {
  const { plugins } = await readDeployment(join(root, 'plugins/product-host.json'))
  for (const { package: name } of plugins) {
    const folder = join(root, 'plugins', name.replace(/^@.*\//, ''))
    const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8')
    const built = await readContract(folder)
    const files = await readdir(join(folder, 'contracts'))
    t.ok(files.includes('1.0.0.json'), `${name} stores its first version`)
    for (const file of files) {
      const stored = await readContract(join(folder, 'contracts', file))
      t.equal(`${stored.version}.json`, file, name)
      t.match(
        changelog,
        new RegExp(`^## ${stored.version.replaceAll('.', '\\.')}(?: \\(\\d{4}-\\d\\d-\\d\\d\\))?$`, 'm'),
        name
      )
      if (stored.version === built.version) t.strictSame(contractChanges(stored, built), [], `${name} ${file}`)
    }
    const [latest] = await contractHistory(folder)
    t.equal(latest?.to, built.version, name)
  }
})
