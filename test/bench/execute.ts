/**
 * What the host adds to a request: requests a second and CPU time a request of bare `node:http` and of the host running an
 * action that only reads, in turns, as ratios of one run. `npx node dist-test/bench/execute.js [rounds]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { demoKey } from '../../host/dist/accounts/demo-key.js'

interface Measured {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

const kinds = ['bare', 'host'] as const
const path = '/api/v1/products/core/execute'
const headers = { authorization: `Bearer ${demoKey}`, 'content-type': 'application/json' }
const rounds = Number(process.argv[2] ?? 3)

for (const connections of [64, 1]) {
  const runs: Record<(typeof kinds)[number], Measured[]> = { bare: [], host: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) runs[kind].push(await measure(kind, connections))
  const [bare, host] = kinds.map(kind => median(runs[kind])) as [Measured, Measured]
  console.table({
    [`bare node:http, ${connections} at once`]: bare,
    [`execute, ${connections} at once`]: host,
    ratio: {
      perSecond: round(host.perSecond / bare.perSecond),
      cpuMicroseconds: round(host.cpuMicroseconds / bare.cpuMicroseconds)
    }
  })
}

async function measure(kind: string, connections: number): Promise<Measured> {
  const child = fork(new URL('./servers.js', import.meta.url), [kind])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const load = (duration: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      method: 'POST',
      headers,
      body: JSON.stringify({ action: 'recall', key: 'colour' }),
      connections,
      duration
    })
  await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ action: 'remember', key: 'colour', value: 'blue' })
  })
  await load(1)
  const before = await cpuOf(child)
  const result = await load(3)
  const used = (await cpuOf(child)) - before
  child.kill()
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused.`)
  return { perSecond: Math.round(result.requests.average), cpuMicroseconds: round(used / result.requests.total) }
}

async function cpuOf(child: ReturnType<typeof fork>): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return cpu.user + cpu.system
}

function median(measured: readonly Measured[]): Measured {
  const middle = measured.toSorted((left, right) => left.cpuMicroseconds - right.cpuMicroseconds)[
    Math.floor(measured.length / 2)
  ]
  if (!middle) throw new Error('Nothing was measured.')
  return middle
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
