import { execFileSync } from 'node:child_process'
import t from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
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

t.test('each address has one spelling', async t => {
  const { call } = await start(t, { deployment: { operator: true } })
  for (const path of [
    '/METRICS',
    '/metrics/',
    '/%6Detrics',
    '/Livez',
    '/OPERATOR/api/me',
    '/operator/api/ME',
    '/MCP',
    '/mcp/'
  ])
    t.match(await call('GET', path), { status: 404, body: { code: 'not_found' } }, path)
  for (const path of ['/OAuth/Token', '/oauth/token/', '/API/v1/products', '/api/v1/products/'])
    t.equal((await call('POST', path, {})).status, 404, path)
})

t.test('without PUBLIC_URL, clients get the port that was chosen, and never a wildcard', async t => {
  const mail = await mailServer(t)
  for (const HOST of ['0.0.0.0', '::', '0', '127.0.0.1']) {
    const environment = { DEMO_MODE: '', HOST, ...mail.environment }
    const { call, host, lines } = await start(t, { environment })
    const address = `http://${HOST === '127.0.0.1' ? HOST : 'localhost'}:${host.port}`
    t.equal(lines.join('').includes('PUBLIC_URL is not set'), HOST !== '127.0.0.1', HOST)
    t.match((await call('GET', '/.well-known/oauth-authorization-server')).body, {
      issuer: address,
      token_endpoint: `${address}/oauth/token`
    })
    t.match((await call('GET', '/openapi.json')).body.servers, [{ url: address }])
    const { headers } = await call('POST', '/mcp', {})
    t.match(headers.get('www-authenticate'), `resource_metadata="${address}/.well-known/`)
    await signedUp(call)
    await host.runDueJobs()
    t.match(mail.arrived.at(-1)?.text, `${address}/`)
  }
})
