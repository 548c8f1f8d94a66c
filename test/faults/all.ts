// Every scenario, one after the other; a summary at the end. npm run test:faults [-- names of scenarios] [-- --write]
// With --write, the figures replace those of the same scenarios in test/faults/results.md. --minutes=60 is how long the soak takes
// instead of 20 minutes.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { root } from '../fixtures/root.js'

const words = process.argv.slice(2)
const minutes = words.find(word => word.startsWith('--minutes='))?.split('=')[1] ?? '20'

/** The scenarios, each a script of this folder, with what it shows. */
const scenarios: readonly (readonly [script: string, title: string, ...parameters: readonly string[]])[] = [
  ['overload', 'Overload at 2.5 and 10 times capacity'],
  ['slow-connections', 'Slow headers, slow bodies, slow readers'],
  ['pipelining', 'Connections that pipeline without reading'],
  ['bodies', 'Ten bodies of 100 MB at once'],
  ['host-kills', 'A host killed under eight writers', '50'],
  ['kill', 'The store’s process killed under eight writers'],
  ['stop', 'SIGTERM under load'],
  ['gone', '10,000 clients gone in mid-request; few file descriptors'],
  ['backups', 'Ten back-ups under writers'],
  ['requests', '100,000 mutated requests over every route'],
  ['store-faults', 'Every call of the store failing once, and each pair'],
  ['disk', 'Disk full, out of inodes, read-only, locked, garbage'],
  ['store-files', 'Store and write-ahead log deleted'],
  ['clock', 'The clock four days ahead, and an hour back'],
  ['schedules', 'Schedules while a host is killed, and over both changes of the clock'],
  ['fsync', 'Writes are on disk before they are acknowledged'],
  ['usage', 'Usage counted when a host is killed'],
  ['ledger', 'One ledger written by two hosts'],
  ['outages', 'Redis killed 30 times, and frozen 30 times', 'redis'],
  ['outages', 'PostgreSQL killed 30 times, and frozen 30 times', 'postgres'],
  ['failover', 'A PostgreSQL with a synchronous standby, failed over 30 times'],
  ['store-full', 'Redis full, and read-only', 'redis'],
  ['store-full', 'PostgreSQL full, and read-only', 'postgres'],
  ['jobs-in-hand', 'Three hosts on one Redis, one killed while it holds jobs', 'redis'],
  ['jobs-in-hand', 'Three hosts on one PostgreSQL, one killed while it holds jobs', 'postgres'],
  ['jobs-in-hand', 'Three hosts on one SQLite file, one killed while it holds jobs', 'sqlite'],
  ['killed-calls', 'Runs and keyed calls on three hosts with one Redis, which are killed in turn', 'redis'],
  ['killed-calls', 'Runs and keyed calls on three hosts with one PostgreSQL, which are killed in turn', 'postgres'],
  ['killed-calls', 'Runs and keyed calls on three hosts with one SQLite file, which are killed in turn', 'sqlite'],
  [
    'rolling',
    'Two record versions of a product on two hosts with one Redis, upgraded and rolled back under load',
    'redis'
  ],
  [
    'rolling',
    'Two record versions of a product on two hosts with one PostgreSQL, upgraded and rolled back under load',
    'postgres'
  ],
  [
    'rolling',
    'Two record versions of a product on two hosts with one SQLite file, upgraded and rolled back under load',
    'sqlite'
  ],
  ['shared-ledger', 'One ledger written by three hosts on Redis', 'redis'],
  ['shared-ledger', 'One ledger written by three hosts on PostgreSQL', 'postgres'],
  ['shared-updates', 'Updates of one key by three processes', 'redis'],
  ['shared-updates', 'Updates of one key in PostgreSQL by three processes', 'postgres'],
  ['simulation', 'Three simulated hosts: jobs and Idempotency-Keys under 100,000 seeds'],
  ['seeded', 'One fault in each area, and the test that finds it'],
  ['soak', 'Half load for a while', minutes]
]

/** What is looked for when all have run. */
const searched = 'Planted secrets in the logs of all hosts'

/** A row of the page: its scenario, and the rest of it. */
const row = /^\| ([^|]+) (\| (?:passed|failed) \|.*)$/gm

/** What one scenario printed. */
interface Outcome {
  readonly title: string
  readonly lines: readonly string[]
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly seconds: number
  /** The load average of the machine before it ran. */
  readonly load: number
}

const logs = join(tmpdir(), `product-host-faults-${process.pid}`)
const names = words.filter(word => !word.startsWith('--'))
const outcomes: Outcome[] = []
for (const [script, title, ...parameters] of scenarios)
  if (names.length === 0 || names.includes(script) || names.includes(`${script}-${parameters[0]}`))
    outcomes.push(await run(script, title, parameters))
outcomes.push(searchLogs())
const titlesOf = (result: Outcome['result']) =>
  outcomes.filter(each => each.result === result).map(({ title }) => title)
for (const result of ['passed', 'skipped', 'failed'] as const)
  if (titlesOf(result).length > 0) console.log(`${titlesOf(result).length} ${result}: ${titlesOf(result).join('; ')}.`)
if (words.includes('--write')) writeResults(join(root, 'test/faults/results.md'))
rmSync(logs, { recursive: true, force: true })
process.exitCode = titlesOf('failed').length === 0 ? 0 : 1

async function run(script: string, title: string, parameters: readonly string[]): Promise<Outcome> {
  console.log(`\n${title} (${script})`)
  const begunAt = performance.now()
  const [load = 0] = loadavg()
  const child = spawn(process.execPath, [join(import.meta.dirname, `${script}.js`), ...parameters], {
    env: { ...process.env, FAULTS_LOGS: logs, TAP_TIMEOUT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let text = ''
  child.stdout.on('data', data => {
    process.stdout.write(data)
    text += data
  })
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  const lines = text.split('\n').filter(line => line.trim() !== '' && !/^(TAP version|1\.\.0|# )/.test(line))
  const result = code === 0 ? 'passed' : code === 2 ? 'skipped' : 'failed'
  return { title, lines, result, seconds: (performance.now() - begunAt) / 1_000, load }
}

/** Texts that scenarios send and no log may hold; skipped where no scenario has written a log. */
function searchLogs(): Outcome {
  const secrets = [demoKey, 'planted-secret']
  const files = existsSync(logs) ? readdirSync(logs).map(name => join(logs, name)) : []
  const texts = files.map(file => readFileSync(file, 'latin1'))
  const found = texts.filter(text => secrets.some(secret => text.includes(secret))).length
  const bytes = texts.reduce((sum, text) => sum + text.length, 0)
  const lines = [
    `  bytes of logs searched: ${bytes}`,
    `${found === 0 ? ' ' : '!'} log files that hold a planted secret: ${found}`
  ]
  console.log(`\nSecrets in the logs\n${lines.join('\n')}`)
  const result = bytes === 0 ? 'skipped' : found > 0 ? 'failed' : 'passed'
  return { title: searched, lines, result, seconds: 0, load: 0 }
}

/** Writes the page of results; a scenario that did not run, or was skipped, keeps its row. */
function writeResults(file: string): void {
  const rows = new Map<string, string>()
  for (const [, title = '', rest = ''] of readFileSync(file, 'utf8').matchAll(row)) rows.set(title, rest)
  const [{ model } = { model: 'unknown' }] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${date}, ${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`
  for (const { title, lines, result, seconds, load } of outcomes) {
    if (result === 'skipped') continue
    const figures = lines.map(line => line.trim().replaceAll('|', '\\|')).join('<br>')
    const measured = `${machine}, load ${load.toFixed(1)}, ${Math.round(seconds)} s`
    rows.set(title, `| ${result} | ${figures} | ${measured} |`)
  }
  const titles = [...scenarios.map(([, title]) => title), searched].filter(title => rows.has(title))
  const page = [
    '# Results of the fault scenarios',
    '',
    '`npm run test:faults -- --write` writes this page; with the names of scenarios, their rows. A figure that begins with `!` is outside its',
    'bound. The load is that of the machine before a scenario: above 1 for two processors, rates and waiting times are worse than on a quiet',
    'machine.',
    '',
    '| scenario | result | figures | measured |',
    '| --- | --- | --- | --- |',
    ...titles.map(title => `| ${title} ${rows.get(title)}`),
    ''
  ]
  writeFileSync(file, page.join('\n'))
}
