import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { newCommand } from '../../../host/dist/cli/new.js'
import { root } from '../../fixtures/root.js'
import { emptyFolder, npm, pack } from '../../fixtures/run-npm.js'
import { productHost, serve } from '../../fixtures/run-product-host.js'

t.test('a new plugin installs, builds, passes its tests and is served as it is', { timeout: 230_000 }, async t => {
  const folder = await emptyFolder(t)
  const [sdk = '', host = ''] = await pack(folder, join(root, 'sdk'), join(root, 'host'))
  const made = await productHost(folder, ['new', '@acme/hello-there', '--sdk', sdk, '--host', host])
  t.match(made, { code: 0, stdout: /cd hello-there && npm install && npm test/ })

  const place = join(folder, 'hello-there')
  await npm(place, 'install')
  t.match(await npm(place, 'test'), /the product conforms/)
  const served = await serve(t, place, ['node_modules/.bin/product-host', 'dev'], {})
  t.match(await served.execute('hello-there', { action: 'greet', name: 'Ada' }), {
    ok: true,
    productId: 'hello-there',
    detail: { greeting: 'Hello, Ada.' }
  })

  const packed = await npm(place, 'pack', '--json', '--dry-run')
  const paths = JSON.parse(packed)[0].files.map((file: { path: string }) => file.path)
  t.ok(paths.includes('dist/index.js') && paths.includes('dist/index.d.ts'))
  t.notOk(paths.some((path: string) => path.includes('test')))
})

t.test('a name that npm or a host would refuse is refused, and nothing is written', async t => {
  const folder = await emptyFolder(t)
  const refusals: Readonly<Record<string, RegExp>> = {
    Hello: /npm does not allow a package called "Hello"/,
    '@acme/../up': /npm does not allow a package called/,
    [`${'a'.repeat(215)}`]: /npm does not allow a package called/,
    fs: /a name of Node's own/,
    node_modules: /a name of Node's own/,
    'hello.world': /The slug "hello\.world" is not of the form/,
    '@acme/-hello': /The slug "-hello" is not of the form/,
    [`${'a'.repeat(33)}`]: /at most 32 characters/,
    '@acme/usage': /The slug "usage" is reserved by the host/
  }
  t.match(await productHost(folder, ['new', 'Hello']), { code: 1, stderr: refusals.Hello })
  // A name that is taken is refused for its version, and so writes nothing either.
  for (const [name, message] of Object.entries(refusals))
    await t.rejects(newCommand().parseAsync([name, '--sdk', 'nowhere.tgz'], { from: 'user' }), { message }, name)
  t.match(await productHost(folder, ['new', 'hello', '--sdk', 'nowhere.tgz']), {
    code: 1,
    stderr: /"nowhere\.tgz" is neither a version, such as 0\.1\.0, nor a tarball/
  })
  t.strictSame(await readdir(folder), [])
})

t.test('a folder that is not empty is left as it is', async t => {
  const folder = await emptyFolder(t)
  await mkdir(join(folder, 'hello'))
  await writeFile(join(folder, 'hello/mine.txt'), 'mine')
  t.match(await productHost(folder, ['new', 'hello']), { code: 1, stderr: /The folder .*hello is not empty\./ })
  t.strictSame(await readdir(join(folder, 'hello')), ['mine.txt'])
})

t.test('for a script, new prints where the plugin is', async t => {
  const folder = await realpath(await emptyFolder(t))
  const { code, stdout } = await productHost(folder, ['new', '@acme/hello', '--json'])
  t.equal(code, 0)
  t.strictSame(JSON.parse(stdout), { package: '@acme/hello', slug: 'hello', folder: join(folder, 'hello') })
})

t.test('what it is written against can be named by a version', async t => {
  const folder = await emptyFolder(t)
  t.match(await productHost(folder, ['new', 'hello', '--sdk', '0.3.1']), { code: 0 })
  const { default: manifest } = await import(join(folder, 'hello/package.json'), { with: { type: 'json' } })
  t.match(manifest, {
    name: 'hello',
    peerDependencies: { '@product-host/sdk': '^0.3.1' },
    devDependencies: { '@product-host/sdk': '0.3.1' }
  })
  const sdk = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))
  t.equal(manifest.devDependencies['fast-check'], sdk.peerDependencies['fast-check'], 'for conform')
})
