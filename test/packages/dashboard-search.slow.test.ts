import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { freePort } from '../fixtures/free-port.js'
import { dataFolder, startProcess } from '../fixtures/host-process.js'
import { root } from '../fixtures/root.js'

/** What a newcomer types into the search of the developer pages, and the beginning of the address that has to come first. */
const tasks: readonly (readonly [typed: string, address: string])[] = [
  ['how do I rotate a key', '/developers/guides/requests#api-keys'],
  ['signature', '/developers/guides/webhooks#verify'],
  ['verify a webhook', '/developers/guides/webhooks#verify'],
  ['how to retry safely', '/developers/guides/retries'],
  ['what does 429 mean', '/developers/guides/requests#limits'],
  ['delete my data', '/data'],
  ['export everything', '/developers/guides/pagination#full-export'],
  ['connect claude', '/developers/guides/agents'],
  ['generate a client', '/developers#downloads'],
  ['next page of a list', '/developers/guides/pagination'],
  ['run an action every day', '/schedules'],
  ['first request with curl', '/developers#quickstart'],
  ['idempotency', '/developers/guides/retries'],
  ['remember', '/developers/products/core/remember'],
  ['score a lead', '/developers/products/b2b-engine/score_lead'],
  ['webhook retries', '/developers/guides/webhooks#retry-times'],
  ['invalid_input', '/developers/guides/errors#code-invalid_input'],
  ['revoke a leaked key', '/developers/guides/requests#api-keys'],
  ['cancel my subscription', '/billing'],
  ['turn on two-factor', '/account'],
  ['did my call go through', '/developers/guides/retries#unknown'],
  ['use it from Cursor', '/developers/guides/agents#api-key'],
  ['set a spending limit', '/usage'],
  ['receive events', '/developers/guides/webhooks']
]

interface Found {
  readonly title: string
  readonly kind: string
  readonly address: string
}

t.test('a task in the words of a newcomer leads to what says how it is done', async t => {
  const { url } = await startProcess(t, await dataFolder(t), { PORT: String(await freePort()) })
  const results = await search(t, url)
  for (const [index, [typed, address]] of tasks.entries()) {
    const first = results[index]?.[0]
    t.ok(first?.address.startsWith(address), `“${typed}” finds ${first?.address}: ${first?.title}`)
  }
})

/** What the search of the dashboard finds for each task; in a process, since Vite holds its own open. */
async function search(t: Test, url: string): Promise<readonly (readonly Found[])[]> {
  const program = `
    import { runnerImport } from 'vite'
    const url = ${JSON.stringify(url)}
    globalThis.location = new URL(url)
    const read = async path => (await fetch(url + path)).json()
    const file = '${join(root, 'host/dashboard/pages/developers/search/search-entries.ts')}'
    const { entriesOf, found } = (await runnerImport(file)).module
    const { products: summaries } = await read('/api/v1/products')
    const all = path => Promise.all(summaries.map(({ slug }) => read(path(slug))))
    const entries = entriesOf({
      products: await all(slug => '/api/v1/products/' + slug + '/execute'),
      documents: await all(slug => '/dashboard/api/reference/' + slug),
      problems: (await read('/dashboard/api/site')).problems
    })
    const kept = ({ title, kind, address }) => ({ title, kind, address })
    const results = ${JSON.stringify(tasks.map(([typed]) => typed))}.map(typed => found(entries, typed).map(kept))
    console.log(JSON.stringify(results))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root
  })
  t.comment(stdout)
  return JSON.parse(stdout)
}
