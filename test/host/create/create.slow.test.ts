import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import t from 'tap'
import { readDeployment } from '../../../host/dist/deployment.js'
import { readSettings } from '../../../host/dist/settings.js'
import { npmRegistry } from '../../fixtures/npm-registry.js'
import { root } from '../../fixtures/root.js'
import { emptyFolder } from '../../fixtures/run-npm.js'
import { productHost } from '../../fixtures/run-product-host.js'

const run = promisify(execFile)

/** What the program printed, and its exit code. Without the variables of the npm that runs the tests, and without the loader of tap. */
async function create(folder: string, parameters: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const program = join(root, 'host/create/dist/main.js')
  const env = { PATH: process.env.PATH, HOME: folder, ...environment }
  return run(process.execPath, [program, ...parameters], { cwd: folder, env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr })
  )
}

t.test('the files are a deployment that the host reads, as a demo', async t => {
  const folder = await emptyFolder(t)
  const { code, stdout } = await create(folder, ['my-host', '--no-install'])
  t.equal(code, 0)
  t.match(
    stdout,
    /^ {2}cd my-host\n {2}npm install @product-host\/host @product-host\/sdk @product-host\/core\n {2}npm start\n$/m
  )
  const made = join(folder, 'my-host')
  const names = ['.gitignore', 'README.md', 'package.json', 'product-host.json', 'settings.env']
  t.strictSame((await readdir(made)).sort(), names)
  const { plugins } = await readDeployment(join(made, 'product-host.json'))
  t.match(plugins, [{ package: '@product-host/core', required: true }])
  t.equal(plugins.length, 1)
  const settings = readSettings(parseEnv(await readFile(join(made, 'settings.env'), 'utf8')))
  t.equal(settings.isDemo, true)
  const { scripts } = JSON.parse(await readFile(join(made, 'package.json'), 'utf8'))
  const [program, ...check] = scripts.check.split(' ')
  t.equal(program, 'product-host')
  t.match(await productHost(made, check, { PORT: '0' }), { code: 0, stdout: /@product-host\/core/ })
})

t.test(
  'with the settings for production of its README, the host would start with a new store, and not without',
  async t => {
    const folder = await emptyFolder(t)
    await create(folder, ['--no-install'])
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const [, production = ''] = /^```\n(NODE_ENV=production\n[^`]*)```/m.exec(readme) ?? []
    const [, commands = ''] = /^```\n(mkdir [^`]*)npm start -- --new-store\n```/m.exec(readme) ?? []
    await writeFile(join(folder, 'settings.env'), production)
    await run('bash', ['-ec', commands], { cwd: folder })
    const check = ['--settings-file', 'settings.env', 'check']
    const begun = await productHost(folder, [...check, '--new-store'])
    t.equal(begun.code, 0, begun.stdout)
    t.match(begun.stdout, /^good {2}settings: production$/m)
    t.match(await productHost(folder, check), { code: 78, stdout: /start once with --new-store\.$/m })
  }
)

t.test('npm adds the packages, with the versions that it found', async t => {
  const registry = await npmRegistry(t)
  for (const name of ['host', 'sdk', 'wealthnode'])
    await registry.publish(`@product-host/${name}`, '3.2.1', '', { peerDependencies: {} })
  await registry.publish('orders-plugin', '1.0.0', '', { peerDependencies: {} })
  const folder = await emptyFolder(t)
  const products = ['--product', '@product-host/wealthnode', '--product', 'orders-plugin']
  const { code, stdout, stderr } = await create(folder, products, registry.environment)
  t.equal(code, 0, stderr)
  t.match(stdout, /^Wrote a deployment into .*\. Continue with:\n\n {2}npm start\n$/m)
  const { dependencies, scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  t.strictSame(dependencies, {
    '@product-host/host': '^3.2.1',
    '@product-host/sdk': '^3.2.1',
    '@product-host/wealthnode': '^3.2.1',
    'orders-plugin': '^1.0.0'
  })
  t.equal(scripts.start, 'product-host --settings-file settings.env start')
})

t.test('it says what to do when npm cannot install the packages', async t => {
  const registry = await npmRegistry(t)
  const folder = await emptyFolder(t)
  const { code, stderr } = await create(folder, ['my-host'], registry.environment)
  t.equal(code, 1)
  t.match(
    stderr,
    /npm could not install the packages\. The files are in \S+\/my-host; try again there: npm install @product/
  )
})

const refused: readonly (readonly [parameters: readonly string[], RegExp])[] = [
  [['full'], /^The folder \S+\/full is not empty\. Name a new one: npm create product-host my-host\n$/],
  [['one', 'two'], /^Name one folder, not 2: one, two\.\n$/],
  [
    ['one', '--product', 'Upper/Case'],
    /^"Upper\/Case" is not the name of an npm package, such as @product-host\/core\.\n$/
  ],
  [['one', '--product', '--no-install'], /--product/],
  [['one', '--billing'], /^Unknown option '--billing'/]
]

for (const [parameters, reason] of refused)
  t.test(`it refuses ${parameters.join(' ')} and writes nothing`, async t => {
    const folder = await emptyFolder(t)
    await mkdir(join(folder, 'full'))
    await writeFile(join(folder, 'full/notes.txt'), '')
    const { code, stderr } = await create(folder, parameters)
    t.equal(code, 1)
    t.match(stderr, reason)
    t.strictSame(await readdir(folder), ['full'])
    t.strictSame(await readdir(join(folder, 'full')), ['notes.txt'])
  })

t.test('its help names its options, and its README the same', async t => {
  const folder = await emptyFolder(t)
  const { code, stdout } = await create(folder, ['--help'])
  t.equal(code, 0)
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
  const readme = await readFile(join(root, 'host/create/README.md'), 'utf8')
  t.strictSame(
    options,
    [...readme.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, name]) => name)
  )
  t.equal(options.length, 3)
})
