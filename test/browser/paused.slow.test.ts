import t from 'tap'
import { memoryStore, notesPlugin, start } from '../fixtures/start-host.js'
import { inChromium } from './chromium.js'
import { countShifts, lookInBoth, violations } from './look.js'
import { password, signUp } from './person.js'

inChromium(
  t,
  'a schedule whose input cannot be decrypted is in the list until its input is saved again',
  async (t, open) => {
    const page = await open()
    const store = await memoryStore()
    const { url } = await start(t, { plugins: notesPlugin, deployment: { billing: 'none' }, store })
    await signUp(page, url)
    const schedule = { name: 'Morning', cron: '0 8 * * *', product: 'notes', action: 'add', input: { text: 'milk' } }
    await page.evaluate(async body => {
      const headers = { 'Content-Type': 'application/json' }
      await fetch('/dashboard/api/products/schedules', { method: 'POST', headers, body })
    }, JSON.stringify(schedule))
    for await (const { below, key, value } of store.ownBelow('schedules')) {
      const paused = { code: 'input_unreadable', detail: 'It cannot be decrypted.', since: Date.now(), isEnded: false }
      await store.own(`schedules/${below}`).set(key, { ...(value as object), sealed: 'lost', paused })
    }
    await page.goto(`${url}/paused`)
    const row = page.getByRole('row').filter({ hasText: 'Morning' })
    t.equal(await row.getByRole('button', { name: 'Resume' }).count(), 0)
    await row.getByRole('button', { name: 'Save the input again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Text').fill('bread')
    await dialog.getByRole('button', { name: /Save/ }).click()
    await page.getByText('None is paused.').nth(2).waitFor()
  }
)

inChromium(t, 'what a new password has paused is in one list, and is resumed or deleted there', async (t, open) => {
  const page = await open()
  await countShifts(page)
  const { url } = await start(t, { plugins: notesPlugin, deployment: { billing: 'none' } })
  await signUp(page, url)
  const make = (path: string, body: object) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'Content-Type': 'application/json' }
        return (await fetch(`/dashboard/api/products/${path}`, { method: 'POST', headers, body })).status
      },
      [path, JSON.stringify(body)] as const
    )
  const schedule = { name: 'Morning', cron: '0 8 * * *', product: 'notes', action: 'latest' }
  t.equal(await make('schedules', schedule), 201)
  t.equal(await make('webhooks', { url: 'https://example.com/told' }), 201)
  await page.goto(`${url}/paused`)
  await page.getByText('None is paused.').nth(2).waitFor()

  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Change the password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the password' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password').fill('nine purple whales')
  await dialog.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('link', { name: 'see what is paused' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Morning').waitFor()
  await lookInBoth(t, page, 'paused')
  await row('Morning').getByRole('button', { name: 'Resume' }).click()
  await row('Morning').waitFor({ state: 'detached' })
  await row('example.com').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the address' }).click()
  await page.getByText('None is paused.').nth(2).waitFor()
  await page.goto(`${url}/schedules`)
  await page.getByRole('row').filter({ hasText: 'Morning' }).getByText('On', { exact: true }).waitFor()
  t.strictSame(await violations(page), [])
})
