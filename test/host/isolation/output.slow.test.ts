import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { notesPlugin, reexport, start } from '../../fixtures/start-host.js'

/** Lines that are written by default, and those that may be in a second. */
const shouted = 100_000
const mostInASecond = 200

const key = { Authorization: `Bearer ${demoKey}` }

async function started(t: Test) {
  const plugins = { ...notesPlugin, '@test/noisy': reexport('./products/noisy.js', 'noisy') }
  const host = await start(t, { plugins, entries: { '@test/noisy': { isolation: 'thread' } } })
  const shout = (input: object) =>
    host.call('POST', '/api/v1/products/noisy/execute', { action: 'shout', ...input }, key)
  return { ...host, shout }
}

for (const how of ['print', 'log'])
  t.test(`100,000 lines that a thread may ${how} are bounded and counted`, async t => {
    const { call, shout, lines } = await started(t)
    await shout({ how, lines: 1 })
    const begunAt = performance.now()
    let isOver = false
    const shouting = shout({ how }).finally(() => {
      isOver = true
    })
    const waits: number[] = []
    while (!isOver) {
      const startedAt = performance.now()
      await call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, key)
      waits.push(performance.now() - startedAt)
    }
    t.match(await shouting, { status: 200 })
    const seconds = Math.ceil((performance.now() - begunAt) / 1_000)
    const count = () => {
      const texts = lines.filter(line => /"(?:text|msg)":"line \d/.test(line)).join('')
      const dropped = lines
        .filter(line => line.includes('beyond the limit was dropped'))
        .reduce((sum, line) => sum + JSON.parse(line).fields.lines, 0)
      return { written: new Set(texts.match(/line \d+/g)).size, dropped }
    }
    // What was dropped is told when the second is over.
    while (count().written + count().dropped < shouted) await delay(50)
    const { written, dropped } = count()
    const most = mostInASecond * (seconds + 1)
    t.ok(written <= most, `${written} lines were written in ${seconds} s`)
    t.ok(dropped >= shouted - most, `${dropped} lines were dropped`)
    t.ok(Math.max(...waits) < 5_000, `others waited ${Math.round(Math.max(...waits))} ms at most`)
  })

t.test('what a plugin logs is the same line inline and in a thread', async t => {
  const logged = await Promise.all(
    ['inline', 'thread'].map(async isolation => {
      const plugins = { '@test/noisy': reexport('./products/noisy.js', 'noisy') }
      const { call, lines } = await start(t, { plugins, entries: { '@test/noisy': { isolation } } })
      await call('POST', '/api/v1/products/noisy/execute', { action: 'note' }, key)
      const found = lines.map(line => JSON.parse(line)).filter(({ action, fields }) => action === 'note' && fields)
      return found.map(({ level, msg, fields: { err, ...fields } }) => ({ level, msg, ...fields, err: err?.message }))
    })
  )
  const expected = [
    { level: 30, msg: 'other order', i: 1, err: undefined },
    { level: 40, msg: 'an error', big: '12', err: 'not today' },
    { level: 50, msg: 'alone', err: undefined }
  ]
  t.strictSame(logged, [expected, expected])
})

t.test('a thread cannot send a signal to its process, which is the host', async t => {
  const { call, shout } = await started(t)
  t.match(await shout({ how: 'kill' }), { status: 502, body: { code: 'product_error' } })
  t.match(await call('GET', '/livez'), { status: 200 })
})
