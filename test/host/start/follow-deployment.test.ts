import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { DeploymentFollower } from '../../../host/dist/start/follow-deployment.js'
import { needing } from '../../fixtures/needing-plugin.js'
import { controlledPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const notes = { package: '@test/notes', isolation: 'inline' }
const controlled = { package: '@test/controlled', isolation: 'inline' }

async function followed(t: Test, more: Readonly<Record<string, string>> = {}) {
  const plugins = { ...notesPlugin, ...controlledPlugin, ...more }
  const { host, call, deployment } = await start(t, { plugins })
  const file = join(deployment.folder, 'product-host.json')
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: text => void lines.push(text) })
  const follower = new DeploymentFollower(file, deployment, host, logger)
  const slugs = async () => {
    const { body } = await call('GET', '/api/v1/products')
    return body.products.map(({ slug }: { readonly slug: string }) => slug)
  }
  const write = async (content: unknown) => {
    // As an editor does it: another file takes the place of the former one.
    await writeFile(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content))
    await rename(`${file}.new`, file)
    await follower.look()
  }
  return { follower, file, write, slugs, lines, call }
}

t.test('a host follows what the file says; nothing happens while the file is as it was', async t => {
  const { follower, write, slugs, lines } = await followed(t)
  await follower.look()
  t.strictSame(await slugs(), ['notes', 'controlled'])
  await write({ plugins: [notes] })
  t.strictSame(await slugs(), ['notes'])
  await write({ plugins: [notes, controlled] })
  t.strictSame(await slugs(), ['notes', 'controlled'])
  t.strictSame(lines, [])
})

t.test('what changed in the file while the host started is followed when it is first looked at', async t => {
  const { write, slugs } = await followed(t)
  await write({ plugins: [controlled] })
  t.strictSame(await slugs(), ['controlled'])
})

t.test('what is no deployment file is logged once, and the host goes on', async t => {
  const { follower, file, write, slugs, lines } = await followed(t)
  await write('{ "plugins": [')
  await follower.look()
  t.equal(lines.length, 1)
  t.match(lines[0], /the deployment file is not followed: the host goes on as before/)
  await write({ plugins: [{ package: '@test/nowhere', required: true }] })
  t.match(lines[1], /requires the plugin @test\/nowhere/)
  await rm(file)
  await follower.look()
  t.strictSame(await slugs(), ['notes', 'controlled'])
  t.equal(lines.length, 2)
})

t.test('members that a running host does not follow are named', async t => {
  const { write, slugs, lines, call } = await followed(t)
  await write({ plugins: [notes], rate: { openRuns: 2 }, operator: true })
  t.match(
    lines.map(line => JSON.parse(line)),
    [{ members: ['rate', 'operator'], msg: 'these members of the deployment file are followed at the next start' }]
  )
  t.strictSame(await slugs(), ['notes'])
  t.equal((await call('GET', '/operator/api/overview', undefined, { Authorization: `Bearer ${demoKey}` })).status, 404)
})

t.test('a product is served once the one that it needs is, and goes on without it', async t => {
  const digest = { package: '@test/digest', isolation: 'inline' }
  const { write, slugs } = await followed(t, { '@test/digest': needing('digest', { notes: {} }) })
  await write({ plugins: [controlled] })
  await write({ plugins: [controlled, digest] })
  t.strictSame(await slugs(), ['controlled'])
  await write({ plugins: [notes, controlled, digest] })
  t.strictSame((await slugs()).sort(), ['controlled', 'digest', 'notes'])
  await write({ plugins: [controlled, digest] })
  t.strictSame((await slugs()).sort(), ['controlled', 'digest'])
})
