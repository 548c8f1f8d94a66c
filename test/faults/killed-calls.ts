// A thousand runs, and a thousand calls with an Idempotency-Key, on three hosts with one store, while a host is killed with SIGKILL every
// few seconds: what became of each, how often it was done, counted in a file outside of the store, and whether a webhook told of its end.
// npx node dist-test/faults/killed-calls.js redis|postgres|sqlite [calls]
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataFolder, type Ending } from '../fixtures/host-process.js'
import { type Answer, Client } from '../fixtures/load-balanced-hosts.js'
import { reexport } from '../fixtures/start-host.js'
import { ending, figure } from './store.js'
import { startThreeHosts } from './three-hosts.js'

const kind = process.argv[2] ?? 'redis'
const count = Number(process.argv[3] ?? 1_000)

/** How many clients send at the same time. */
const atOnce = 32

const statusesOfAnEnd = new Set(['succeeded', 'failed', 'cancelled'])

await ending(async t => {
  const plugins = { '@test/outside': reexport('./products/outside.js', 'outside') }
  const { port, told } = await startReceiver(t)
  const group = await startThreeHosts(t, kind, plugins, { egress: { allow: ['127.0.0.0/8'], ports: [port] } })
  const file = join(await dataFolder(t), 'effects')
  await writeFile(file, '')
  const client = new Client(t, 4 * atOnce)
  const input = (name: string, index: number) => {
    const action = index % 2 === 0 ? 'once' : 'again'
    return { action, file, id: `${name}-${action}-${index}`, ms: Math.round(Math.random() * 2_000) }
  }
  /** Sends the same request to one host after the other, until an answer ends it. */
  const insist = async (path: string, body: object, headers: object, isEnd: (answer: Answer) => boolean) => {
    for (let turn = Math.floor(Math.random() * 3); ; turn++) {
      const url = group.hosts[turn % 3]?.url ?? ''
      const method = path.endsWith('execute') ? 'POST' : 'GET'
      const answer = await client.send(method, url + path, group.bearer, body, headers).catch(() => undefined)
      if (answer !== undefined && isEnd(answer)) return answer
      await delay(100)
    }
  }

  const endpoint = { url: `http://127.0.0.1:${port}/`, events: ['run.*'] }
  const webhooks = `${group.hosts[0]?.url}/api/v1/products/webhooks`
  const { status: made } = await client.send('POST', webhooks, group.bearer, endpoint)
  if (made !== 201) throw new Error(`The endpoint was not made: ${made}.`)

  const waits: Record<'same' | 'another', number[]> = { same: [], another: [] }
  for (let time = 0; time < 24; time++) {
    const where = time % 2 === 0 ? 'same' : 'another'
    const marks = join(await dataFolder(t), 'marks')
    const waiting = { product: 'outside', action: 'wait', input: { file: marks } }
    const { body } = await client.send('POST', `${group.hosts[0]?.url}/api/v1/products/runs`, group.bearer, waiting)
    const [pid] = await linesOf(marks, 1)
    const host = group.hosts.find(({ child }) => (child.pid === Number(pid)) === (where === 'same'))
    const askedAt = Date.now()
    const headers = { Authorization: `Bearer ${group.bearer}` }
    await fetch(`${host?.url}/api/v1/products/runs/${body.id}/cancel`, { method: 'POST', headers })
    const [, seenAt] = await linesOf(marks, 2)
    waits[where].push(Number(seenAt) - askedAt)
  }
  const [same, another] = [Math.max(...waits.same), Math.max(...waits.another)]
  figure('a cancelled action sees it after, ms at most, on the same host', same, same <= 100)
  figure('on another host', another, another <= 2_000)

  const killing = new AbortController()
  let kills = 0
  const killer = (async () => {
    for (;;) {
      await delay(2_000 + Math.random() * 2_000)
      if (killing.signal.aborted) return
      const index = kills++ % 3
      await group.kill(index)
      await group.replace(index)
    }
  })()

  const begunAt = performance.now()
  const runs: { readonly id: string; readonly action: string; readonly run: string }[] = []
  await client.many(count, async index => {
    await delay(Math.random() * 300)
    const body = input('run', index)
    const headers = { Prefer: 'respond-async', 'Idempotency-Key': `run-${index}` }
    const answer = await insist('/api/v1/products/outside/execute', body, headers, ({ status }) => status === 202)
    runs.push({ id: body.id, action: body.action, run: answer.body.id })
    return answer
  })
  const ends = new Map<string, string>()
  const waiting = [...runs]
  await client.many(count, async () => {
    const { id, run } = waiting.pop() ?? { id: '', run: '' }
    const answer = await insist(`/api/v1/products/runs/${run}?wait=5`, {}, {}, ({ status, body }) => {
      return status === 200 && statusesOfAnEnd.has(body.status)
    })
    ends.set(id, `${answer.body.status}${answer.body.problem ? ` ${answer.body.problem.code}` : ''}`)
    return answer
  })
  report('runs', count, ends, await effects(file, 'run'))
  figure(
    'runs under different names',
    new Set(runs.map(({ run }) => run)).size,
    new Set(runs.map(r => r.run)).size === count
  )
  const stored = new Set<string>()
  for (const { run, id } of runs) {
    const { body } = await insist(`/api/v1/products/runs/${run}`, {}, {}, ({ status }) => status === 200)
    if (`${body.status}${body.problem ? ` ${body.problem.code}` : ''}` !== ends.get(id)) stored.add(id)
  }
  figure('that have another end when read again', stored.size, stored.size === 0)

  const answers = new Map<string, string>()
  await client.many(count, async index => {
    const body = input('call', index)
    const headers = { 'Idempotency-Key': `call-${index}` }
    const answer = await insist('/api/v1/products/outside/execute', body, headers, reply => {
      return reply.status === 200 || reply.body.code === 'outcome_unknown'
    })
    answers.set(body.id, answer.status === 200 ? 'succeeded' : `failed ${answer.body.code}`)
    return answer
  })
  killing.abort()
  await killer
  // The attempts that a killed host had begun are made again when their leases are over.
  for (let waited = 0; told.size < count && waited < 60; waited++) await delay(1_000)
  const untold = runs.filter(({ run }) => !told.has(run)).length
  figure('runs whose end no webhook told', untold, untold === 0)
  const severalIds = [...told.values()].filter(ids => new Set(ids).size > 1).length
  figure('told under several ids', severalIds, severalIds === 0)
  figure('told more than once', [...told.values()].filter(ids => ids.length > 1).length)
  report('calls', count, answers, await effects(file, 'call'))
  figure('kills of a host', kills, kills > 0)
  figure('seconds', Math.round((performance.now() - begunAt) / 1_000))
})

/** The lines of a file, once there are so many. */
async function linesOf(file: string, count: number): Promise<readonly string[]> {
  for (;;) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1)
    if (lines.length >= count) return lines
    await delay(2)
  }
}

/** A receiver of webhooks: the ids of the messages about each run. */
async function startReceiver(t: Ending) {
  const told = new Map<string, string[]>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request.setEncoding('utf8')) text += piece
    const { data } = JSON.parse(text)
    told.set(data.runId, [...(told.get(data.runId) ?? []), String(request.headers['webhook-id'])])
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { port: (server.address() as AddressInfo).port, told }
}

/** How often each of the calls with a name was done. */
async function effects(file: string, name: string): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const id of (await readFile(file, 'utf8')).split('\n'))
    if (id.startsWith(`${name}-`)) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

/** Prints how calls ended, and how often each was done. */
function report(
  name: string,
  sent: number,
  ends: ReadonlyMap<string, string>,
  times: ReadonlyMap<string, number>
): void {
  const ids = [...ends.keys()]
  const tally: Record<string, number> = {}
  for (const [id, end] of ends) {
    const what = `${id.includes('-once-') ? 'once' : 'again'} ${end}`
    tally[what] = (tally[what] ?? 0) + 1
  }
  figure(`${name}, each with its end`, ends.size, ends.size === sent)
  figure('their ends', JSON.stringify(tally))
  const safe = ids.filter(id => id.includes('-again-'))
  const lost = safe.filter(id => ends.get(id) !== 'succeeded' || !times.has(id))
  figure('safe to repeat, that did not succeed', lost.length, lost.length === 0)
  figure('of these done more than once', safe.filter(id => (times.get(id) ?? 0) > 1).length)
  const others = ids.filter(id => id.includes('-once-'))
  const twice = others.filter(id => (times.get(id) ?? 0) > 1)
  figure('not safe to repeat, and done twice', twice.length, twice.length === 0)
  const wrong = others.filter(id => ends.get(id) === 'succeeded' && times.get(id) !== 1)
  figure('of these succeeded and not done', wrong.length, wrong.length === 0)
  const unsure = others.filter(id => ends.get(id) !== 'succeeded')
  const known = unsure.filter(id => ends.get(id) === 'failed outcome_unknown')
  figure('of these with another end than outcome_unknown', unsure.length - known.length, known.length === unsure.length)
  figure('of these done, of so many', `${known.filter(id => times.has(id)).length} of ${known.length}`)
}
