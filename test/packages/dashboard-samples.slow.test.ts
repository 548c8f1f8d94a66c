import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { root } from '../fixtures/root.js'
import { notesPlugin, start } from '../fixtures/start-host.js'

const run = promisify(execFile)

/** The samples as the dashboard writes them, by the names of the files to save them as; in a process, since Vite holds its own open. */
async function samples(origin: string, product: object): Promise<Readonly<Record<string, string>>> {
  const program = `
    import { runnerImport } from 'vite'
    globalThis.location = { origin: ${JSON.stringify(origin)} }
    const load = async file => (await runnerImport('${join(root, 'host/dashboard')}/' + file)).module
    const { codeSamples } = await load('parts/code-samples.ts')
    const { sampleCall, withClient, withLoop } = await load('pages/developers/guides/retry-samples.ts')
    const { withLibrary, byHand } = await load('pages/developers/guides/webhook-samples.ts')
    const calls = codeSamples('notes', { action: 'add', text: 'milk' }, false)
    const retried = sampleCall([${JSON.stringify(product)}])
    console.log(JSON.stringify({
      'call.mts': calls.find(({ language }) => language === 'typescript').text,
      'retries.mts': withClient(retried),
      'loop.mts': withLoop(retried),
      'receiver.mts': withLibrary,
      'by-hand.mts': byHand
    }))
    process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  return JSON.parse(stdout)
}

/** A folder in which what each sample asks for is installed. */
async function folder(t: Test) {
  const path = t.testdir()
  await mkdir(join(path, 'node_modules/@product-host'), { recursive: true })
  for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256', '@types', '@product-host/sdk'])
    await symlink(join(root, 'node_modules', name), join(path, 'node_modules', name))
  t.teardown(() => rm(join(path, 'node_modules'), { recursive: true }))
  return path
}

t.test('every TypeScript sample of the developer pages begins with what it needs, compiles and runs', async t => {
  const { url, call } = await start(t, { plugins: notesPlugin })
  const { body: notes } = await call('GET', '/api/v1/products/notes/execute')
  const texts = await samples(url, notes)
  t.equal(Object.keys(texts).length, 5)
  const path = await folder(t)
  for (const [file, text] of Object.entries(texts)) {
    const [first = ''] = text.split('\n')
    t.match(first, /^\/\/ /, `${file} begins with what it needs`)
    for (const [, name = ''] of text.matchAll(/ from '((?:@[^/']+\/)?[^/':]+)[^':]*'/g))
      t.match(first, `npm install ${name} &&`, file)
    await writeFile(join(path, file), text)
  }
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', types: ['node'] }
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', path]).catch(
    error => error
  )
  t.equal(compiled.stdout, '')
  const environment = { ...process.env, PRODUCT_HOST_KEY: demoKey }
  for (const file of ['call.mts', 'retries.mts', 'loop.mts']) {
    const { stdout } = await run(process.execPath, [file], { cwd: path, env: environment })
    if (file === 'call.mts') t.match(stdout, /^true /)
  }
})
