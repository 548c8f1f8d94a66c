import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { dataFolder, startProcess } from '../../../fixtures/host-process.js'
import { operator } from '../../../fixtures/operator-cli.js'
import { deploymentFile, notesPlugin } from '../../../fixtures/start-host.js'

t.test('reload waits until each host says whether it follows its file', { timeout: 120_000 }, async t => {
  const folder = await dataFolder(t)
  const file = await deploymentFile(t, notesPlugin)
  const environment = { PRODUCT_HOST_CONFIG: file, DATA_DIR: folder, DEMO_MODE: 'local' }
  const { run } = operator(environment)
  const write = async (content: unknown) => {
    await writeFile(`${file}.new`, JSON.stringify(content))
    await rename(`${file}.new`, file)
  }
  const host = await startProcess(t, folder, environment)
  const process = `, process ${host.child.pid}`
  t.match(await run('reload'), { code: 0, out: `${process}: follows ${file}` })
  const notes = { package: '@test/notes', isolation: 'inline' }
  await write({ plugins: [notes, { package: '@test/nowhere' }], logLevel: 'debug' })
  const { code, out } = await run('reload', '--json')
  t.equal(code, 1)
  t.match(JSON.parse(out), { answers: [{ file, failed: [{ plugin: '@test/nowhere' }] }], silent: [] })
  // The host writes its log in batches.
  while (!host.logged().includes('"member":"logLevel"')) await delay(50)
  await write({ plugins: [notes], rate: { atOnce: 0 } })
  t.match(await run('reload'), { code: 78, error: /#\/rate\/atOnce/ })
  await write({ plugins: [notes] })
  t.equal(await host.end('SIGTERM'), 0)
  t.match(await run('reload'), { code: 1, error: /No host of this store runs/ })
})
