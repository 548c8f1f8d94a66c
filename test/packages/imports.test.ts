import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'
import { type Import, importsIn, isPackage, sourcesOf } from './sources.js'

async function importsOf(folder: string): Promise<readonly Import[]> {
  return (await sourcesOf(folder)).flatMap(importsIn)
}

/** How a test names the imports that may not be. */
function listed(imports: readonly Import[]): readonly string[] {
  return imports.map(({ file, target }) => `${file} imports ${target}`)
}

t.test('the sdk knows nobody but what it is made of', async t => {
  const imports = await importsOf('sdk')
  t.ok(imports.length > 20)
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'sdk/runtime/': [
      'reflect-metadata',
      'tsyringe',
      'typebox',
      'ajv',
      'ajv-formats',
      're2js',
      'croner',
      'standardwebhooks',
      'ulid'
    ],
    'sdk/testing/': ['typebox', 'fast-check'],
    'sdk/': ['reflect-metadata', 'tsyringe', 'typebox']
  }
  const isAllowed = (each: Import) => {
    const [, names = []] = Object.entries(allowed).find(([folder]) => each.file.startsWith(folder)) ?? []
    const name = each.target.split('/')[0] ?? ''
    return isPackage(each) ? names.includes(name) : !/^(host|plugins|test)\//.test(each.target)
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
  // What makes a new deployment names the product that it serves at first.
  const files = [...new Set((await importsOf('host')).map(each => each.file))].filter(
    file => !file.startsWith('host/create/')
  )
  const naming = files.map(async file => {
    const text = await readFile(join(root, file), 'utf8')
    return names
      .filter(name => text.includes(name) || new RegExp(`(?<!@[\\w-]+)['"\`/]${name.split('/')[1]}['"\`/]`).test(text))
      .map(name => `${file} names ${name}`)
  })
  t.strictSame((await Promise.all(naming)).flat(), [])
})

const toolkit = 'toolkit'

t.test('a plugin reaches neither the host nor another plugin, and the toolkit by its name alone', async t => {
  const slugs = (await readdir(join(root, 'plugins'))).filter(slug => !slug.includes('.') && slug !== toolkit)
  t.ok(slugs.length > 0)
  for (const slug of slugs) {
    const imports = await importsOf(`plugins/${slug}`)
    t.ok(imports.length > 0, slug)
    const isBeyond = ({ file, target }: Import) =>
      /^(host|test|sdk)\/|^@product-host\/(?!sdk($|\/testing$|\/runtime$)|toolkit\/[a-z]+$)/.test(target) ||
      (target.startsWith('plugins/') && !target.startsWith(`plugins/${slug}/`)) ||
      (!file.includes('/test/') && target.startsWith('@product-host/sdk/'))
    t.strictSame(listed(imports.filter(isBeyond)), [])
  }
})

t.test('the toolkit knows libraries, of the sdk the addresses alone, nothing of the host or a product', async t => {
  const imports = await importsOf(`plugins/${toolkit}`)
  t.ok(imports.length > 5)
  const allowed = ['@product-host/sdk/addresses', '@sindresorhus/slugify', 'luxon', 'simple-statistics', 'tldts']
  const lists = ['disposable-email-domains-js', 'email-providers']
  const isAllowed = ({ file, target }: Import) =>
    target.startsWith(`plugins/${toolkit}/`) ||
    [...allowed, ...lists, 'node:crypto', 'node:module'].includes(target) ||
    (file.includes('/test/') && ['tap', 'fast-check'].includes(target))
  t.strictSame(listed(imports.filter(each => !isAllowed(each))), [])
})

t.test('no module is loaded for its types alone', async t => {
  const sources = (await Promise.all(['host', 'sdk', 'plugins'].map(folder => sourcesOf(folder)))).flat()
  const all = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']+)'/gm)].map(([, names = '', target = '']) => ({
      path,
      target,
      names: names.split(',').map(name => name.trim())
    }))
  )
  t.ok(all.length > 1_000)
  // The compiler leaves `import {} from` behind, which runs the module. Written `import type`, nothing is left.
  const forTypes = all.filter(({ names }) => names.every(name => name === '' || name.startsWith('type ')))
  t.strictSame(
    forTypes.map(({ path, target }) => `${path} imports types of ${target}`),
    []
  )
})

t.test('every compiled file has its source', async t => {
  const folders = ['host', 'sdk', ...(await readdir(join(root, 'plugins'))).map(name => join('plugins', name))]
  const orphans = folders.map(async folder => {
    const compiled = await readdir(join(root, folder, 'dist'), { recursive: true }).catch(() => [])
    const declared = compiled.filter(path => path.endsWith('.d.ts')).map(path => path.slice(0, -'.d.ts'.length))
    const missing = declared.filter(path => !existsSync(join(root, folder, `${path}.ts`)))
    return { count: declared.length, missing: missing.map(path => join(folder, 'dist', `${path}.js`)) }
  })
  const found = await Promise.all(orphans)
  t.ok(found.reduce((sum, { count }) => sum + count, 0) > 500)
  const missing = found.flatMap(each => each.missing)
  t.strictSame(missing, [], 'a clean clone lacks these: remove the folder dist and its tsconfig.tsbuildinfo, and build')
})

const mostFilesOfAction = 20

t.test(`an action reads in at most ${mostFilesOfAction} files of its plugin`, async t => {
  const sources = (await sourcesOf('plugins')).filter(({ path }) => !path.includes('/test/'))
  const targetsOf = new Map(
    sources.map(source => {
      const imports = importsIn(source).filter(({ isDynamic }) => !isDynamic)
      return [source.path, imports.map(({ target }) => target.replace(/\.js$/, '.ts'))]
    })
  )
  const actions = sources.filter(({ text }) => /\bdefineAction\(/.test(text)).map(({ path }) => path)
  t.ok(actions.length > 17)
  for (const action of actions) {
    const read = new Set([action])
    for (const path of read) for (const target of targetsOf.get(path) ?? []) if (targetsOf.has(target)) read.add(target)
    t.ok(read.size <= mostFilesOfAction, `${action}: ${read.size}`)
  }
})
