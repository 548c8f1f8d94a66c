import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'

/** Runs a watchdog in a process of its own, whose event loop is blocked as a script says; what it logs. */
async function logged(t: Test, script: string): Promise<string> {
  const path = join(t.testdir(), 'log')
  const watchdog = new URL('../../../host/dist/resilience/watchdog.js', import.meta.url).href
  const source = `
    import { Watchdog } from ${JSON.stringify(watchdog)}
    import { fstatSync, readFileSync } from 'node:fs'
    import { setTimeout as delay } from 'node:timers/promises'
    const watchdog = new Watchdog()
    const activity = watchdog.activityOf('@test/blocking')
    const block = (ms = 900) => { const until = performance.now() + ms; while (performance.now() < until); }
    const path = ${JSON.stringify(path)}
    const length = () => fstatSync(1).size
    await watchdog.start()
    await delay(300)
    ${script}
    await delay(300)
    process.exit()`
  const file = openSync(path, 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', file, 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'exit')
  closeSync(file)
  return readFileSync(path, 'utf8')
}

t.test('what the host loads just after its start is not logged as a blocked event loop', async t => {
  t.equal(await logged(t, 'block()'), '')
})

t.test('a plugin that blocks the event loop is named, also just after the start', async t => {
  const script = 'activity.run(() => { while (length() === 0) block(100) })'
  t.match(await logged(t, script), /"plugin":"@test\/blocking","msg":"the event loop is blocked"/)
})

t.test('later, every blocked event loop is logged', async t => {
  const script = `
    watchdog.loaded()
    for (; length() === 0; await delay(300)) block()
    while (!readFileSync(path, 'utf8').includes('runs again')) await delay(20)`
  t.match(await logged(t, script), /"msg":"the event loop is blocked"[\s\S]*"the event loop runs again"/)
})

t.test('a process that was itself stopped does not take its event loop for blocked', async t => {
  const script = `
    const { spawn } = await import('node:child_process')
    watchdog.loaded()
    await delay(500)
    for (let count = 0; count < 5; count++) {
      spawn('sh', ['-c', 'kill -STOP $0; sleep 1; kill -CONT $0', String(process.pid)])
      await delay(1_500)
    }`
  t.equal(await logged(t, script), '')
})
