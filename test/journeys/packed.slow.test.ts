import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { root } from '../fixtures/root.js'
import { emptyFolder, npm, pack } from '../fixtures/run-npm.js'

const run = promisify(execFile)

/** A plugin as a stranger would publish it: plain JavaScript, the sdk as a peer. */
const stranger = (slug: string, members = '') => `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const greet = defineAction({
  title: 'Greet', description: 'Greets by name.', effect: 'read',
  input: Type.Object({ name: Type.String({ default: 'world' }) }),
  detail: Type.Object({ greeting: Type.String() }), metrics: Type.Object({}),
  examples: [{ title: 'Anyone', input: {} }],
  run: ({ name }) => ({ summary: 'Greeted.', metrics: {}, detail: { greeting: 'Hello, ' + name + '.' } })
})
export default defineProduct({
  slug: '${slug}', title: 'Hello', description: 'Greets.', version: '1.0.0', actions: { greet }, ${members}
})`

const broken = {
  'hello-throws': ['throw new Error("not today")', /It throws when it is imported: not today/],
  'hello-twice': [stranger('hello'), /Both hello-plugin and hello-twice declare the product "hello"/],
  'hello-unsound': [
    stranger('unsound').replace('Type.String()', '{ type: "strin" }'),
    /The detail schema of "greet" does not compile/
  ],
  'hello-contract': [stranger('future'), /It declares contract 9; this host knows contract 2/],
  'hello-copy': [stranger('copy'), /It brings its own copy of @product-host\/sdk/]
} as const

t.test(
  'host, sdk and plugins, packed and installed in an empty folder, are a deployment',
  { timeout: 230_000 },
  async t => {
    const folder = await emptyFolder(t)
    const sources = {
      'hello-plugin': stranger('hello'),
      ...Object.fromEntries(Object.entries(broken).map(([name, [source]]) => [name, source]))
    }
    for (const [name, source] of Object.entries(sources)) {
      await mkdir(join(folder, 'sources', name), { recursive: true })
      const manifest = {
        name,
        version: '2.0.0',
        type: 'module',
        exports: './index.js',
        productHost: { contract: name === 'hello-contract' ? 9 : 2 },
        peerDependencies: { '@product-host/sdk': '^0.2.0' }
      }
      await writeFile(join(folder, 'sources', name, 'package.json'), JSON.stringify(manifest))
      await writeFile(join(folder, 'sources', name, 'index.js'), source)
    }
    const places = ['sdk', 'host', 'plugins/toolkit', 'plugins/core'].map(place => join(root, place))
    places.push(...Object.keys(sources).map(name => join(folder, 'sources', name)))
    const tarballs = await pack(folder, ...places)
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await npm(folder, 'install', ...tarballs)
    await cp(
      join(folder, 'node_modules/@product-host/sdk'),
      join(folder, 'node_modules/hello-copy/node_modules/@product-host/sdk'),
      { recursive: true }
    )
    const plugins = ['@product-host/core', ...Object.keys(sources)].map(name => ({ package: name }))
    await writeFile(join(folder, 'product-host.json'), JSON.stringify({ plugins }))

    const child = spawn(process.execPath, ['node_modules/.bin/product-host', 'start'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DEMO_MODE: 'local' },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    t.teardown(() => child.kill('SIGKILL'))
    let printed = ''
    // On a busy machine the host listens before all plugins have loaded; why a later one does not load is in the log.
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`The host ended with ${code}: ${printed}`)))
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', data => {
          printed += String(data).replaceAll('\\"', '"')
          const [, address] = /listens on (\S+),/.exec(printed) ?? []
          if (address && Object.values(broken).every(([, reason]) => reason.test(printed))) resolve(address)
        })
    })

    const call = async (slug: string, body: object) => {
      const reply = await fetch(`${url}/api/v1/products/${slug}/execute`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body)
      })
      return reply.json()
    }
    t.match(await call('hello', { action: 'greet', name: 'Ada' }), { ok: true, detail: { greeting: 'Hello, Ada.' } })
    t.match(await call('core', { action: 'remember', key: 'a', value: 'b' }), { ok: true })
    t.match(await call('future', {}), { code: 'unknown_product' })
    t.match(await (await fetch(`${url}/developers`)).text(), /<div id="app">/)

    for (const [variable, missing] of Object.entries(needed)) {
      const start = run(process.execPath, ['node_modules/.bin/product-host', 'start'], {
        cwd: folder,
        env: { PATH: process.env.PATH, [variable]: 'https://127.0.0.1:1' }
      })
      await t.rejects(start, {
        code: 78,
        stderr: new RegExp(`${variable} is set, which needs .* npm install ${missing}`)
      })
    }

    await writeFile(join(folder, 'without-fast-check.js'), tryKit)
    const { stdout } = await run(process.execPath, ['without-fast-check.js'], { cwd: folder })
    t.equal(stdout, 'Hello, Ada.\nconform() needs the package fast-check: run "npm install --save-dev fast-check".\n')
  }
)

/** Variables that need an optional peer of the host's package, which npm does not install by itself. */
const needed = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '@opentelemetry/exporter-metrics-otlp-proto',
  REDIS_URL: '@keyv/redis',
  SMTP_URL: 'nodemailer',
  STRIPE_SECRET_KEY: 'stripe'
}

/** Runs an action in the test kit, and proves the product. */
const tryKit = `
import('@product-host/sdk/testing').then(async ({ conform, testContext }) => {
  const { default: product } = await import('hello-plugin')
  console.log((await testContext(product).run('greet', { name: 'Ada' })).detail.greeting)
  await conform(product).catch(error => console.log(error.message))
})`
