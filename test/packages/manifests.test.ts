import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../fixtures/root.js'

const plugins = (await readdir(join(root, 'plugins'), { withFileTypes: true })).filter(entry => entry.isDirectory())
const published = ['host', 'sdk', ...plugins.map(({ name }) => `plugins/${name}`)]
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
