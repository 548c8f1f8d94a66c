import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../fixtures/root.js'
import { npm } from '../fixtures/run-npm.js'

const plugins = (await readdir(join(root, 'plugins'), { withFileTypes: true })).filter(entry => entry.isDirectory())
const published = ['host', 'host/create', 'sdk', ...plugins.map(({ name }) => `plugins/${name}`)]
const folders = ['.', 'host/dashboard', ...published]

async function manifest(folder: string) {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
}

t.test('every package names one repository, its issues and its page', async t => {
  const { bugs, repository } = await manifest('.')
  t.match(bugs, /^https:\/\/.+\/issues$/)
  const address = bugs.replace(/\/issues$/, '')
  t.strictSame(repository, { type: 'git', url: `git+${address}.git` })
  for (const folder of folders) {
    const made = await manifest(folder)
    t.equal(made.bugs, bugs, folder)
    t.equal(made.repository.url, repository.url, folder)
    if (folder !== '.') t.equal(made.repository.directory, folder)
    t.ok(made.homepage.startsWith(address) && made.homepage.endsWith('#readme'), folder)
  }
})

t.test('every package is published for everybody, with where it was built', async t => {
  for (const folder of published)
    t.strictSame((await manifest(folder)).publishConfig, { access: 'public', provenance: true }, folder)
})

t.test('every product has the version of its package', async t => {
  for (const { name } of plugins) {
    const { productHost, version } = await manifest(`plugins/${name}`)
    if (!productHost) continue
    const { default: product } = await import(pathToFileURL(join(root, 'plugins', name, 'dist/index.js')).href)
    t.equal(product.version, version, name)
  }
})

t.test('every published package has a change log whose newest version is its own', async t => {
  for (const folder of published) {
    const { name, version, files } = await manifest(folder)
    t.ok(existsSync(join(root, folder, 'CHANGELOG.md')), folder)
    const text = await readFile(join(root, folder, 'CHANGELOG.md'), 'utf8')
    t.match(text, `# Changes of ${name}\n`, folder)
    const [, newest] = /^## (\S+)(?: \(\d{4}-\d\d-\d\d\))?$/m.exec(text) ?? []
    t.equal(newest, version, folder)
    t.ok(files.includes('CHANGELOG.md'), folder)
  }
})

t.test('every published package has the licence that it names', async t => {
  const licence = await readFile(join(root, 'LICENSE'), 'utf8')
  for (const folder of published) {
    t.equal((await manifest(folder)).license, 'MIT', folder)
    t.equal(await readFile(join(root, folder, 'LICENSE'), 'utf8').catch(() => ''), licence, folder)
  }
})

/** What npm says of a package that it would pack. */
interface Packed {
  readonly files: readonly { readonly path: string }[]
}

const places = published.map(folder => join(root, folder))
const packed: readonly Packed[] = JSON.parse(await npm(root, 'pack', ...places, '--dry-run', '--json'))

for (const [index, folder] of published.entries())
  t.test(`every link of a packed document leads to a packed file: ${folder}`, async t => {
    const files = packed[index]?.files.map(({ path }) => path) ?? []
    t.ok(files.includes('LICENSE'))
    const pages = files.filter(file => file.endsWith('.md'))
    t.ok(pages.includes('README.md') && pages.includes('CHANGELOG.md'))
    for (const page of pages) {
      const text = await readFile(join(root, folder, page), 'utf8')
      for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (/^[a-z]+:/.test(target)) continue
        const path = join(dirname(page), target).replace(/\/$/, '')
        t.ok(
          files.some(file => file === path || file.startsWith(`${path}/`)),
          `${page}: ${target}`
        )
      }
    }
  })

t.test('the page for operators names every package, and what each needs of the others', async t => {
  const page = await readFile(join(root, 'host/docs/operations.md'), 'utf8')
  for (const folder of published) {
    const { name, private: isPrivate, dependencies, peerDependencies } = await manifest(folder)
    t.notOk(isPrivate, folder)
    const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter(each =>
      each.startsWith('@product-host/')
    )
    const row = page.split('\n').find(line => line.startsWith(`| \`${name}\``)) ?? ''
    const [, , named = ''] = row.split('|')
    t.strictSame(named.match(/@product-host\/[\w-]+/g) ?? [], needed.sort(), name)
  }
})
