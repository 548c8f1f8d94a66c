import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { isProduct } from '@product-host/sdk/runtime'
import { conform } from '@product-host/sdk/testing'
import t from 'tap'
import { templateFiles } from '../../host/dist/cli/plugin-template.js'
import { root } from '../fixtures/root.js'
import { emptyFolder, runOutsideTap } from '../fixtures/run-npm.js'

const run = promisify(execFile)
const pages = ['README.md', ...(await readdir(join(root, 'sdk/docs'))).map(name => `docs/${name}`)]
const texts = await Promise.all(pages.map(page => readFile(join(root, 'sdk', page), 'utf8')))
const manual = texts.join('\n')
const blocks = [...manual.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language, text = '']) => ({ language, text }))
const sources = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text)
const files = sources.map(text => ({ path: /^\/\/ (\S+\.ts)\n/.exec(text)?.[1], text }))

/** What a client's example takes for written by `product-host types`. */
const generated = {
  path: 'client/products.d.ts',
  text: `export type Products = {
    core: { remember: { input: { key: string; value: string }; detail: { version: number }; metrics: object } }
  }`
}

t.test('every example in TypeScript is a whole file with a name of its own', async t => {
  t.ok(files.length > 10)
  for (const { path, text } of files) t.ok(path, text.slice(0, 60))
  t.equal(new Set(files.map(({ path }) => path)).size, files.length)
})

t.test(
  'the examples compile with the settings of a new plugin, their products conform and their tests pass',
  { timeout: 230_000 },
  async t => {
    const folder = await emptyFolder(t)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const names = { package: 'manual', slug: 'manual', title: 'Manual' }
    const template = templateFiles(names, { peer: '*', sdk: '*', host: '*' })
    await writeFile(join(folder, 'tsconfig.json'), template['tsconfig.json'] ?? '')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    for (const { path = '', text } of [...files, generated]) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const printed = await runOutsideTap(process.execPath, [join(root, 'node_modules/.bin/tsc'), '-p', folder]).catch(
      error => `${error.stdout}${error.stderr}`
    )
    t.equal(printed, '')

    const built = files.map(({ path = '' }) => join(folder, 'dist', path.replace(/ts$/, 'js')))
    const products = []
    for (const path of built.filter(each => !each.endsWith('.test.js'))) {
      const { default: product } = await import(pathToFileURL(path).href)
      if (isProduct(product)) products.push(product)
    }
    t.ok(products.length >= 4)
    for (const product of products) await conform(product)

    const tests = built.filter(path => path.endsWith('.test.js'))
    t.ok(tests.length >= 2)
    // A test runner that ran this file would take those tests for its own.
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env
    const { stdout } = await run(process.execPath, ['--test', ...tests], { cwd: folder, env: environment })
    t.match(stdout, /(ℹ|#) fail 0/)
  }
)

t.test('the tables of the manual name every token of the sdk', async t => {
  const sdk: Record<string, unknown> = await import('@product-host/sdk')
  const tokens = Object.entries(sdk).flatMap(([name, value]) =>
    value instanceof (sdk.Token as typeof Function) ? [name] : []
  )
  t.ok(tokens.length >= 9)
  for (const name of tokens) t.match(manual, `| \`${name}\``, name)
})

t.test('the package.json that it shows is that of a new plugin', async t => {
  const [shown] = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text))
  const names = { package: '@acme/hello', slug: 'hello', title: 'Hello' }
  const made = JSON.parse(templateFiles(names, { peer: '^0.2.0', sdk: '*', host: '*' })['package.json'] ?? '')
  t.match(made, shown)
})
