import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operator } from '../fixtures/operator-cli.js'
import { root } from '../fixtures/root.js'
import { fixtures } from './deployment.js'

const folder = join(fixtures, 'descriptions')
const slugs = ['b2b-engine', 'core', 'creator-os', 'leadconnect', 'sentinel-lite', 'wealthnode']

t.test('there is a description of every product', async t => {
  t.strictSame(
    readdirSync(folder).sort(),
    slugs.map(slug => `${slug}.json`)
  )
})

for (const slug of slugs)
  t.test(`contract diff reads what ${slug} said of itself before`, { timeout: 230_000 }, async t => {
    const { run } = operator({})
    const before = join(folder, `${slug}.json`)
    t.match(await run('contract', 'diff', before, before), {
      code: 0,
      out: /^Nothing changed for callers between 1\.0\.0 and 1\.0\.0\.\n$/
    })
    const { code, out, error } = await run('contract', 'diff', before, join(root, 'plugins', slug))
    t.equal(code, 0, `${error}${out}`)
  })
