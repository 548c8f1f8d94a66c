import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { dataFolder, oneProduct } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'

/** Every host is a process of its own, and the machine may be busy. */
const timeout = 230_000

async function environment(t: Test, port = 0) {
  const folder = await dataFolder(t)
  await writeFile(join(folder, 'encryption_keys'), Buffer.alloc(32, 7).toString('base64'))
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: folder,
    CREDENTIALS_DIRECTORY: folder,
    PUBLIC_URL: 'https://products.example',
    PRODUCT_HOST_CONFIG: 'host/deploy/product-host.json'
  }
}

t.test('a healthy start logs nothing above info', { timeout }, async t => {
  const child = spawn(process.execPath, ['--no-warnings', join(root, 'host/dist/main.js'), '--new-store'], {
    cwd: root,
    env: await environment(t),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [logged, printed] = [text(child.stdout), text(child.stderr)]
  await new Promise<void>(resolve => {
    let begun = ''
    child.stdout.on('data', data => {
      begun += data
      if (begun.includes('"msg":"listening"')) resolve()
    })
  })
  await delay(4_000)
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [0, null])
  const lines = (await logged).trim().split('\n')
  t.match(lines.join('\n'), /"msg":"listening"/)
  t.strictSame(
    lines.filter(line => JSON.parse(line).level > 30),
    []
  )
  t.equal(await printed, '')
})

for (const [what, signal, words] of [
  ['product-host dev', 'SIGTERM', [join(root, 'host/dist/cli.js'), 'dev']],
  ['product-host dev', 'SIGHUP', [join(root, 'host/dist/cli.js'), 'dev']]
] as const)
  t.test(`${signal} to ${what} leaves no host behind`, { timeout }, async t => {
    const { NODE_ENV: _mode, PUBLIC_URL: _url, ...others } = await environment(t)
    const env = { ...others, ...oneProduct }
    const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    t.teardown(() => child.kill('SIGKILL'))
    child.stdout.resume()
    const url = await new Promise<string>(resolve => {
      let printed = ''
      child.stderr.on('data', data => {
        printed += data
        const [, address] = /listens on (http:\S+),/.exec(printed) ?? []
        if (address) resolve(address)
      })
    })
    t.equal((await fetch(`${url}/livez`, { headers: { Connection: 'close' } })).status, 200)
    child.kill(signal)
    await once(child, 'exit')
    let isServed = true
    for (let attempt = 0; attempt < 50 && isServed; attempt++) {
      isServed = await fetch(`${url}/livez`, { headers: { Connection: 'close' } }).then(
        () => true,
        () => false
      )
      if (isServed) await delay(200)
    }
    t.notOk(isServed)
  })
