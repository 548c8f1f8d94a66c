import type { Page } from 'playwright-core'
import t from 'tap'
import { hookedPlugin, start } from '../fixtures/start-host.js'
import { inChromium } from './chromium.js'
import { countShifts, lookAround, violations } from './look.js'
import { signUp } from './person.js'

async function shows(page: Page, state: string): Promise<void> {
  await page.locator('.badge').getByText(state, { exact: true }).first().waitFor()
}

inChromium(t, 'a hook is made, called, changed, gets another URL, is switched off and deleted', async (t, open) => {
  const page = await open()
  await countShifts(page)
  const { url } = await start(t, { plugins: hookedPlugin, deployment: { billing: 'none' } })
  await signUp(page, url)
  await page.goto(`${url}/products/hooked`)
  await page.locator('main').getByRole('link', { name: 'Hooks' }).click()
  await page.getByText('Of Hooked.').waitFor()
  await page.getByText('No hooks yet').waitFor()
  await page.getByRole('button', { name: 'Make a hook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a hook' })
  await dialog.getByLabel('What it takes').selectOption('Hooked: Picked')
  await dialog.getByText('Takes one member, and all of the body.').waitFor()
  await dialog.getByLabel('What it takes').selectOption('Hooked: Any')
  await dialog.getByLabel('Name').fill('Contact form')
  await dialog.getByLabel('Folder').fill('much too long')
  await dialog.getByLabel('Signature').selectOption('Name and password (Basic)')
  await dialog.getByLabel('Secret').fill('ada')
  await dialog.getByLabel('Page after a form').fill('http://www.example.com/')
  await lookAround(t, page, 'hook-new')
  await dialog.getByRole('button', { name: 'Make the hook' }).click()
  await dialog.getByText('at most 10 characters').first().waitFor()
  await dialog.getByLabel('Folder').fill('inbox')
  await dialog.getByRole('button', { name: 'Make the hook' }).click()
  await dialog.locator('.issues').first().waitFor()
  await dialog.getByLabel('Secret').fill('ada:a long password')
  await dialog.getByLabel('Page after a form').fill('https://www.example.com/')
  await dialog.getByRole('button', { name: 'Make the hook' }).click()

  const shown = page.getByRole('dialog', { name: 'The URL of “Contact form”' })
  const address = await shown.locator('code').first().innerText()
  await lookAround(t, page, 'hook-url')
  await page.keyboard.press('Escape')
  await shown.getByText('You have not copied the URL').waitFor()
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  const call = (to: string) =>
    fetch(to.trim(), {
      method: 'POST',
      body: new URLSearchParams({ text: 'a' }),
      headers: { Authorization: `Basic ${Buffer.from('ada:a long password').toString('base64')}`, Connection: 'close' }
    })
  t.equal((await call(address)).status, 202)
  await page.getByRole('row').getByText('Hooked: Any').waitFor()
  await lookAround(t, page, 'hooks')
  await page.getByRole('link', { name: 'Show the hooks of all products' }).click()
  await page.getByRole('link', { name: 'Contact form' }).click()
  await page.getByText('"folder": "inbox"').waitFor()
  await shows(page, 'On')
  await lookAround(t, page, 'hook')

  await page.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change the hook' })
  await change.getByLabel('Name').fill('Our form')
  await lookAround(t, page, 'hook-change')
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Our form' }).waitFor()
  t.equal((await call(address)).status, 202, 'the secret was kept')
  await page.getByRole('button', { name: 'Replace the URL' }).click()
  const replace = page.getByRole('dialog', { name: 'Replace the URL?' })
  await replace.getByRole('button', { name: 'Replace the URL' }).click()
  const next = page.getByRole('dialog', { name: 'The URL of “Our form”' })
  const other = await next.locator('code').first().innerText()
  await next.getByRole('button', { name: 'I have copied it' }).click()
  t.equal((await call(address)).status, 404)
  t.equal((await call(other)).status, 202)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await shows(page, 'Off')
  t.equal((await call(other)).status, 403)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the hook' }).click()
  await page.getByText('No hooks yet').waitFor()
  t.strictSame(await violations(page), [])
})
