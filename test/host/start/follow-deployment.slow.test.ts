import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { timedKinds } from '../../../host/dist/base/retention.js'
import { DeploymentFile } from '../../../host/dist/deployment.js'
import { isFollowed } from '../../../host/dist/operator/deployment-changes.js'
import { createStore, dataFolder, startProcess } from '../../fixtures/host-process.js'
import { deploymentFile, notesPlugin } from '../../fixtures/start-host.js'

const requestsPerSecond = 40
const mostMs = 2_000

/** A value of each member that is followed, other than its default, under which nothing of the load is refused. */
const changed: Readonly<Record<string, Readonly<Record<string, unknown>> | string>> = {
  rate: {
    key: [600, 10],
    account: [3_000, 10],
    keyless: [2_000, 10],
    atOnce: 64,
    idempotencyKeys: 5_000,
    schedules: 5,
    webhookEndpoints: 5,
    webhookFailingDays: 6,
    hooks: 6,
    hook: [100, 10],
    openRuns: 500,
    openStreams: 16,
    waitSeconds: 30
  },
  egress: {
    allow: ['10.2.0.0/16'],
    ports: [443],
    requestPorts: [8081],
    connectPorts: [5432],
    dns: true
  },
  retention: Object.fromEntries(
    [...timedKinds, 'configRevisions'].map(kind => [kind, kind === 'usedClientDays' ? 90 : 29])
  ),
  backup: { folder: 'backups', everyMinutes: 60, keep: 3 },
  logLevel: 'debug'
}

/** A value of each limit of a plugin, and of what else an entry may say of one that is installed. */
const changedEntry = {
  required: true,
  limits: { timeoutMs: 20_000, atOnce: 64, memoryMb: 128 }
}

t.test(
  'every member that is followed is changed under load: no request is refused, and each holds within 2 s',
  async t => {
    const members = Object.keys(DeploymentFile.properties).filter(isFollowed)
    t.strictSame(members.filter(member => member !== 'plugins').sort(), Object.keys(changed).sort())
    for (const group of ['rate', 'egress', 'retention', 'backup'] as const)
      t.strictSame(
        Object.keys(changed[group] ?? {}).sort(),
        Object.keys(DeploymentFile.properties[group].properties).sort()
      )
    const folder = await dataFolder(t)
    await createStore(folder)
    const file = await deploymentFile(t, notesPlugin)
    await mkdir(join(dirname(file), 'backups'))
    const host = await startProcess(t, folder, { PRODUCT_HOST_CONFIG: file })
    const load = underLoad(host.url)
    const entry = { package: '@test/notes', isolation: 'inline' }
    const content: Record<string, unknown> = { plugins: [entry] }
    const took: number[] = []
    const follows = async (path: string) => {
      const from = host.logged().length
      const began = performance.now()
      await writeFile(`${file}.new`, JSON.stringify(content))
      await rename(`${file}.new`, file)
      while (!host.logged().slice(from).includes(`"member":"${path}"`)) {
        if (performance.now() - began > mostMs) return t.fail(`${path} is not followed within ${mostMs} ms`)
        await delay(20)
      }
      took.push(performance.now() - began)
    }
    for (const [name, value] of Object.entries(changed)) {
      if (typeof value === 'string') {
        content[name] = value
        await follows(name)
        continue
      }
      const group: Record<string, unknown> = {}
      content[name] = group
      for (const [below, each] of Object.entries(value)) {
        group[below] = each
        await follows(`${name}.${below}`)
      }
    }
    content.plugins = [{ ...entry, required: changedEntry.required }]
    await follows('plugins.@test/notes.required')
    for (const [name, value] of Object.entries(changedEntry.limits)) {
      content.plugins = [{ ...entry, limits: { [name]: value } }]
      await follows(`plugins.@test/notes.limits.${name}`)
    }
    const { statuses, sent } = await load.end()
    t.strictSame([...statuses.keys()], [200], JSON.stringify([...statuses]))
    t.ok(sent > 0.9 * load.seconds() * requestsPerSecond, `${sent} requests in ${load.seconds()} s`)
    t.equal(load.policy(), '"key";q=600;w=10, "account";q=3000;w=10, "at-once";q=64;qu="concurrent-requests"')
    t.notMatch(host.logged(), /need a restart|is not followed/)
    t.comment(
      `${took.length} changes, the slowest followed after ${Math.max(...took).toFixed(0)} ms; ${sent} requests, 0 refused`
    )
    t.equal(await host.end('SIGTERM'), 0)
  }
)

/** Calls that begin at even times, whether or not those before them have ended. */
function underLoad(url: string) {
  const statuses = new Map<number, number>()
  const began = performance.now()
  let [sent, policy, isEnding, endedAt] = [0, '', false, 0]
  const calls: Promise<void>[] = []
  const call = async () => {
    const reply = await fetch(`${url}/api/v1/products/notes/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'add', text: `note ${sent}` })
    }).catch(() => undefined)
    await reply?.arrayBuffer()
    policy = reply?.headers.get('ratelimit-policy') ?? policy
    const status = reply?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const sending = (async () => {
    while (!isEnding) {
      for (; sent < ((performance.now() - began) / 1_000) * requestsPerSecond; sent++) calls.push(call())
      await delay(1_000 / requestsPerSecond)
    }
    endedAt = performance.now()
    await Promise.all(calls)
  })()
  return {
    seconds: () => Math.round((endedAt - began) / 1_000),
    policy: () => policy,
    async end() {
      isEnding = true
      await sending
      return { statuses, sent }
    }
  }
}
