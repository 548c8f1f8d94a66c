import '../fixtures/teardown-order.js'
import t, { type Test } from 'tap'
import { signedUp } from '../fixtures/dashboard-client.js'
import { root } from '../fixtures/root.js'
import { movableClock, start } from '../fixtures/start-host.js'

/** A host with a product of this repository, and a hook of it; the test calls the hook, and reads the product by its actions. */
async function hooked(t: Test, slug: string, hook: object) {
  const clock = movableClock('2026-11-20T01:59:20Z')
  const name = `@product-host/${slug}`
  const plugins = {
    [name]: `export { default } from ${JSON.stringify(`file://${root}/plugins/${slug}/dist/index.js`)}`
  }
  const { call, url, host } = await start(t, { plugins, clock, deployment: { billing: 'none' } })
  const ada = await signedUp(call)
  const made = await ada('POST', '/products/hooks', { product: slug, name: 'A hook', ...hook })
  const execute = async (body: object) => (await ada('POST', `/products/${slug}/execute`, body)).body
  const ended = async (response: Response) => {
    const { id } = (await response.json()) as { id: string }
    await host.runDueJobs()
    return (await ada('GET', `/products/runs/${id}?wait=20`)).body
  }
  const send = async (query: string, init: RequestInit = {}) =>
    fetch(new URL(made.body.url).href.replace(/^http:\/\/[^/]+/, url) + query, {
      ...init,
      headers: { Connection: 'close', ...init.headers }
    })
  return { made, ada, execute, ended, send }
}

interface Lead {
  readonly value: { readonly source: string; readonly fields: object }
}

t.test('a form of a website sends leads without a key', async t => {
  const input = { destination: 'inbox', source: 'website' }
  const { ada, ended, send } = await hooked(t, 'leadconnect', { hook: 'form', input })
  const form = { email: 'Jane Doe <jane@acme.com>', name: 'Jane Doe', destination: 'crm', deliver: 'false' }
  const sent = await send('', { method: 'POST', body: new URLSearchParams(form) })
  t.equal(sent.status, 202)
  t.match(await ended(sent), {
    status: 'succeeded',
    result: { detail: { destination: 'inbox', status: 'stored', email: { address: 'jane@acme.com' } } }
  })
  const page = await send('', {
    method: 'POST',
    body: new URLSearchParams({ email: 'tom@example.org' }),
    headers: { Accept: 'text/html' }
  })
  t.match(await page.text(), '<h1>Thank you</h1>')
  t.match(await ended(await send('', { method: 'POST', body: new URLSearchParams({ email: 'nobody' }) })), {
    status: 'failed',
    problem: { code: 'invalid_input', errors: [{ pointer: '#/email' }] }
  })
  const { records } = (await ada('GET', '/data/leadconnect')).body
  const leads = records.filter(({ key }: { key: string }) => key.startsWith('lead:'))
  t.strictSame(
    leads.map(({ value: { source, fields } }: Lead) => ({ source, fields })),
    [
      { source: 'website', fields: form },
      { source: 'website', fields: { email: 'tom@example.org' } }
    ]
  )
  t.match(await ada('POST', '/products/hooks', { product: 'leadconnect', hook: 'form', name: 'None' }), {
    status: 400,
    body: { errors: [{ pointer: '#/input/destination' }] }
  })
})

t.test('a job sends its heartbeats to a URL without a key', async t => {
  const input = { name: 'backup', cron: '0 2 * * *', timezone: 'Europe/London' }
  const { execute, ended, send } = await hooked(t, 'sentinel-lite', { hook: 'signal', input })
  t.match(await ended(await send('?exitCode=0&name=other')), {
    status: 'succeeded',
    result: { detail: { name: 'backup', state: 'up', dueAt: '2026-11-21T02:00:00.000Z' } }
  })
  t.match(await ended(await send('', { method: 'POST' })), { result: { detail: { streak: 2 } } })
  t.match(await ended(await send('?exitCode=1&message=full')), {
    result: { detail: { state: 'down', signal: 'fail' } }
  })
  t.match(await ended(await send('?exitCode=many')), {
    status: 'failed',
    problem: { errors: [{ pointer: '#/exitCode' }] }
  })
  t.match(await execute({ action: 'heartbeat', signal: 'check', name: 'backup' }), {
    detail: { state: 'down', events: [{ signal: 'fail' }, {}, {}] }
  })
})
