import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { notesPlugin, start } from '../fixtures/start-host.js'
import { inChromium } from './chromium.js'
import { countShifts, lookInBoth, violations } from './look.js'
import { signUp } from './person.js'

inChromium(
  t,
  'an address for webhooks is added, tested, changed, paused, enabled and deleted; its secret is shown once',
  async (t, open) => {
    const state = { status: 204 }
    const received: string[] = []
    const server = createServer(async (request, response) => {
      received.push((await request.toArray()).join(''))
      response.writeHead(state.status).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    const egress = { allow: ['127.0.0.0/8'], ports: [port] }
    const { url, host } = await start(t, { plugins: notesPlugin, deployment: { billing: 'none', egress } })
    const page = await open()
    await countShifts(page)
    await signUp(page, url)
    await page.goto(`${url}/webhook-endpoints`)
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add an address' }).click()
    const adding = page.getByRole('dialog', { name: 'Add an address' })
    await adding.getByLabel('Address').fill('ftp://127.0.0.1/')
    await adding.getByLabel('Only what I select').check()
    await adding.getByLabel('A run succeeds').check()
    await lookInBoth(t, page, 'webhook-new')
    await adding.getByRole('button', { name: 'Add the address' }).click()
    await adding.getByText('must begin with http').waitFor()
    await adding.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
    await adding.getByLabel('Name').fill('Our shop')
    await adding.getByRole('button', { name: 'Add the address' }).click()
    const secret = page.getByRole('dialog', { name: 'The secret of this address' })
    await secret.getByText(/whsec_/).waitFor()
    await lookInBoth(t, page, 'webhook-secret')
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row').getByText('A run succeeds').waitFor()
    await lookInBoth(t, page, 'webhooks')
    await page.getByRole('row').getByText(`http://127.0.0.1:${port}/hook`).waitFor()
    await page.getByRole('link', { name: 'Our shop' }).click()
    await page.getByRole('heading', { name: 'Our shop' }).waitFor()
    t.equal(await page.getByText(/whsec_/).count(), 0)

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('row').getByText('webhook.test').waitFor()
    await page.getByRole('row').getByText('Delivered').waitFor()
    await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', Prefer: 'respond-async' }
      await fetch('/dashboard/api/products/notes/execute', { method: 'POST', headers, body: '{"action":"latest"}' })
    })
    await page.getByRole('row').getByText('run.succeeded').waitFor()
    state.status = 410
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await page.getByRole('row').getByText('answered 410').waitFor()
    t.equal(received.length, 3)
    await page.getByText('Nothing is sent to this address').waitFor()
    await lookInBoth(t, page, 'webhook-paused')
    await page.getByRole('button', { name: 'Switch it on again' }).click()
    await page.getByText('Nothing is sent to this address').waitFor({ state: 'detached' })
    state.status = 204
    await page.getByRole('button', { name: 'Send the last 24 hours again' }).click()
    await page.getByRole('row').getByText('Delivered').nth(2).waitFor()
    await lookInBoth(t, page, 'webhook')

    await page.getByRole('button', { name: 'New secret' }).click()
    await secret.getByText(/whsec_/).waitFor()
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Also signed with the secret before').waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    const changing = page.getByRole('dialog', { name: 'Change the address' })
    await changing.getByLabel('All, also those').check()
    await changing.getByLabel('Name').fill('')
    await changing.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Webhook address' }).waitFor()
    await page.getByText('All events').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.locator('.badge').getByText('Off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the address' }).click()
    await page.getByText('No webhooks yet').waitFor()
    t.strictSame(await violations(page), [])
    await host.runDueJobs()
  }
)
