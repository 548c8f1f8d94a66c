import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const hook = new URL('../../../host/dist/start/module-loading.js', import.meta.url).href

/** Packages with everything that Node looks at when it resolves a relative import. */
const packages = {
  one: {
    'package.json': '{"type":"module"}',
    'index.js': `export const found = await Promise.all(${JSON.stringify([
      './sibling.js',
      './inner/deep.js',
      './inner/../sibling.js',
      './linked.js',
      './linked/other.js',
      './script/plain.js',
      './missing.js',
      './missing/any.js',
      './with%20space.js',
      './sibling.js?query',
      '../two/index.js',
      '../three/linked-from-one.js'
    ])}.map(name => import(name).then(each => each.default, error => String(error.code))))`,
    'sibling.js': 'export default import.meta.url',
    'with space.js': 'export default import.meta.url',
    inner: { 'deep.js': "import sibling from '../sibling.js'\nexport default [sibling, import.meta.url]" },
    script: { 'package.json': '{"type":"commonjs"}', 'plain.js': 'module.exports = typeof require + __filename' },
    'linked.js': t.fixture('symlink', '../two/other.js'),
    linked: t.fixture('symlink', '../two')
  },
  two: { 'package.json': '{}', 'index.js': 'module.exports = __filename', 'other.js': 'module.exports = __filename' },
  three: t.fixture('symlink', 'one')
}

/** What the package imports in a process of its own, with the hook or without. */
function imported(t: Test, usesHook: boolean): unknown {
  const folder = t.testdir(packages)
  const register = usesHook ? `(await import(${JSON.stringify(hook)})).resolvePackageModules();` : ''
  const script = `${register}
    const { found } = await import(${JSON.stringify(join(folder, 'one/index.js'))});
    process.stdout.write(JSON.stringify(found))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
}

t.test('modules resolve as Node resolves them: files, links, other packages, scripts and what is missing', async t => {
  const found = imported(t, true)
  t.strictSame(found, imported(t, false))
  const url = new URL('./one/', `file://${t.testdirName}/`).href
  t.match(found, [`${url}sibling.js`, [`${url}sibling.js`, `${url}inner/deep.js`], `${url}sibling.js`])
  t.match(found, { 5: /^function.*plain\.js$/, 6: 'ERR_MODULE_NOT_FOUND', 7: 'ERR_MODULE_NOT_FOUND' })
})

t.test('most modules of a package are resolved without asking Node', async t => {
  const folder = t.testdir({
    'package.json': '{"type":"module"}',
    'a.js': "import './b.js'",
    'b.js': "import './c.js'",
    'c.js': ''
  })
  const script = `
    const { registerHooks } = await import('node:module')
    const asked = []
    registerHooks({ resolve: (specifier, context, next) => { asked.push(specifier); return next(specifier, context) } });
    (await import(${JSON.stringify(hook)})).resolvePackageModules()
    asked.length = 0
    await import(${JSON.stringify(join(folder, 'a.js'))})
    process.stdout.write(JSON.stringify(asked))`
  const asked = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  t.strictSame(JSON.parse(asked), [fileURLToPath(new URL('a.js', `file://${folder}/`))])
})
