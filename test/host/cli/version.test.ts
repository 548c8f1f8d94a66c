import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operator } from '../../fixtures/operator-cli.js'
import { root } from '../../fixtures/root.js'

const versionIn = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version

t.test('--version shows the versions of the host, the sdk and Node', async t => {
  const { run, json } = operator({})
  const [host, sdk, node] = [versionIn('host'), versionIn('sdk'), process.versions.node]
  const out = `@product-host/host ${host}\n@product-host/sdk ${sdk}\nNode ${node}\n`
  for (const option of ['--version', '-V']) t.strictSame(await run(option), { code: 0, out, error: '' }, option)
  t.strictSame(await json('--version'), { host, sdk, node })
})
