import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { keyFileIn, openCipher } from '../../../host/dist/config/cipher.js'

t.test('hosts that start at the same time on a new folder have one key', async t => {
  const folder = join(t.testdir(), 'data')
  const ciphers = await Promise.all(Array.from({ length: 16 }, () => openCipher([], folder)))
  t.equal(new Set(ciphers.map(({ currentKey }) => currentKey)).size, 1)
  t.strictSame(readdirSync(folder), ['encryption.key'], 'nothing else is left')
})

t.test('the file of a new key is complete as soon as it is there', async t => {
  const module = JSON.stringify(new URL('../../../host/dist/config/cipher.js', import.meta.url).href)
  for (let round = 0; round < 10; round++) {
    const folder = join(t.testdir(), String(round))
    const file = keyFileIn(folder)
    const source = `import(${module}).then(({ openCipher }) => openCipher([], ${JSON.stringify(folder)}))`
    const ended = new Promise(resolve => new Worker(source, { eval: true }).once('exit', resolve))
    const endsAt = Date.now() + 10_000
    while (!existsSync(file) && Date.now() < endsAt);
    t.equal(Buffer.from(readFileSync(file, 'utf8'), 'base64').length, 32)
    await ended
  }
})
