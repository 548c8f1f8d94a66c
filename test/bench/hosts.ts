/**
 * What a request costs where two and three hosts share a server behind HAProxy, relative to one host there: CPU time of all hosts, of the
 * server and of HAProxy, in turns; and beside them, three hosts that each have a store of their own on the same PostgreSQL.
 * `npx node dist-test/bench/hosts.js [rounds]`, with haproxy, redis-server and postgresql
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@keyv/redis'
import { freePort } from '../fixtures/free-port.js'
import { startPostgres } from '../fixtures/postgres-server.js'
import { startRedis, untilServed } from '../fixtures/redis-server.js'
import { root } from '../fixtures/root.js'
import { Generator } from './generator.js'
import { install } from './install.js'
import { cpuOfPostgres, cpuOfProcess } from './postgres-processes.js'
import { setProduct } from './product.js'
import { Program } from './program.js'
import type { ServerReady } from './server.js'
import { BenchServer } from './servers.js'
import { spreadOf } from './statistics.js'
import { setCall } from './subjects.js'

const rounds = Number(process.argv[2] ?? 7)
/** The connections are those of each host. */
const [seconds, connections, callers] = [1, 16, 50]
const most = 3

const ends: (() => unknown)[] = []
const ending = { teardown: (end: () => unknown) => void ends.push(end) }
const generator = await Generator.start()
ends.push(() => generator.end())
try {
  for (const store of ['postgres', 'redis'] as const) await compare(store)
} finally {
  for (const end of ends.toReversed()) await end()
}

async function compare(store: 'postgres' | 'redis'): Promise<void> {
  const server = await (store === 'postgres' ? postgres() : redis())
  const entry = { isolation: 'inline', limits: { atOnce: 1_000 } }
  const folder = await install({ bench: { source: setProduct, entry } })
  ends.push(() => rm(folder, { recursive: true }))
  const deployment = join(folder, 'product-host.json')
  const start = async (url: string, accounts: number) => {
    const options = { kind: 'host', store, folder, url, deployment, accounts }
    const host = new BenchServer(await Program.start<ServerReady>('server', options))
    ends.push(() => host.end())
    return host
  }
  const first = await start(server.url, callers)
  const { keys } = first
  const hosts = [first, await start(server.url, 0), await start(server.url, 0)]
  const apart: BenchServer[] = []
  for (const schema of server.schemas) {
    apart.push(await start(`${server.url}?schema=${schema}`, 0))
    await server.copyKeys(schema)
  }
  // Before they have compiled what they run, hosts may refuse a full load.
  for (const host of [...hosts, ...apart])
    await generator.measure(host, { call: setCall, keys, connections: 4, seconds: 2 })
  const together = hosts.map((_, index) => hosts.slice(0, index + 1))
  const groups = await Promise.all(
    [...together, ...(apart.length > 0 ? [apart] : [])].map(each => balanced(each, keys))
  )
  const measured = groups.map(() => ({
    hosts: [] as number[],
    server: [] as number[],
    haproxy: [] as number[],
    perSecond: [] as number[]
  }))
  for (let round = 0; round < rounds; round++)
    for (const [index, group] of groups.entries()) {
      const before = [await server.cpu(), cpuOfProcess(group.haproxy.pid ?? 0)]
      const { requests, cpuMicroseconds, perSecond } = await generator.measure(group, {
        call: setCall,
        keys,
        connections: connections * group.hosts,
        seconds
      })
      const after = [await server.cpu(), cpuOfProcess(group.haproxy.pid ?? 0)]
      const [ofServer = 0, ofHaproxy = 0] = after.map((value, which) => (value - (before[which] ?? 0)) / requests)
      measured[index]?.hosts.push(cpuMicroseconds)
      measured[index]?.server.push(ofServer)
      measured[index]?.haproxy.push(ofHaproxy)
      measured[index]?.perSecond.push(perSecond)
    }
  const [one] = measured
  console.log(`${store}, ${connections} connections a host, ${callers} keys in turn; CPU a request in microseconds:`)
  console.table(
    measured.map((each, index) => {
      const ratio = (of: keyof typeof each) => {
        const { median, min, max } = spreadOf(each[of].map((value, round) => value / (one?.[of][round] ?? Number.NaN)))
        return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
      }
      const middle = (of: keyof typeof each) => Math.round(spreadOf(each[of]).median)
      return {
        hosts: `${groups[index]?.hosts}${index < most ? '' : ', a store each'}`,
        'CPU of the hosts': middle('hosts'),
        'to one': ratio('hosts'),
        'CPU of the server': middle('server'),
        'server to one': ratio('server'),
        'CPU of HAProxy': middle('haproxy'),
        'requests/s': middle('perSecond')
      }
    })
  )
}

/** A server of a store, and its CPU time so far in microseconds. */
async function postgres() {
  const server = await startPostgres(ending)
  return {
    url: server.url,
    cpu: async () => cpuOfPostgres(server),
    schemas: Array.from({ length: most }, (_, index) => `apart_${index}`),
    copyKeys: (schema: string) =>
      server.sql(`INSERT INTO ${schema}.record SELECT * FROM product_host.record WHERE key LIKE 'host:{keys}:%'`)
  }
}

async function redis() {
  const { url } = await startRedis(ending, { appendfsync: 'always' })
  const client = await createClient({ url }).connect()
  ends.push(() => client.destroy())
  const cpu = async () => {
    const info = await client.info('cpu')
    const seconds = ['user', 'sys'].map(name => Number(new RegExp(`^used_cpu_${name}:(.*)`, 'm').exec(info)?.[1]))
    return seconds.reduce((total, each) => total + each, 0) * 1_000_000
  }
  return { url, cpu, schemas: [], copyKeys: async () => [] }
}

/** Hosts behind an HAProxy of their own with the settings of host/deploy. */
async function balanced(hosts: readonly BenchServer[], keys: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-haproxy-'))
  const port = await freePort()
  const shipped = await readFile(join(root, 'host/deploy/haproxy.cfg'), 'utf8')
  const settings = shipped
    .replace(/^ {2}maxconn 20000\n {2}stats socket .*$/m, '  maxconn 1000\n  nbthread 1')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(
      /^( {2}server .*\n)+/m,
      hosts.map((host, index) => `  server host${index} 127.0.0.1:${host.port}\n`).join('')
    )
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, settings)
  const haproxy: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  ends.push(async () => {
    haproxy.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  await untilServed(async () => {
    if (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) throw new Error('No host is ready.')
  })
  const cpu = async () => (await Promise.all(hosts.map(host => host.cpu()))).reduce((total, each) => total + each, 0)
  return { port, keys, cpu, haproxy, hosts: hosts.length }
}
