import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { secretVariables } from '../../../host/dist/base/environment.js'
import { variables } from '../../../host/dist/base/variables.js'
import { readDeployment } from '../../../host/dist/deployment.js'
import { root } from '../../fixtures/root.js'
import { emptyFolder } from '../../fixtures/run-npm.js'

const read = (name: string) => readFile(join(root, 'host/deploy', name), 'utf8')
const settings = new Set<string>(variables.map(([name]) => name))
const secrets = new Set(secretVariables.map(name => name.toLowerCase()))

/** Why a program cannot be run here; false where it can. */
function without(program: string, ...parameters: string[]): string | false {
  return spawnSync(program, parameters).status !== 0 && `${program} is missing`
}

t.test('the compose file gives the host settings and secrets that there are, of stores that it has', async t => {
  const { services, secrets: files } = parse(await read('compose.yaml'))
  for (const name of Object.keys(services.host.environment)) t.ok(settings.has(name), name)
  const [keys, store] = services.host.secrets
  t.ok(secrets.has(keys))
  const stores = [services.postgres, services.redis].map(({ profiles: [profile] }) => String(profile))
  for (const profile of stores) {
    const name = store.target.replace(/\$\{COMPOSE_PROFILES:[^}]*\}/, profile)
    t.ok(secrets.has(name), name)
  }
  t.strictSame(Object.keys(files), [keys, store.source, 'postgres_password'])
  const manual = await read('README.md')
  for (const name of Object.keys(files)) t.match(manual, `> secrets/${name}\n`)
  t.match(manual, 'docker compose run --rm host start --new-store')
})

t.test(
  'docker-compose finds nothing wrong with the compose file',
  { skip: without('docker-compose', '--version') },
  async t => {
    for (const profile of ['database', 'redis']) {
      const env = { PATH: process.env.PATH, DOMAIN: 'products.example', COMPOSE_PROFILES: profile }
      const config = ['-f', join(root, 'host/deploy/compose.yaml'), 'config']
      const { status, stdout, stderr } = spawnSync('docker-compose', config, { encoding: 'utf8', env })
      t.equal(status, 0, stderr)
      t.match(stdout, `target: ${profile}_url\n`)
    }
  }
)

t.test('the chart has the version of the host, and settings and metrics that there are', async t => {
  const { version } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8'))
  t.match(parse(await read('chart/Chart.yaml')), { version, appVersion: version })
  const templates = await readdir(join(root, 'host/deploy/chart/templates'))
  const texts = await Promise.all(templates.map(name => read(`chart/templates/${name}`)))
  const named = [...texts.join('').matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name = '']) => name)
  t.ok(named.length >= 6)
  for (const name of named) t.ok(settings.has(name), name)
  const { deployment } = parse(await read('chart/values.yaml'))
  const file = join(await emptyFolder(t), 'product-host.json')
  await writeFile(file, JSON.stringify(deployment))
  t.match((await readDeployment(file)).plugins, [{ package: '@product-host/core', required: true }])
})

t.test('Helm finds nothing wrong with the chart', { skip: without('helm', 'version') }, async t => {
  const chart = join(root, 'host/deploy/chart')
  const helm = (...parameters: string[]) => spawnSync('helm', parameters, { encoding: 'utf8' })
  const needed = ['--set', 'image.repository=one.example/host,publicUrl=https://products.example,secretName=one']
  t.equal(helm('lint', '--strict', chart, ...needed).status, 0)
  const all = ['--set', 'autoscaling.enabled=true,ingress.enabled=true,newStore=true']
  const made = helm('template', 'one', chart, ...needed, ...all)
  t.equal(made.status, 0, made.stderr)
  const kinds = ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'PodDisruptionBudget', 'Service']
  t.strictSame([...made.stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort(), kinds)
  t.match(made.stdout, 'args: [start, --new-store]')
  const later = helm('template', 'one', chart, ...needed)
  t.match(later.stdout, 'args: [start]')
  t.match(helm('template', 'one', chart).stderr, / (image\.repository|publicUrl|secretName): /)
})
