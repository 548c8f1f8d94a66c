import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
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

/** How a test names the imports that may not be. */
function listed(imports: readonly Import[]): readonly string[] {
  return imports.map(({ file, target }) => `${file} imports ${target}`)
}

t.test('the sdk knows nobody but what it is made of', async t => {
  const imports = await importsOf('sdk')
  t.ok(imports.length > 20)
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'sdk/runtime/': ['reflect-metadata', 'tsyringe', 'typebox', 'ajv', 'ajv-formats', 're2js', 'ulid'],
    'sdk/testing/': ['typebox', 'fast-check'],
    'sdk/': ['reflect-metadata', 'tsyringe', 'typebox']
  }
  const isAllowed = (each: Import) => {
    const [, names = []] = Object.entries(allowed).find(([folder]) => each.file.startsWith(folder)) ?? []
    const name = each.target.split('/')[0] ?? ''
    return isBare(each) ? names.includes(name) : !/^(host|plugins|test)\//.test(each.target)
  }
  t.strictSame(listed(imports.filter(each => !isAllowed(each))), [])
  const isClient = (path: string) => path.startsWith('sdk/client/')
  const mixed = imports.filter(({ file, target }) => isClient(file) !== isClient(target))
  t.strictSame(listed(mixed), [], 'the client imports nothing but itself')
  const isBehind = (path: string) => /^sdk\/(runtime|testing)\//.test(path)
  t.strictSame(listed(imports.filter(({ file, target }) => !isBehind(file) && isBehind(target))), [])
})

t.test('the host reaches no plugin, and of the sdk only what it exports', async t => {
  const imports = await importsOf('host')
  t.ok(imports.length > 20)
  const beyond = /^(plugins|test|sdk)\/|^@product-host\/(?!sdk($|\/))/
  t.strictSame(listed(imports.filter(({ target }) => beyond.test(target))), [])
})

t.test('no file of the host names a plugin', async t => {
  const deployment = JSON.parse(await readFile(join(root, 'plugins/product-host.json'), 'utf8')) as {
    plugins: { package: string }[]
  }
  const names = deployment.plugins.map(each => each.package)
  t.ok(names.length > 0)
  const files = [...new Set((await importsOf('host')).map(each => each.file))]
  const naming = files.map(async file => {
    const text = await readFile(join(root, file), 'utf8')
    return names
      .filter(name => text.includes(name) || new RegExp(`(?<!@[\\w-]+)['"\`/]${name.split('/')[1]}['"\`/]`).test(text))
      .map(name => `${file} names ${name}`)
  })
  t.strictSame((await Promise.all(naming)).flat(), [])
})

t.test('a plugin reaches neither the host nor another plugin', async t => {
  const slugs = (await readdir(join(root, 'plugins'))).filter(slug => !slug.includes('.'))
  t.ok(slugs.length > 0)
  for (const slug of slugs) {
    const imports = await importsOf(`plugins/${slug}`)
    t.ok(imports.length > 0, slug)
    const isBeyond = ({ file, target }: Import) =>
      /^(host|test|sdk)\/|^@product-host\/(?!sdk($|\/testing$|\/runtime$))/.test(target) ||
      (target.startsWith('plugins/') && !target.startsWith(`plugins/${slug}/`)) ||
      (!file.includes('/test/') && target.startsWith('@product-host/sdk/'))
    t.strictSame(listed(imports.filter(isBeyond)), [])
  }
})
