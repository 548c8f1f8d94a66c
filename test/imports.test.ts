import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const statement = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

interface Import {
  /** The file, from the root. */
  readonly file: string
  /** What it names: a package, or a file from the root. */
  readonly target: string
}

async function importsOf(folder: string): Promise<readonly Import[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(file => !/(^|\/)(node_modules|dist|dist-test)\//.test(file))
  const found = await Promise.all(
    files.map(async file => {
      const text = await readFile(join(root, file), 'utf8')
      return [...text.matchAll(statement)].map(([, plain, dynamic]) => {
        const name = plain ?? dynamic ?? ''
        return { file, target: name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name }
      })
    })
  )
  return found.flat()
}

function isBare({ target }: Import): boolean {
  return !target.startsWith('node:') && !/^(sdk|host|plugins|test)\//.test(target)
}

t.test('the sdk knows nobody but what it is made of', async t => {
  const imports = await importsOf('sdk')
  t.ok(imports.length > 20)
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'sdk/runtime/': ['reflect-metadata', 'tsyringe', 'typebox', 'ajv', 'ajv-formats', 're2js', 'ulid'],
    'sdk/testing/': ['typebox', 'fast-check'],
    'sdk/': ['reflect-metadata', 'tsyringe', 'typebox']
  }
  for (const each of imports) {
    const [, names = []] = Object.entries(allowed).find(([folder]) => each.file.startsWith(folder)) ?? []
    const name = each.target.split('/')[0] ?? ''
    t.ok(
      isBare(each) ? names.includes(name) : !/^(host|plugins|test)\//.test(each.target),
      `${each.file} imports ${each.target}`
    )
  }
  for (const { file, target } of imports) {
    const isInside = target.startsWith('sdk/client/')
    t.equal(
      isInside,
      file.startsWith('sdk/client/'),
      `${file} imports ${target}: the client imports nothing but itself`
    )
  }
  const surface = imports.filter(({ file }) => !/^sdk\/(runtime|testing)\//.test(file))
  for (const { file, target } of surface) t.notMatch(target, /^sdk\/(runtime|testing)\//, `${file} imports ${target}`)
})

t.test('the host reaches no plugin, and of the sdk only what it exports', async t => {
  const imports = await importsOf('host')
  t.ok(imports.length > 20)
  for (const { file, target } of imports)
    t.notMatch(target, /^(plugins|test|sdk)\/|^@product-host\/(?!sdk($|\/))/, `${file} imports ${target}`)
})

t.test('no file of the host names a plugin', async t => {
  const deployment = JSON.parse(await readFile(join(root, 'plugins/product-host.json'), 'utf8')) as {
    plugins: { package: string }[]
  }
  const names = deployment.plugins.map(each => each.package)
  t.ok(names.length > 0)
  for (const file of new Set((await importsOf('host')).map(each => each.file))) {
    const text = await readFile(join(root, file), 'utf8')
    for (const name of names) {
      t.notOk(text.includes(name), `${file} names ${name}`)
      t.notMatch(text, new RegExp(`(?<!@\\w+)['"\`/]${name.split('/')[1]}['"\`/]`), `${file} names ${name}`)
    }
  }
})

t.test('a plugin reaches neither the host nor another plugin', async t => {
  for (const slug of await readdir(join(root, 'plugins'))) {
    if (slug.includes('.')) continue
    for (const { file, target } of await importsOf(`plugins/${slug}`)) {
      t.notMatch(
        target,
        /^(host|test|sdk)\/|^@product-host\/(?!sdk($|\/testing$|\/runtime$))/,
        `${file} imports ${target}`
      )
      if (target.startsWith('plugins/')) t.ok(target.startsWith(`plugins/${slug}/`), `${file} imports ${target}`)
      if (!file.includes('/test/')) t.notMatch(target, /^@product-host\/sdk\//, `${file} imports ${target}`)
    }
  }
})
