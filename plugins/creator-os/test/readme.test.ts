import { readFileSync } from 'node:fs'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { platforms } from '../dist/platform-table.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = Array.from(readme.matchAll(/```json\n([\s\S]*?)\n```/g), ([, json = '']) => JSON.parse(json))

t.test('the requests of the README get the answers that it shows', async t => {
  const { run } = testContext(product, { now: '2026-11-20T12:00:00Z' })
  t.equal(blocks.length, 8)
  for (let index = 0; index < blocks.length; index += 2) {
    const { action, ...input } = blocks[index]
    t.strictSame(await run(action, input), blocks[index + 1], action)
  }
})

t.test('the README names every platform and its limit', async t => {
  for (const { name, limit } of platforms) t.match(readme, `| \`${name}\` | ${limit.toLocaleString('en-GB')}`)
})
