import { readFile } from 'node:fs/promises'
import type { EgressRecords } from '@product-host/sdk'
import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'

const records: Readonly<Record<string, unknown>> = {
  'MX acme.co.uk': [{ priority: 10, exchange: 'eu-smtp-inbound-1.mimecast.com' }],
  'TXT acme.co.uk': ['v=spf1 include:spf.protection.outlook.com include:servers.mcsv.net -all'],
  'TXT _dmarc.acme.co.uk': ['v=DMARC1; p=reject']
}

t.test('the requests of the README give the answers that it shows', async t => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json))
  const { run } = testContext(product, {
    egress: { resolve: (name, kind) => (records[`${kind} ${name}`] ?? []) as EgressRecords[typeof kind] }
  })
  t.equal(blocks.length, 6)
  for (let index = 0; index < blocks.length; index += 2) {
    const { action, ...input } = blocks[index]
    t.strictSame(await run(action, input), blocks[index + 1], action)
  }
})
