import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { watchDeployment } from '../../../../host/dist/cli/dev/watch.js'
import { freePort } from '../../../fixtures/free-port.js'
import { root } from '../../../fixtures/root.js'
import { productHost, type Serving, serve } from '../../../fixtures/run-product-host.js'
import { deploy } from '../../../fixtures/start-host.js'

const program = [join(root, 'host/dist/cli.js'), 'dev']

/** A plugin that says a word. */
const saying = (slug: string, word: string) => `
  import { defineAction, defineProduct, Type } from '@product-host/sdk'
  const speak = defineAction({
    title: 'Speak', description: 'Says a word.', effect: 'read', input: Type.Object({}),
    detail: Type.Object({ word: Type.String() }), metrics: Type.Object({}), examples: [{ title: 'One', input: {} }],
    run: () => ({ summary: 'Spoke.', metrics: {}, detail: { word: '${word}' } })
  })
  export default defineProduct({
    slug: '${slug}', title: 'Word', description: 'Says a word.', version: '1.0.0', actions: { speak }
  })`

async function word(served: Serving, slug = 'word'): Promise<unknown> {
  const { detail } = await served.execute(slug, { action: 'speak' })
  return detail instanceof Object && 'word' in detail ? detail.word : detail
}

/** Writes a file as an editor does, in one step. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

t.test('a change of a plugin is served at the same address, and one that cannot be loaded is not', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one') })
  const file = join(folder, 'node_modules/@test/word/index.js')
  const served = await serve(t, folder, program, {})
  t.equal(await word(served), 'one')

  await write(file, saying('word', 'two'))
  await served.prints(/Serving word 1\.2\.3, after \d+ ms\./)
  t.equal(await word(served), 'two')

  await write(file, 'export default {')
  await served.prints(
    /@test\/word cannot be served: It throws when it is imported: .+\n {2}The last good state is still served; waiting/
  )
  t.equal(await word(served), 'two')

  await write(file, saying('usage', 'three'))
  await served.prints(/@test\/word cannot be served: The slug "usage" is reserved by the host\./)
  t.equal(await word(served), 'two')

  await write(file, saying('word', 'three'))
  await served.prints(/(Serving word [\s\S]*){2}/)
  t.equal(await word(served), 'three')
  t.equal(await served.end(), 0)
})

t.test('no request is refused while the product is loaded again', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one') })
  const file = join(folder, 'node_modules/@test/word/index.js')
  const served = await serve(t, folder, program, {})
  const words: unknown[] = []
  const state = { isOver: false }
  const ask = async () => {
    while (!state.isOver) words.push(await word(served).catch(error => error.cause?.code ?? error))
  }
  const asking = [ask(), ask(), ask()]
  for (const next of ['two', 'three']) {
    await write(file, saying('word', next))
    await served.prints(next === 'two' ? /Serving word/ : /(Serving word [\s\S]*){2}/)
    await delay(200)
  }
  state.isOver = true
  await Promise.all(asking)
  t.strictSame([...new Set(words)], ['one', 'two', 'three'])
  t.equal(await served.end(), 0)
})

t.test('while nothing can be served, the answer is 503', async t => {
  const { folder } = await deploy(t, { '@test/word': 'export default {' })
  const url = `http://127.0.0.1:${await freePort()}`
  const started = await serve(t, folder, program, { PORT: new URL(url).port }, /Nothing is served/)
  const served = { ...started, url }
  const answer = await fetch(url)
  t.strictSame([answer.status, answer.headers.get('retry-after')], [503, '1'])
  t.match(await answer.json(), { ok: false, code: 'product_unavailable', retryable: true })
  await write(join(folder, 'node_modules/@test/word/index.js'), saying('word', 'one'))
  await served.prints(/Product Host listens on/)
  t.equal((await fetch(`${url}/api/v1/products/word/execute`)).status, 200)
  t.equal(await served.end(), 0)
})

t.test('files that are still being written are no change yet, and dependencies never are', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one') })
  const plugin = join(folder, 'node_modules/@test/word')
  await mkdir(join(plugin, 'node_modules/other'), { recursive: true })
  const watch = await watchDeployment(join(folder, 'product-host.json'), 3_000)
  t.teardown(() => watch.close())
  const settled = watch.changed.then(() => performance.now())
  await writeFile(join(plugin, 'index.js'), saying('word', 'two'))
  await delay(1_500)
  await writeFile(join(plugin, 'index.js'), saying('word', 'three'))
  const lastWrite = performance.now()
  await delay(2_400)
  await writeFile(join(plugin, 'node_modules/other/index.js'), 'export default 1')
  await writeFile(join(plugin, 'README.md'), 'Words')
  const quietMs = (await settled) - lastWrite
  t.ok(quietMs > 2_900 && quietMs < 5_300, `${quietMs} ms`)
})

t.test('a plugin that is installed later is served', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one'), '@test/other': saying('other', 'else') })
  const installed = join(folder, 'node_modules/@test/other')
  await rename(installed, join(folder, 'aside'))
  const served = await serve(t, folder, program, {})
  await rename(join(folder, 'aside'), installed)
  await served.prints(/Serving word 1\.2\.3, other 1\.2\.3/)
  t.equal(await word(served, 'other'), 'else')
  t.equal(await served.end(), 0)
})

t.test('the deployment file is followed too', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one'), '@test/other': saying('other', 'else') })
  const file = join(folder, 'product-host.json')
  const both = await readFile(file, 'utf8')
  await write(file, JSON.stringify({ plugins: [{ package: '@test/word' }] }))
  const served = await serve(t, folder, program, {})
  t.equal((await served.execute('other', { action: 'speak' })).code, 'unknown_product')

  await write(file, both)
  await served.prints(/Serving word 1\.2\.3, other 1\.2\.3/)
  t.equal(await word(served, 'other'), 'else')

  await write(file, '{ "plugins": ')
  await served.prints(
    /The deployment file .*product-host\.json is not JSON: line 1, column 14: a value is expected\.\n {2}The last good state is still served/
  )
  t.equal(await word(served), 'one')

  await rm(file)
  await served.prints(/product-host\.json does not exist/)
  t.equal(await word(served), 'one')

  await writeFile(file, both)
  await served.prints(/(Serving word 1\.2\.3, other 1\.2\.3[\s\S]*){2}/)
  t.equal(await served.end(), 0)
})

t.test('a plugin that fails from the start does not hold up the others', async t => {
  const { folder } = await deploy(t, {
    '@test/word': saying('word', 'one'),
    '@test/broken': 'throw new Error("not yet")'
  })
  const served = await serve(t, folder, program, {})
  await served.prints(/@test\/broken\s+1\.2\.3\s+not served: It throws when it is imported: not yet/)
  await write(join(folder, 'node_modules/@test/word/index.js'), saying('word', 'two'))
  await served.prints(/Serving word 1\.2\.3, after \d+ ms\.\n {2}@test\/broken cannot be served/)
  t.equal(await word(served), 'two')
  t.equal(await served.end(), 0)
})

t.test('an environment that cannot be used ends it at once', async t => {
  const { folder } = await deploy(t, {})
  t.match(await productHost(folder, ['dev'], { PORT: 'three' }), { code: 78, stderr: /PORT is not a whole number/ })
})

t.test('the processes that serve are given the operator’s secrets, which their plugins do not find', async t => {
  const looking = saying('word', 'one').replace("word: 'one'", 'word: JSON.stringify(process.env)')
  const { folder } = await deploy(t, { '@test/word': looking })
  const served = await serve(t, folder, program, { METRICS_TOKEN: 'planted token' })
  t.equal((await fetch(`${served.url}/metrics`)).status, 401)
  const headers = { Authorization: 'Bearer planted token' }
  t.equal((await fetch(`${served.url}/metrics`, { headers })).status, 200)
  t.notMatch(await word(served), 'planted token')
  t.equal(await served.end(), 0)
})

t.test('the documentation has the answers of the current build, and lists the fields without a title', async t => {
  const { folder } = await deploy(t, { '@test/word': saying('word', 'one') })
  const served = await serve(t, folder, program, {})
  const documented = async () =>
    (await fetch(`${served.url}/dashboard/api/reference/word`, { headers: { Connection: 'close' } })).json()
  t.match(await documented(), {
    samples: { answers: { speak: { example: 'One', answer: { ok: true, detail: { word: 'one' } } } } },
    development: { missingTitles: [] }
  })
  const file = join(folder, 'node_modules/@test/word/index.js')
  const untitled = saying('word', 'two').replace(
    'input: Type.Object({})',
    'input: Type.Object({ loud: Type.Boolean() })'
  )
  await write(file, untitled.replace("title: 'One', input: {}", "title: 'One', input: { loud: true }"))
  await served.prints(
    /Documentation of word \(fields without a title: 1\): http:\/\/localhost:\d+\/developers\/products\/word/
  )
  t.match(await documented(), {
    samples: { answers: { speak: { answer: { detail: { word: 'two' } } } } },
    development: { missingTitles: ['The field #/loud of "speak" has no title.'] }
  })
  t.equal(await served.end(), 0)
})
