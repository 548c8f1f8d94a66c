import { execFileSync } from 'node:child_process'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { start } from '../../fixtures/start-host.js'

const key = { Authorization: `Bearer ${demoKey}` }
const notes = '/api/v1/products/notes/execute'

t.test('neither Express nor Ajv is loaded with the host', async t => {
  const script = `
    await import(${JSON.stringify(new URL('../../../host/dist/start/host.js', import.meta.url).href)})
    const { cache } = (await import('node:module')).createRequire(import.meta.url)
    const packages = Object.keys(cache).map(file => /node_modules[\\/](express|ajv|tsyringe)[\\/]/.exec(file)?.[1])
    process.stdout.write([...new Set(packages)].filter(Boolean).join())`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  t.equal(loaded, 'tsyringe')
})

t.test('requests right after the start are answered, by routes of their own and by those of Express', async t => {
  const { call } = await start(t)
  const several = await Promise.all([
    call('GET', '/readyz'),
    call('GET', '/livez'),
    call('GET', notes),
    call('POST', notes, { action: 'add', text: 'milk' }, key),
    call('POST', notes, { action: 'add', text: 'milk' }),
    call('GET', '/api/v1/products'),
    call('GET', '/nothing'),
    call('POST', '/readyz')
  ])
  t.strictSame(
    several.map(({ status }) => status),
    [200, 200, 200, 200, 401, 200, 404, 405]
  )
  t.match(await call('GET', notes), { status: 200, body: { slug: 'notes' } })
})

t.test(
  'failed keys are counted by the caller’s address from the first request on, with a proxy in front and without',
  async t => {
    const bad = (address: string) => ({ Authorization: `Bearer phk_${'a'.repeat(36)}`, 'X-Forwarded-For': address })
    const open = { environment: { DEMO_MODE: '' }, deployment: { billing: 'none' } }
    const behind = await start(t, { ...open, environment: { ...open.environment, TRUST_PROXY: '1' } })
    const direct = await start(t, open)
    const statuses = async ({ call }: typeof direct, address: (index: number) => string) => {
      const all = []
      for (let index = 0; index <= 30; index++)
        all.push((await call('POST', notes, { action: 'latest' }, bad(address(index)))).status)
      return new Set(all)
    }
    t.strictSame(await statuses(behind, index => `203.0.113.${index}`), new Set([401]))
    t.strictSame(await statuses(behind, () => '203.0.113.77'), new Set([401, 429]))
    t.strictSame(await statuses(direct, index => `203.0.113.${index}`), new Set([401, 429]))
  }
)
